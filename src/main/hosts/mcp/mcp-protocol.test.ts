import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { systemClock } from '../../base/clock'
import { randomId } from '../../base/new-id'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { createSilentLog } from '../../health/testing/silent-log'
import type { InterruptMode } from '../../mcp/lifetime'
import type { ServedMcp } from '../../mcp/serve-mcp'
import { connectInMemory } from '../../mcp/testing/connect-in-memory'
import type { RawConversation } from '../../mcp/testing/raw-conversation'
import { openMcpServices } from './mcp-host'
import { createMcpPlatform } from './mcp-host'

/** An in-process server with its own streams, and its client. */
function start(interruptMode: InterruptMode = 'cancel'): { client: RawConversation; served: ServedMcp } {
  const resources = new AsyncDisposableStack()
  const log = createSilentLog()
  const platform = createMcpPlatform({
    version: '1',
    dataFolder: join(temporaryFolder(), 'data'),
    isUnlimitedAllowed: false,
    quit: () => {},
  })
  const backend = openMcpServices(
    {
      platform,
      environment: { PARLEY_LOCAL_SERVERS: '[]' },
      tools: null,
      clock: systemClock,
      newId: randomId,
      log,
    },
    resources,
  )
  const { client, served } = connectInMemory({ backend, interruptMode, clock: systemClock, log })
  onTestFinished(async () => {
    await served.end()
    await resources.disposeAsync()
  })
  return { client, served }
}

const silent = { model: 'demo/silent', prompt: 'Say nothing' }
const slow = { model: 'demo/slow', prompt: 'Take your time' }
const brief = { model: 'demo/brief', prompt: 'Be quick' }

/** A running call: its first text has arrived. */
async function callThatRuns(client: RawConversation, args: object = slow): Promise<string | number> {
  const token = `token-${client.messages.length}-${Math.random()}`
  const id = client.callTool('ask_model', args, { progressToken: token })
  await client.message(
    ({ method, params }) => method === 'notifications/progress' && params?.['progressToken'] === token,
  )
  return id
}

/** Expects the next request to be served, whatever happened before. */
async function expectServing(client: RawConversation): Promise<void> {
  const answer = await client.answer(client.callTool('ask_model', brief))
  expect(answer.result).toMatchObject({ structuredContent: { model: 'demo/brief', stop_reason: 'end' } })
  expect(client.strayLines).toEqual([])
}

const olderVersions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']

describe('a client', () => {
  it.each(olderVersions)(
    'with version %s is served in that version, and need not send "initialized"',
    async (version) => {
      const { client } = start()
      const { result } = await client.initialize(version)
      expect(result).toMatchObject({ protocolVersion: version, serverInfo: { name: 'parley' } })
      await expectServing(client)
      client.notify('notifications/initialized')
      await expectServing(client)
    },
  )

  it('with an unknown version is offered the newest one that is initialized', async () => {
    const { client } = start()
    expect((await client.initialize('1999-01-01')).result).toMatchObject({ protocolVersion: '2025-11-25' })
  })

  it('with version 2026-07-28 is served without initialization', async () => {
    const { client } = start()
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const { result } = await client.ask('server/discover', { _meta: meta })
    expect(result).toMatchObject({ supportedVersions: ['2026-07-28'] })
    const answer = await client.answer(client.callTool('ask_model', brief, meta))
    expect(answer.result).toMatchObject({ structuredContent: { stop_reason: 'end' } })
    const cancelled = client.callTool('ask_model', silent, meta)
    client.notify('notifications/cancelled', { requestId: cancelled })
    expect((await client.answer(client.request('tools/list', { _meta: meta }))).result).toBeDefined()
    expect(client.answersTo(cancelled)).toEqual([])
  })

  it('that sends a request before it introduces itself gets an answer', async () => {
    const { client } = start()
    await expectServing(client)
    expect((await client.initialize('2025-06-18')).result).toMatchObject({ protocolVersion: '2025-06-18' })
  })
})

describe('a cancelled request', () => {
  it('gets no answer, and another running request gets its own', async () => {
    const { client } = start()
    await client.initialize('2025-06-18')
    const kept = client.callTool('ask_model', brief)
    const cancelled = await callThatRuns(client)
    client.notify('notifications/cancelled', { requestId: cancelled, reason: 'no more' })
    expect((await client.answer(kept)).result).toBeDefined()
    await expectServing(client)
    expect(client.answersTo(cancelled)).toEqual([])
  })

  it('may be cancelled before its start, twice, or after its end', async () => {
    const { client } = start()
    await client.initialize('2025-06-18')
    const cancel = (requestId: string | number) => client.notify('notifications/cancelled', { requestId })
    const atOnce = client.callTool('ask_model', silent)
    cancel(atOnce)
    cancel(atOnce)
    const done = client.callTool('ask_model', brief)
    await client.answer(done)
    cancel(done)
    cancel('never heard of')
    client.notify('notifications/cancelled', {})
    await expectServing(client)
    expect(client.answersTo(atOnce)).toEqual([])
    expect(client.answersTo(done)).toHaveLength(1)
  })

  it('that waits for several models ends in all of them', async () => {
    const { client, served } = start()
    await client.initialize('2025-06-18')
    const id = client.callTool('compare_models', { models: ['demo/silent', 'demo/silent'], prompt: 'x' })
    client.notify('notifications/cancelled', { requestId: id })
    await expectServing(client)
    // Nothing is running any more, so the next interrupt ends the server.
    served.interrupt()
    await served.ended
    expect(client.answersTo(id)).toEqual([])
  })
})

