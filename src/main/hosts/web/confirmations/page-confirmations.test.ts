import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:http'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createManualClock } from '../../../base/testing/manual-clock'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import type { Confirmation } from '../../../platform/platform'
import { WebConfirmations } from './page-confirmations'
import type { WebServer } from '../web-server'
import { startWebServer } from '../web-server'

const question: Confirmation = {
  kind: 'agent-settings',
  agentName: 'Codex',
  lines: [
    { label: 'program', value: '/opt/<b>codex</b>' },
    { label: 'variable', value: 'NODE_OPTIONS = one\u202e\ntwo' },
  ],
}

/** The headers of a page that a user opens. */
const asPerson = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' }
/** The headers of a form on a sandboxed page, which come without the cookie. */
const asForm = {
  ...asPerson,
  'sec-fetch-site': 'cross-site',
  origin: 'null',
  'content-type': 'application/x-www-form-urlencoded',
}

const clock = createManualClock()
let confirmations: WebConfirmations
let server: WebServer
let cookie: string

beforeEach(async () => {
  confirmations = new WebConfirmations(clock)
  server = await startWebServer({
    port: 0,
    rendererFolder: temporaryFolder(),
    isServing: () => true,
    health: () => Promise.reject(new Error('unexpected call')),
    confirmations,
    language: () => 'system',
    theme: () => 'dark',
    onSocket: () => {},
    onLost: () => {},
    onError: (error) => {
      throw error
    },
  })
  const { pathname, search } = new URL(server.url)
  const { headers } = await send('GET', pathname + search, {})
  cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
})

afterEach(() => server.close())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

function send(
  method: string,
  path: string,
  headers: Record<string, string | string[]>,
  body = '',
): Promise<Answer> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      )
    })
      .on('error', reject)
      .end(body)
  })
}

/** The path of the current question. */
function pagePath(): string {
  return `${new URL(server.url).pathname}${confirmations.url() ?? 'confirm/none'}`
}

async function nonceOf(path: string): Promise<string> {
  const { body } = await send('GET', path, { cookie, ...asPerson })
  return /name="nonce" value="([\w-]+)"/.exec(body)?.[1] ?? ''
}

/** Asks the question, and returns its page and its answer. */
async function ask(
  signal?: AbortSignal,
  asked = question,
): Promise<{ answer: Promise<boolean>; path: string }> {
  const shown = new Promise<void>((resolve) => {
    const stop = confirmations.onChanged(() => {
      stop()
      resolve()
    })
  })
  const answer = confirmations.confirm(asked, signal)
  await shown
  return { answer, path: pagePath() }
}

test('a question is shown in full, without misleading characters, on a page that no window can read', async () => {
  const { answer, path } = await ask()
  const { status, headers, body } = await send('GET', path, { cookie, ...asPerson })
  expect(status).toBe(200)
  expect(body).toContain('/opt/&lt;b&gt;codex&lt;/b&gt;')
  expect(body).toContain('NODE_OPTIONS = one⟨U+202E⟩⟨U+000A⟩two')
  expect(body).not.toContain('<script')
  expect(body).toContain('<html lang="en" class="dark">')
  expect(headers['content-security-policy']).toMatch(/^sandbox allow-forms; default-src 'none'; /)
  expect(headers['content-security-policy']).not.toMatch(/script|same-origin/)
  expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' })
  await send('POST', path, asForm, `nonce=${await nonceOf(path)}&answer=refuse`)
  expect(await answer).toBe(false)
})

test("a user agrees through the page's form", async () => {
  const { answer, path } = await ask()
  const { status } = await send('POST', path, asForm, `nonce=${await nonceOf(path)}&answer=allow`)
  expect(status).toBe(200)
  expect(await answer).toBe(true)
  expect(confirmations.url()).toBeNull()
})

