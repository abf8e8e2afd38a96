import { readdirSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'

import { WebSocket } from 'ws'

import { expect, test } from '../fixtures.ts'
import type { LiveApp } from '../helpers/live-app.ts'
import type { Host } from '../helpers/processes/host.ts'

/** The content security policy, directive by directive. */
const policy: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': 'blob:',
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
}

test('only the owner can read what is written to the data folder', ({ app }) => {
  const { dataFolder } = hostOf(app)
  const files = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
  expect(files).toContain('parley.db')
  const open = files.filter((file) => (statSync(join(dataFolder, file)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})

test('the page has a policy that allows only its own scripts, and is not cached', async ({ app }) => {
  const host = hostOf(app)
  const { name, value } = await host.cookie()
  const response = await fetch(host.pageUrl, { headers: { cookie: `${name}=${value}` } })
  expect(response.status).toBe(200)
  const sent = Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [word = '', ...values] = directive.trim().split(' ')
      return [word, values.join(' ')]
    }),
  )
  expect(sent).toMatchObject(policy)
  const { port, pathname } = new URL(host.pageUrl)
  expect(sent['frame-src']).toBe(`http://*.localhost:${port}${pathname}sandbox/page.html`)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('the page cannot evaluate text or run an inline script', async ({ page, windowErrors }) => {
  windowErrors.expect(/inline script violates .*Content Security Policy/)
  const outcome = await page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: {
        createElement: (tag: string) => { textContent: string }
        body: { append: (element: unknown) => void }
      }
    }
    const script = document.createElement('script')
    script.textContent = 'globalThis.inlineRan = true'
    document.body.append(script)
    // In a task of the page, because code that a debugger evaluates directly is exempt.
    return new Promise((resolve) => {
      setTimeout(() => {
        let evaluated = 'it was evaluated'
        try {
          Reflect.construct(Function, ['return 1'])
        } catch (error) {
          evaluated = error instanceof Error ? error.name : 'something else'
        }
        resolve({ evaluated, inlineRan: 'inlineRan' in globalThis })
      }, 0)
    })
  })
  expect(outcome).toEqual({ evaluated: 'EvalError', inlineRan: false })
})

test('the key in the address works once', async ({ startApp }) => {
  const app = await startApp({ provider: 'none' })
  try {
    const host = hostOf(app)
    await host.cookie()
    expect((await fetch(host.url, { redirect: 'manual' })).status).toBe(403)
    expect((await fetch(host.pageUrl)).status).toBe(403)
    expect((await fetch(`${host.pageUrl}health`)).status).toBe(403)
  } finally {
    await app.close()
  }
})

test('the cookie works only for this app, and no script can read it', async ({ app, page }) => {
  const [cookie, ...others] = await page.context().cookies(hostOf(app).pageUrl)
  expect(others).toEqual([])
  expect(cookie).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: new URL(hostOf(app).pageUrl).pathname,
  })
  expect(
    await page.evaluate(() => (globalThis as unknown as { document: { cookie: string } }).document.cookie),
  ).toBe('')
})

test('the wire requires the cookie and the page’s own origin', async ({ app }) => {
  const host = hostOf(app)
  const { name, value } = await host.cookie()
  const cookie = `${name}=${value}`
  const { origin } = new URL(host.pageUrl)
  const wire = new URL('./wire', host.pageUrl)
  wire.protocol = 'ws:'
  const attempts: Record<string, [address: string, headers: Record<string, string>]> = {
    'without the cookie': [wire.href, { origin }],
    'with another cookie': [wire.href, { origin, cookie: `${name}=${'A'.repeat(value.length)}` }],
    'from another origin': [wire.href, { origin: 'http://127.0.0.1:1', cookie }],
    'from a page of the web': [wire.href, { origin: 'https://evil.example', cookie }],
    'without an origin': [wire.href, { cookie }],
    'under another name': [wire.href, { origin: 'http://evil.example', host: 'evil.example', cookie }],
  }
  const answers: Record<string, number> = {}
  for (const [how, [address, headers]] of Object.entries(attempts)) {
    answers[how] = await handshakeStatus(address, headers)
  }
  expect(answers).toEqual(Object.fromEntries(Object.keys(attempts).map((how) => [how, 403])))
  expect(await handshakeStatus(wire.href, { origin, cookie })).toBe(101)
})

test('refuses requests for another host name, even with the cookie', async ({ app }) => {
  const host = hostOf(app)
  const { name, value } = await host.cookie()
  const { hostname, port, pathname } = new URL(host.pageUrl)
  const status = await new Promise<number>((resolve, reject) => {
    httpRequest(
      { hostname, port, path: pathname, headers: { host: 'rebound.example', cookie: `${name}=${value}` } },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})

function hostOf(app: LiveApp): Host {
  if (app.host === null) throw new Error('this test needs the web host')
  return app.host
}

/** The status of the reply to a WebSocket handshake. */
function handshakeStatus(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { headers, perMessageDeflate: false })
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', reject)
  })
}
