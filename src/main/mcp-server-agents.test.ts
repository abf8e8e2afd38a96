import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { type FakeProgram, type InstalledFakes, installFakes } from '../../e2e/fake-cli/install-fakes'
import { needsProc } from './base/testing/needs'
import { temporaryFolder } from './base/testing/temporary-folder'
import { buildMcpServer } from './mcp/testing/build-mcp-server'
import { RawClient } from './mcp/testing/raw-client'
import type { RawMessage } from './mcp/testing/raw-conversation'

let built: Awaited<ReturnType<typeof buildMcpServer>>

beforeAll(async () => {
  built = await buildMcpServer()
})
afterAll(() => built.remove())
beforeEach(needsProc)

interface Stage {
  client: RawClient
  fakes: InstalledFakes
  workspace: string
}

const adapters: FakeProgram[] = ['claude-agent-acp', 'codex-acp']

/** A server that finds fakes, and a client that knows it. */
async function start(options: { without?: FakeProgram[]; capabilities?: object } = {}): Promise<Stage> {
  const fakes = installFakes(options.without === undefined ? {} : { without: options.without })
  const client = new RawClient({
    program: built.program,
    args: ['--user-data', join(temporaryFolder(), 'data'), '--allow-unlimited'],
    environment: fakes.environment,
  })
  onTestFinished(async () => {
    await client.stop()
    fakes[Symbol.dispose]()
  })
  await client.initialize('2025-06-18', options.capabilities)
  return { client, fakes, workspace: temporaryFolder() }
}

function call(
  { client, workspace }: Stage,
  tool: string,
  prompt: string,
  more: object = {},
): string | number {
  return client.callTool(tool, { workspace, prompt, ...more }, { progressToken: prompt })
}

/** A call whose agent is at work: it has told something. */
async function callThatSpeaks(stage: Stage, tool: string, prompt: string) {
  const id = call(stage, tool, prompt)
  await stage.client.message(
    ({ method, params }) => method === 'notifications/progress' && params?.['progressToken'] === prompt,
  )
  return id
}

/** The user allows what an agent asks for, and is answered what that was. */
async function allow({ client }: Stage): Promise<string> {
  const question = await client.message(({ method }) => method === 'elicitation/create')
  const result = { action: 'accept', content: { decision: 'allow once' } }
  client.send({ jsonrpc: '2.0', id: question.id, result })
  return String(question.params?.['message'])
}

/** A call whose agent is in the middle of a tool, which sleeps for so many seconds. */
async function callInTool(stage: Stage, tool: string, seconds: number) {
  const prompt = `run sleep ${seconds + 1} & sleep ${seconds}`
  // Claude does not let root do everything: there it asks.
  const permission = tool === 'claude' ? 'workspace-write' : 'unlimited'
  const id = call(stage, tool, prompt, { permission })
  if (tool === 'claude') await allow(stage)
  const isThere = () => leftOf(stage).some((command) => command.trim() === `sleep ${seconds}`)
  for (let asked = 0; !isThere() && asked < 10_000; asked += 1) await stage.client.ask('ping')
  expect(isThere()).toBe(true)
  return id
}

async function outputOf({ client }: Stage, id: string | number): Promise<RawMessage['result']> {
  const { result } = await client.answer(id)
  expect(result).not.toHaveProperty('isError')
  return result?.['structuredContent'] as RawMessage['result']
}

/** Processes of the fakes, and of what they started: only these have this variable. */
function leftOf({ fakes }: Stage): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
        if (!environment.includes(`FAKE_AGENT_HOME=${fakes.home}`)) return []
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
      } catch {
        // It ended a moment ago.
        return []
      }
    })
}

const tools = ['claude', 'codex', 'gemini', 'opencode']

