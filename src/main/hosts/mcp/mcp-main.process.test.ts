// Needs processes: signals, exit codes, standard streams and the built program are under test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { needsPosix } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { builtProgram } from '../../base/testing/built-program'
import { RawClient, type RawClientOptions } from '../../mcp/testing/raw-client'
import { lockDataFolder } from '../../store/opening/data-folder-lock'
import { openSearchedStore } from '../../store/testing/searched-store'

const program = builtProgram('mcp-server')

function start(options: Partial<RawClientOptions> = {}): RawClient {
  const dataFolder = join(temporaryFolder(), 'data')
  return startWith({ ...options, args: ['--user-data', dataFolder, ...(options.args ?? [])] })
}

function startWith(options: Partial<RawClientOptions>): RawClient {
  const client = new RawClient({ program, ...options })
  onTestFinished(() => client.stop())
  return client
}

const slow = { model: 'demo/slow', prompt: 'Take your time' }
const brief = { model: 'demo/brief', prompt: 'Be quick' }

/** A running call: its first text has arrived. */
async function callThatRuns(client: RawClient, args: object = slow): Promise<string | number> {
  const token = `token-${client.messages.length}-${Math.random()}`
  const id = client.callTool('ask_model', args, { progressToken: token })
  await client.message(
    ({ method, params }) => method === 'notifications/progress' && params?.['progressToken'] === token,
  )
  return id
}

/** Expects the next request to be served, whatever happened before. */
async function expectServing(client: RawClient): Promise<void> {
  const answer = await client.answer(client.callTool('ask_model', brief))
  expect(answer.result).toMatchObject({ structuredContent: { model: 'demo/brief', stop_reason: 'end' } })
  expect(client.strayLines).toEqual([])
}

describe('a client', () => {
  it.each(['legacy', 'auto'] as const)(
    'of the official library (%s) finds every tool and can use it',
    async (mode) => {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [program, '--user-data', join(temporaryFolder(), 'data')],
        env: { PATH: process.env['PATH'] ?? '', PARLEY_LOCAL_SERVERS: '[]' },
        stderr: 'ignore',
      })
      const client = new Client({ name: 'official', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(transport)
      try {
        const { tools } = await client.listTools()
        expect(tools.map(({ name }) => name)).toEqual([
          'claude',
          'codex',
          'gemini',
          'opencode',
          'ask_model',
          'compare_models',
          'list_models',
          'search_sessions',
          'get_session',
        ])
        const said: string[] = []
        const answer = await client.callTool(
          {
            name: 'compare_models',
            arguments: { models: ['demo/brief', 'nobody/knows', 'demo/agent'], prompt: 'Hello' },
          },
          { onprogress: ({ message }) => said.push(message ?? '') },
        )
        expect(answer.structuredContent).toMatchObject({
          answers: [
            { model: 'demo/brief', status: 'completed', error: null },
            { model: 'nobody/knows', status: 'failed', text: '', error: { code: 'NOT_FOUND' } },
            { model: 'demo/agent', status: 'completed', error: null },
          ],
        })
        expect(said[0]).toBe('0 of 3 models answered')
        const stop = new AbortController()
        const cancelled = client.callTool(
          { name: 'ask_model', arguments: slow },
          { signal: stop.signal, onprogress: () => stop.abort('enough') },
        )
        await expect(cancelled).rejects.toThrow('enough')
        expect((await client.callTool({ name: 'ask_model', arguments: brief })).isError).toBeUndefined()
      } finally {
        await client.close()
      }
    },
  )
})

describe('an interrupt', () => {
  beforeEach(needsPosix)

  const cancelledError = {
    code: -32800,
    message: 'CANCELLED: Parley was interrupted. Everything that the request started has ended.',
    data: { code: 'CANCELLED', reason: 'interrupted' },
  }

  it('ends every request with an error, but not the server; without a request it ends the server', async () => {
    const client = start()
    await client.initialize('2025-06-18')
    const ids = [await callThatRuns(client), await callThatRuns(client)]
    client.kill('SIGINT')
    for (const id of ids) expect((await client.answer(id)).error).toEqual(cancelledError)
    await expectServing(client)
    for (const id of ids) expect(client.answersTo(id)).toHaveLength(1)
    client.kill('SIGINT')
    expect(await client.exited).toBe(0)
  })

  it('also ends the server if PARLEY_SIGINT is exit, after the request got its error', async () => {
    const client = start({ environment: { PARLEY_SIGINT: 'exit' } })
    await client.initialize('2025-06-18')
    const id = await callThatRuns(client)
    client.kill('SIGINT')
    expect(await client.exited).toBe(0)
    expect(client.answersTo(id)).toMatchObject([{ error: cancelledError }])
  })

  it('with an unknown mode is rejected at startup', async () => {
    const client = start({ environment: { PARLEY_SIGINT: 'perhaps' } })
    expect(await client.exited).toBe(1)
    expect(JSON.parse(client.stderr)).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        message:
          '“perhaps” is not a valid value of PARLEY_SIGINT. Use one of: cancel, exit, cancel-then-exit.',
      },
    })
    expect(client.messages).toEqual([])
  })
})

