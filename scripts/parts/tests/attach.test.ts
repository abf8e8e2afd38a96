import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { needsFileModes } from '../../../src/main/base/testing/needs.ts'
import { systemClock } from '../../../src/main/base/clock.ts'
import { WebConfirmations } from '../../../src/main/hosts/web/confirmations/page-confirmations.ts'
import { startWebServer, type WebServer } from '../../../src/main/hosts/web/web-server.ts'
import type { Health } from '../../../src/shared/app/health.ts'
import { attachTo } from './attach.mjs'

const health: Health = {
  status: 'ok',
  bootId: 'boot-1',
  pid: 1,
  uptimeMs: 2,
  lateMs: 0,
  fatalErrorCount: 0,
  fatalErrors: [],
  checks: [],
}

let folder: string
let knownPath: string
let server: WebServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-attach-'))
  knownPath = join(folder, 'results/attached.json')
  server = await startServer()
})

afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The real server of the web host, without an app behind it. */
function startServer(): Promise<WebServer> {
  return startWebServer({
    port: 0,
    rendererFolder: folder,
    isServing: () => true,
    health: () => Promise.resolve(health),
    confirmations: new WebConfirmations(systemClock),
    language: () => 'system',
    theme: () => 'system',
    onSocket: () => {},
    onLost: () => {},
    onError: (error) => {
      throw error
    },
  })
}

async function askHealth({ pageUrl, cookie }: Awaited<ReturnType<typeof attachTo>>): Promise<number> {
  const headers = { cookie: `${cookie.name}=${cookie.value}` }
  return (await fetch(`${pageUrl}health`, { headers })).status
}

test('the same address works again, although its key works only once', async (context) => {
  const first = await attachTo(server.url, knownPath)
  const again = await attachTo(server.url, knownPath)
  expect(again).toEqual(first)
  expect(await askHealth(again)).toBe(200)
  expect(again.pageUrl).toBe(server.url.split('?')[0])
  expect(new URL(again.pageUrl).pathname).toBe(again.cookie.path)
  needsFileModes(context)
  expect(statSync(knownPath).mode & 0o777).toBe(0o600)
})

test('stores the cookie readable only by this account, even over a broken file with another mode', async (context) => {
  const present = join(folder, 'present.json')
  writeFileSync(present, '{"pageUrl":', { mode: 0o644 })
  const attachment = await attachTo(server.url, present)
  expect(JSON.parse(readFileSync(present, 'utf8'))).toEqual(attachment)
  needsFileModes(context)
  expect(statSync(present).mode & 0o777).toBe(0o600)
})

test('requests a new cookie from another app instead of sending it the previous one', async () => {
  await attachTo(server.url, knownPath)
  const other = await startServer()
  try {
    const attachment = await attachTo(other.url, knownPath)
    expect(await askHealth(attachment)).toBe(200)
    expect(JSON.parse(readFileSync(knownPath, 'utf8'))).toEqual(attachment)
  } finally {
    await other.close()
  }
})

test('an address that a window has used is refused with advice, and without showing its key', async () => {
  await fetch(server.url, { redirect: 'manual' })
  const key = new URL(server.url).searchParams.get('key') ?? ''
  const refusal: unknown = await attachTo(server.url, knownPath).catch((error: unknown) => error)
  expect(String(refusal)).toContain('rejected the suite (status 403)')
  expect(String(refusal)).toContain('with a key that no window has used')
  expect(String(refusal)).not.toContain(key)
})

test('reports that the app has ended, not just that a fetch failed', async () => {
  const ended = await startServer()
  await ended.close()
  const refusal: unknown = await attachTo(ended.url, knownPath).catch((error: unknown) => error)
  expect(String(refusal)).toContain(`No app responds at ${ended.url.split('?')[0]}.`)
  expect(String(refusal)).not.toContain('key=')
})