test.each([
  ['a fetch of the window', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['a fetch without CORS', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
  ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
  ['an embedded object', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' }],
  ['a worker', { 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'worker' }],
  ['a program without these headers', {}],
])('%s can neither read the question nor answer it, even with its nonce', async (_who, fetchHeaders) => {
  const { answer, path } = await ask()
  const nonce = await nonceOf(path)
  const read = await send('GET', path, { cookie, 'sec-fetch-site': 'same-origin', ...fetchHeaders })
  expect([read.status, read.body.includes(nonce)]).toEqual([403, false])
  const form = { cookie, 'content-type': asForm['content-type'], ...fetchHeaders }
  expect((await send('POST', path, form, `nonce=${nonce}&answer=allow`)).status).toBe(403)
  expect((await send('POST', path, asForm, `nonce=${nonce}&answer=refuse`)).status).toBe(200)
  expect(await answer).toBe(false)
})

test('a page of another program, without the cookie, does not get the question', async () => {
  const { answer, path } = await ask()
  expect((await send('GET', path, asPerson)).status).toBe(403)
  await send('POST', path, asForm, `nonce=${await nonceOf(path)}&answer=refuse`)
  expect(await answer).toBe(false)
})

test('a wrong nonce, a wrong page and an answer in another format have no effect', async () => {
  const { answer, path } = await ask()
  const nonce = await nonceOf(path)
  const statuses = [
    await send('POST', path, asForm, 'nonce=guess&answer=allow'),
    await send('POST', path, asForm, 'answer=allow'),
    await send('POST', `${path}x`, asForm, `nonce=${nonce}&answer=allow`),
    await send('POST', path, asForm, `nonce=${nonce}&answer=perhaps`),
    await send('POST', path, { ...asForm, 'content-type': 'text/plain' }, `nonce=${nonce}&answer=allow`),
    await send('POST', path, asForm, `nonce=${nonce}&answer=allow&more=${'x'.repeat(5_000)}`),
  ].map(({ status }) => status)
  expect(statuses).toEqual([403, 403, 403, 403, 403, 403])
  await send('POST', path, asForm, `nonce=${nonce}&answer=refuse`)
  expect(await answer).toBe(false)
})

test('an answer counts once: a repeated one has no effect, even on the next question', async () => {
  const { answer, path } = await ask()
  const nonce = await nonceOf(path)
  await send('POST', path, asForm, `nonce=${nonce}&answer=allow`)
  expect(await answer).toBe(true)
  const next = await ask()
  expect(next.path).not.toBe(path)
  for (const page of [path, next.path]) {
    expect((await send('POST', page, asForm, `nonce=${nonce}&answer=allow`)).status).toBe(403)
  }
  expect((await send('GET', path, { cookie, ...asPerson })).status).toBe(404)
  await send('POST', next.path, asForm, `nonce=${await nonceOf(next.path)}&answer=refuse`)
  expect(await next.answer).toBe(false)
})

test('a question that is withdrawn, or that nobody answers, is answered with no', async () => {
  const withdrawing = new AbortController()
  const withdrawn = await ask(withdrawing.signal)
  const nonce = await nonceOf(withdrawn.path)
  withdrawing.abort()
  expect(await withdrawn.answer).toBe(false)
  expect((await send('POST', withdrawn.path, asForm, `nonce=${nonce}&answer=allow`)).status).toBe(403)

  const forgotten = await ask()
  clock.advance(600_000)
  expect(await forgotten.answer).toBe(false)
  expect(confirmations.url()).toBeNull()
})

test.each([
  ['https://auth.example/?a=1&b="><script>', '<a href="https://auth.example/?a=1&amp;b=%22%3E%3Cscript%3E"'],
  ['javascript:alert(1)', null],
  ['no address', null],
])('the page %s is linked only once the user has agreed to open it', async (value, link) => {
  const opening: Confirmation = { kind: 'open-page', lines: [{ label: 'address', value }] }
  const { answer, path } = await ask(undefined, opening)
  const shown = await send('GET', path, { cookie, ...asPerson })
  expect(shown.body).not.toContain('<a ')
  const { body } = await send('POST', path, asForm, `nonce=${await nonceOf(path)}&answer=allow`)
  expect(await answer).toBe(true)
  if (link === null) expect(body).not.toContain('<a ')
  else expect(body).toContain(link)
})

test('a service worker script is not served, because it could intercept the page', async () => {
  const { status } = await send('GET', new URL(server.url).pathname, { cookie, 'service-worker': 'script' })
  expect(status).toBe(403)
})
