import { connect, Socket } from 'node:net'
import { once } from 'node:events'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { Connection } from './connection'
import type { FakeProvider } from './fake-provider'
import { startFakeProvider } from './fake-provider'
import { FakeRequest } from './fake-request'
import { paced } from './pace'
import { playScript } from './play-script'
import { protocolOf } from './protocols/protocols'
import { markdownTokens, proseTokens } from './sample-text'
import { completeStream, type Step } from './script'

let fake: FakeProvider

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  await fake.close()
  expect(fake.openSockets).toBe(0)
})

function ask(model: string, body: Record<string, unknown> = { stream: true }, signal?: AbortSignal) {
  return fetch(`${fake.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer k-1' },
    body: JSON.stringify({ model, messages: [], ...body }),
    ...(signal === undefined ? {} : { signal }),
  })
}

it('lists its models, including scripted ones', async () => {
  fake.script('mine', completeStream([]))
  const answer = (await (await fetch(`${fake.baseUrl}/models`)).json()) as { data: { id: string }[] }
  const ids = answer.data.map(({ id }) => id)
  expect(ids).toContain('steady')
  expect(ids).toContain('mine')
})

it('streams a script and records what it sent', async () => {
  fake.script('mine', completeStream([{ type: 'tokens', tokens: ['Hel', 'lo'] }]))
  const text = await (await ask('mine')).text()
  const events = text
    .trim()
    .split('\n\n')
    .map((event) => event.replace('data: ', ''))
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as Record<string, unknown>)
  expect(chunks.map(({ choices, usage }) => ({ choices, usage }))).toEqual([
    { choices: [{ index: 0, delta: { content: 'Hel' }, finish_reason: null }], usage: undefined },
    { choices: [{ index: 0, delta: { content: 'lo' }, finish_reason: null }], usage: undefined },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: undefined },
    {
      choices: [],
      usage: {
        prompt_tokens: 12,
        completion_tokens: 2,
        total_tokens: 14,
        completion_tokens_details: { reasoning_tokens: 0 },
      },
    },
  ])
  expect(events.at(-1)).toBe('[DONE]')

  const request = await fake.waitForRequest('mine')
  await request.closed
  expect(request).toMatchObject({ model: 'mine', authorization: 'Bearer k-1', tokensSent: 2, isPlayed: true })
  const times = [request.arrivedMs, request.firstByteMs, ...request.tokenTimesMs, request.closedMs]
  expect(times).toEqual(times.toSorted((a, b) => Number(a) - Number(b)))
})

it('answers with one object if no stream is requested', async () => {
  const answer = (await (await ask('brief', {})).json()) as Record<string, unknown>
  expect(answer).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: 'Here is the answer.' }, finish_reason: 'stop' }],
    usage: { completion_tokens: 5 },
  })
})

it.each([
  ['/v1/chat/completions', 'cannot play the step "wait"'],
  ['/v1/responses', 'supports only streams'],
])('throws instead of dropping what an answer without a stream cannot have: %s', async (path, problem) => {
  const message = { method: 'POST', path, headers: {}, body: { model: 'mine' } }
  const request = new FakeRequest(1, message, protocolOf(message))
  const steps: Step[] = path.includes('chat') ? [{ type: 'wait', ms: 1 }] : []
  const connection = new Connection(new Socket(), request)
  await expect(playScript(completeStream(steps), request, connection)).rejects.toThrow(problem)
})

it('notices a client that disconnects in mid-stream, and sends nothing more', async () => {
  const stop = new AbortController()
  const response = await ask('stall', { stream: true }, stop.signal)
  const request = await fake.waitForRequest('stall')
  await request.waitForTokens(20)
  stop.abort()
  await request.closed
  // Keeps a reference to the response: an unreferenced one is cancelled when it is collected.
  expect(response.ok).toBe(true)
  expect(request).toMatchObject({ tokensSent: 20, isPlayed: false })
})

it('holds an answer until the test lets it continue, or the client disconnects', async () => {
  fake.script(
    'held',
    completeStream([
      { type: 'tokens', tokens: ['Hel'] },
      { type: 'hold' },
      { type: 'tokens', tokens: ['lo'] },
    ]),
  )
  const answering = ask('held')
  const request = await fake.waitForRequest('held')
  await request.waitForTokens(1)
  request.goOn()
  expect(await (await answering).text()).toContain('"lo"')

  const stop = new AbortController()
  const response = await ask('held', { stream: true }, stop.signal)
  const left = await fake.waitForRequest('held')
  await left.waitForTokens(1)
  stop.abort()
  await left.closed
  // As above.
  expect(response.ok).toBe(true)
  expect(left).toMatchObject({ tokensSent: 1, isPlayed: false })
})

it('keeps its side of the connection open for as long as the script says', async () => {
  const request = await halfClose('late-close')
  await request.closed
  const { clientFinMs, closedMs } = request
  expect(Number(closedMs) - Number(clientFinMs)).toBeGreaterThan(190)
})

it('keeps sending to a half-closed client if the script says so', async () => {
  const request = await halfClose('deaf')
  await request.letGo
  const sentBefore = request.tokensSent
  await request.waitForTokens(sentBefore + 3)
})

async function halfClose(model: string) {
  const socket = connect({ port: fake.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.resume()
  const body = JSON.stringify({ model, stream: true })
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  const request = await fake.waitForRequest(model)
  await request.waitForTokens(1)
  socket.end()
  socket.once('end', () => socket.destroy())
  return request
}

it('refuses other keys if it requires one', async () => {
  const guarded = await startFakeProvider({ apiKey: 'right' })
  const statusOf = async (key: string) => {
    const answer = await fetch(`${guarded.baseUrl}/models`, { headers: { authorization: `Bearer ${key}` } })
    await answer.text()
    return answer.status
  }
  expect([await statusOf('right'), await statusOf('wrong')]).toEqual([200, 401])
  await guarded.close()
})

it('answers 400 to a request that it cannot parse', async () => {
  const socket = connect(fake.port, '127.0.0.1')
  socket.end('POST /v1/chat/completions HTTP/1.1\r\ncontent-length: 4\r\n\r\nnope')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain('400')
})

it('keeps its rate when a timer is late', async () => {
  const never = new AbortController().signal
  const startMs = performance.now()
  await paced(100, 500, never, () => {})
  expect(performance.now() - startMs).toBeGreaterThan(197)
})

it('pauses when the reader is slow, and resumes when it reads', async () => {
  const tokens = 200_000
  fake.script('flood', completeStream([{ type: 'tokens', tokens: proseTokens(tokens) }]))
  const answer = await ask('flood')
  const request = await fake.waitForRequest('flood')
  expect(request.tokensSent).toBeLessThan(tokens)
  await answer.text()
  expect(request.tokensSent).toBe(tokens)
})

it('generates the same text every time', () => {
  expect(markdownTokens(500)).toEqual(markdownTokens(500))
  expect(markdownTokens(500)).toHaveLength(500)
})