describe('the shutdown', () => {
  beforeEach(needsPosix)

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'is clean on %s, with an error for each running request',
    async (signal) => {
      const client = start()
      await client.initialize('2025-06-18')
      const id = await callThatRuns(client)
      client.kill(signal)
      expect(await client.exited).toBe(0)
      expect(client.answersTo(id)).toMatchObject([{ error: { data: { code: 'CANCELLED' } } }])
    },
  )

  it('starts at the end of standard input, even while requests run', async () => {
    const client = start()
    await client.initialize('2025-06-18')
    await callThatRuns(client)
    client.endInput()
    expect(await client.exited).toBe(0)
  })

  it('comes after all requests that arrived before the end of input are answered', async () => {
    const client = start()
    const id = client.request('tools/list')
    client.endInput()
    expect(await client.exited).toBe(0)
    expect(client.answersTo(id)).toHaveLength(1)
  })

  it('starts when nobody reads the answers any more', async () => {
    const client = start()
    await client.initialize('2025-06-18')
    await callThatRuns(client)
    client.child.stdout?.destroy()
    expect(await client.exited).toBe(0)
  })

  it('is not delayed by a client that does not read', async () => {
    const child = spawn(process.execPath, [program, '--user-data', join(temporaryFolder(), 'data')], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, PARLEY_LOCAL_SERVERS: '[]' },
    })
    const exited = once(child, 'exit')
    // More answers than a pipe can hold.
    for (let id = 0; id < 200; id += 1) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`)
    }
    await once(child.stdout, 'readable')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
})

it('keeps all other output off standard output', async () => {
  const preload =
    "setInterval(()=>{console.log('stray log');console.info('stray info');process.stdout.write('stray write\\n')},1)"
  const client = start({ preload })
  await client.initialize('2025-06-18')
  await expectServing(client)
  client.endInput()
  expect(await client.exited).toBe(0)
  expect(client.strayLines).toEqual([])
  expect(client.stderr).toContain('stray log')
  expect(client.stderr).toContain('stray write')
})

it('creates nothing in a data folder that does not exist', async () => {
  const dataFolder = join(temporaryFolder(), 'data')
  const client = startWith({ args: ['--user-data', dataFolder] })
  await client.initialize('2025-06-18')
  const found = await client.answer(client.callTool('search_sessions', {}))
  expect(found.result).toMatchObject({ structuredContent: { hits: [], has_more: false } })
  const none = await client.answer(client.callTool('get_session', { session_id: 'nobody' }))
  expect(none.result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^NOT_FOUND: /) }],
  })
  await expectServing(client)
  client.endInput()
  expect(await client.exited).toBe(0)
  expect(existsSync(dataFolder)).toBe(false)
})

it('reads the chats of an app that has the same folder open, without touching its lock and files', async () => {
  const app = openSearchedStore()
  const lock = lockDataFolder(app.folder)
  onTestFinished(() => lock.release())
  const chat = app.store.createSession({ title: 'Gardens' }).id
  app.say(chat, 'roses')
  const client = startWith({ args: ['--user-data', app.folder] })
  await client.initialize('2025-06-18')
  const find = async (query: string) =>
    (await client.answer(client.callTool('search_sessions', { query }))).result?.['structuredContent']
  expect(await find('roses')).toMatchObject({
    hits: [{ session_id: chat, title: 'Gardens', snippet: 'roses' }],
  })
  const before = readdirSync(app.folder).toSorted((one, other) => one.localeCompare(other))
  // New messages are visible while the server runs.
  app.say(chat, 'tulips')
  expect(await find('tulips')).toMatchObject({ hits: [{ snippet: 'tulips' }] })
  const page = await client.answer(client.callTool('get_session', { session_id: chat, limit: 1 }))
  const told = page.result?.['structuredContent'] as { before: string }
  expect(told).toMatchObject({ title: 'Gardens', messages: [{ role: 'assistant', text: 'tulips' }] })
  const older = await client.answer(client.callTool('get_session', { session_id: chat, before: told.before }))
  expect(older.result).toMatchObject({ structuredContent: { messages: [{ text: 'roses' }], before: null } })
  expect(readdirSync(app.folder).toSorted((one, other) => one.localeCompare(other))).toEqual(before)
})