describe.each([
  { route: 'the protocol', without: [] },
  { route: 'the lines that they print', without: adapters },
])('agents that are talked to by $route', ({ without }) => {
  // Gemini waits for the next minute before it goes on: that is its route's own test.
  it.each(tools.filter((tool) => tool !== 'gemini'))(
    '%s answers, and goes on with what it was asked before',
    { timeout: 30_000 },
    async (tool) => {
      const stage = await start({ without })
      const first = await outputOf(stage, call(stage, tool, 'say Hello'))
      expect(first).toMatchObject({ text: 'Hello', stop_reason: 'end', denied: [] })
      expect(leftOf(stage)).toEqual([])
      const id = first?.['continuation_id']
      expect(id).toEqual(expect.any(String))
      const second = await outputOf(stage, call(stage, tool, 'How many?', { continuation_id: id }))
      expect(second).toMatchObject({ text: expect.stringContaining('2 user messages') })
    },
  )

  it.each(tools)(
    '%s is gone with all that it started when its request is cancelled, and only it',
    { timeout: 60_000 },
    async (tool) => {
      const stage = await start({ without, capabilities: { elicitation: {} } })
      const { client } = stage
      const cancelled = await callInTool(stage, tool, 1_000)
      const other = client.callTool('ask_model', { model: 'demo/brief', prompt: 'Be quick' })
      client.notify('notifications/cancelled', { requestId: cancelled })
      expect((await client.answer(other)).result).toBeDefined()
      // The end of the server waits for that of everything that it runs.
      const next = await outputOf(stage, call(stage, tool, 'say Here again'))
      expect(next).toMatchObject({ text: 'Here again' })
      client.endInput()
      expect(await client.exited).toBe(0)
      expect(leftOf(stage)).toEqual([])
      expect(client.answersTo(cancelled)).toEqual([])
    },
  )
})

it(
  'an interrupt ends every agent, tells so, and the next request is served',
  { timeout: 60_000 },
  async () => {
    const stage = await start({ without: ['codex-acp'] })
    const ids = []
    for (const tool of ['codex', 'gemini', 'opencode'])
      ids.push(await callInTool(stage, tool, 1_000 + 10 * ids.length))
    stage.client.kill('SIGINT')
    for (const id of ids) {
      expect(await stage.client.answer(id)).toMatchObject({ error: { data: { code: 'CANCELLED' } } })
    }
    expect(leftOf(stage)).toEqual([])
    expect(await outputOf(stage, call(stage, 'codex', 'say Next'))).toMatchObject({ text: 'Next' })
  },
)

it.each(['SIGTERM', 'end of input', 'nobody reads'])(
  'nothing is left after %s of agents that ignore signals and of what left their session',
  { timeout: 60_000 },
  async (way) => {
    const stage = await start({ without: adapters })
    const { client } = stage
    const stubborn = 'ignore signals\nleave child own-session\nslow 1000 tokens at 20 ms'
    await callThatSpeaks(stage, 'codex', stubborn)
    await callThatSpeaks(stage, 'opencode', stubborn.replace('1000', '1001'))
    if (way === 'SIGTERM') client.kill('SIGTERM')
    else if (way === 'end of input') client.endInput()
    else client.child.stdout?.destroy()
    expect(await client.exited).toBe(0)
    expect(leftOf(stage)).toEqual([])
  },
)

describe('what an agent asks for', () => {
  const asking = 'ask run echo hi > out.txt\nsay After'

  it('is denied where the client cannot be asked', { timeout: 30_000 }, async () => {
    const stage = await start()
    const output = await outputOf(stage, call(stage, 'claude', asking, { permission: 'workspace-write' }))
    expect(output?.['denied']).toHaveLength(1)
    expect(existsSync(join(stage.workspace, 'out.txt'))).toBe(false)
  })

  it('is done where the user of the client allows it', { timeout: 30_000 }, async () => {
    const stage = await start({ capabilities: { elicitation: {} } })
    const id = call(stage, 'claude', asking, { permission: 'workspace-write' })
    expect(await allow(stage)).toContain('echo hi > out.txt')
    expect(await outputOf(stage, id)).toMatchObject({ denied: [] })
    expect(existsSync(join(stage.workspace, 'out.txt'))).toBe(true)
  })
})

it(
  'a conversation that the agent does not have is told, and nothing is begun anew',
  { timeout: 30_000 },
  async () => {
    const stage = await start()
    const id = call(stage, 'claude', 'say Anew', { continuation_id: '00000000-0000-4000-8000-000000000000' })
    const { result } = await stage.client.answer(id)
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^AGENT_FAILED: .*without continuation_id/) }],
    })
  },
)

it('an agent that is not installed is told with how to install it', { timeout: 30_000 }, async () => {
  const client = new RawClient({
    program: built.program,
    args: ['--user-data', join(temporaryFolder(), 'data')],
    environment: { PATH: '/usr/bin:/bin', HOME: temporaryFolder() },
  })
  onTestFinished(() => client.stop())
  const id = client.callTool('opencode', { workspace: temporaryFolder(), prompt: 'x' })
  expect((await client.answer(id)).result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^AGENT_NOT_INSTALLED: .*install/) }],
  })
})