describe('an interrupt', () => {
  const cancelledError = {
    code: -32800,
    message: 'CANCELLED: Parley was interrupted. Everything that the request started has ended.',
    data: { code: 'CANCELLED', reason: 'interrupted' },
  }

  it('ends every request with an error, and the server keeps running', async () => {
    const { client, served } = start()
    await client.initialize('2025-06-18')
    const ids = [await callThatRuns(client), await callThatRuns(client)]
    served.interrupt()
    for (const id of ids) expect((await client.answer(id)).error).toEqual(cancelledError)
    await expectServing(client)
    const again = await callThatRuns(client)
    served.interrupt()
    expect((await client.answer(again)).error).toEqual(cancelledError)
    for (const id of [...ids, again]) expect(client.answersTo(id)).toHaveLength(1)
    await expectServing(client)
  })

  it('and a second one within a second end the server in that mode', async () => {
    const { client, served } = start('cancel-then-exit')
    await client.initialize('2025-06-18')
    const id = await callThatRuns(client)
    served.interrupt()
    expect((await client.answer(id)).error).toEqual(cancelledError)
    served.interrupt()
    await served.ended
  })
})

describe('an invalid request', () => {
  it('is answered with an error, and the next request is served', async () => {
    const { client } = start()
    await client.initialize('2025-06-18')
    client.send('{"jsonrpc": "2.0", "id": 1')
    expect(await client.answer(null)).toMatchObject({ id: null, error: { code: -32700 } })
    client.send({ jsonrpc: '2.0', id: 'no-method', method: 5 })
    expect((await client.answer('no-method')).error).toMatchObject({ code: -32600 })
    client.send({ jsonrpc: '1.0', id: 'old', method: 'ping' })
    expect((await client.answer('old')).error).toMatchObject({ code: -32600 })
    client.send('\u0000\u0001 garbage \u{10ffff}')
    client.send('')
    client.send('[]')
    client.send('"text"')
    client.send('null')
    await expectServing(client)
  })

  it('is an unknown method or tool, or input that a tool does not accept', async () => {
    const { client } = start()
    await client.initialize('2025-06-18')
    expect((await client.ask('tools/destroy')).error).toMatchObject({ code: -32601 })
    expect((await client.ask('tools/call', { name: 'nobody', arguments: {} })).error).toMatchObject({
      code: -32602,
    })
    const answer = await client.answer(client.callTool('ask_model', { model: 7 }))
    expect(answer.result).toMatchObject({ isError: true })
    await expectServing(client)
  })

  it('is a second one with an id that is still in use; the first one continues', async () => {
    const { client } = start()
    await client.initialize('2025-06-18')
    const id = await callThatRuns(client)
    client.request('ping', {}, id)
    expect((await client.answer(id)).error).toMatchObject({ code: -32600 })
    client.notify('notifications/cancelled', { requestId: id })
    await expectServing(client)
    expect(client.answersTo(id)).toHaveLength(1)
    // The id can be used again.
    client.request('ping', {}, id)
    await client.message((message) => message.id === id && message.result !== undefined)
  })

  it('is a line of more than 64 MB, while one of 10 MB is served', async () => {
    const { client } = start()
    await client.initialize('2025-06-18')
    const long = client.request('ping', { filler: 'x'.repeat(10 * 1024 * 1024) })
    expect((await client.answer(long)).result).toEqual({})
    client.send('y'.repeat(65 * 1024 * 1024))
    expect(await client.answer(null)).toMatchObject({ error: { code: -32600 } })
    await expectServing(client)
  })
})

it('answers a batch as a batch, without cancelled requests', async () => {
  const { client } = start()
  await client.initialize('2025-03-26')
  client.send([
    { jsonrpc: '2.0', id: 'a', method: 'ping' },
    { jsonrpc: '2.0', id: 'b', method: 'tools/call', params: { name: 'ask_model', arguments: silent } },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'b' } },
    { jsonrpc: '2.0', id: 'c', method: 'nothing' },
  ])
  await client.answer('c')
  const answers = client.messages.at(-1)
  expect(Array.isArray(answers) ? answers.map(({ id }) => id) : answers).toEqual(
    expect.arrayContaining(['a', 'c']),
  )
  expect(answers).toHaveLength(2)
})
