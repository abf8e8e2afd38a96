// Needs processes: the server, and agents that must not outlive it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { type FakeProgram, type InstalledFakes, installFakes } from '../../../../e2e/fake-cli/install-fakes'
import { madeInFolder } from '../../agents/testing/contract/bench'
import { needsProc } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { builtProgram } from '../../base/testing/built-program'
import { RawClient } from '../../mcp/testing/raw-client'
import type { RawMessage } from '../../mcp/testing/raw-conversation'

const program = builtProgram('mcp-server')

beforeEach(needsProc)

interface Stage {
  client: RawClient
  fakes: InstalledFakes
  workspace: string
}

const adapters: FakeProgram[] = ['claude-agent-acp', 'codex-acp']

/** A server that finds the fakes, and its client. */
async function start(options: { without?: FakeProgram[]; capabilities?: object } = {}): Promise<Stage> {
  const fakes = installFakes({ without: options.without ?? [] })
  const client = new RawClient({
    program,
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

/** A call whose agent has reported progress. */
async function callThatSpeaks(stage: Stage, tool: string, prompt: string) {
  const id = call(stage, tool, prompt)
  await stage.client.message(
    ({ method, params }) => method === 'notifications/progress' && params?.['progressToken'] === prompt,
  )
  return id
}

/** The user allows an agent's request; returns the request's message. */
async function allow({ client }: Stage): Promise<string> {
  const question = await client.message(({ method }) => method === 'elicitation/create')
  const result = { action: 'accept', content: { decision: 'allow once' } }
  client.send({ jsonrpc: '2.0', id: question.id, result })
  return String(question.params?.['message'])
}

/** A call whose agent is in the middle of a tool that sleeps for this many seconds. */
async function callInTool(stage: Stage, tool: string, seconds: number) {
  const begun = `begun-${seconds}`
  const prompt = `run sleep ${seconds + 1} & touch ${begun}; sleep ${seconds}`
  // Claude does not grant root unlimited permission: there it asks.
  const permission = tool === 'claude' ? 'workspace-write' : 'unlimited'
  const id = call(stage, tool, prompt, { permission })
  if (tool === 'claude') await allow(stage)
  await madeInFolder(stage.workspace, () => existsSync(join(stage.workspace, begun)))
  return id
}

async function outputOf({ client }: Stage, id: string | number): Promise<RawMessage['result']> {
  const { result } = await client.answer(id)
  expect(result).not.toHaveProperty('isError')
  return result?.['structuredContent'] as RawMessage['result']
}

/** The command lines of all remaining processes. */
function leftOf({ fakes }: Stage): string[] {
  return processesOf(fakes).map(({ command }) => command)
}

/** Processes of the fakes and their descendants: only these have this variable. */
function processesOf({ home }: InstalledFakes): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
        if (!environment.includes(`FAKE_AGENT_HOME=${home}`)) return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(pid), command }]
      } catch {
        // It has just exited.
        return []
      }
    })
}

/** The ids of the processes that `leave` started and that lead their own session. */
function leadersOf({ fakes }: Stage): number[] {
  return processesOf(fakes)
    .filter(({ command }) => command.startsWith('/bin/sleep 600'))
    .filter(({ pid }) => sessionOf(pid) === pid)
    .map(({ pid }) => pid)
}

function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])
}

const tools = ['claude', 'codex', 'gemini', 'opencode']

// Gemini waits for the next minute before it continues, which its route's own test covers.
it('every agent answers, is gone afterwards, and continues its conversation', async () => {
  const stage = await start()
  for (const tool of tools.filter((each) => each !== 'gemini')) {
    const first = await outputOf(stage, call(stage, tool, 'say Hello'))
    expect(first).toMatchObject({ text: 'Hello', stop_reason: 'end', denied: [] })
    expect(leftOf(stage)).toEqual([])
    const id = first?.['continuation_id']
    expect(id).toEqual(expect.any(String))
    const second = await outputOf(stage, call(stage, tool, 'How many?', { continuation_id: id }))
    expect(second).toMatchObject({ text: expect.stringContaining('2 user messages') })
  }
})

it.each([
  { route: 'the protocol', without: [], played: tools },
  { route: 'their printed lines', without: adapters, played: ['claude', 'codex'] },
])(
  'cancelling a request to an agent by $route ends its process tree, and nothing else',
  async ({ without, played }) => {
    const stage = await start({ without, capabilities: { elicitation: {} } })
    const { client } = stage
    const cancelled: (string | number)[] = []
    for (const [index, tool] of played.entries()) {
      const seconds = 1_000 + 10 * index
      const id = await callInTool(stage, tool, seconds)
      const other = client.callTool('ask_model', { model: 'demo/brief', prompt: 'Be quick' })
      client.notify('notifications/cancelled', { requestId: id })
      expect((await client.answer(other)).result).toBeDefined()
      expect(await outputOf(stage, call(stage, tool, 'say Here again'))).toMatchObject({ text: 'Here again' })
      cancelled.push(id)
    }
    // The server waits for the end of everything that it runs.
    client.endInput()
    expect(await client.exited).toBe(0)
    expect(leftOf(stage)).toEqual([])
    for (const id of cancelled) expect(client.answersTo(id)).toEqual([])
  },
)

it('an interrupt ends every agent and is reported, and the next request is served', async () => {
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
})

it('agents that ignore signals and processes that left their session end, however the server ends', async () => {
  const ways: Record<string, (client: RawClient) => unknown> = {
    SIGTERM: (client) => client.kill('SIGTERM'),
    'end of input': (client) => client.endInput(),
    'nobody reads': (client) => client.child.stdout?.destroy(),
  }
  // In parallel, because each waits as long as an agent may take to end.
  const ended = await Promise.all(
    Object.entries(ways).map(async ([way, end]) => {
      const stage = await start({ without: adapters })
      const stubborn = 'ignore signals\nleave child own-session\nslow 1000 tokens at 20 ms'
      await callThatSpeaks(stage, 'claude', stubborn)
      await callThatSpeaks(stage, 'opencode', stubborn.replace('1000', '1001'))
      await expect.poll(() => leadersOf(stage)).toHaveLength(2)
      end(stage.client)
      return { way, code: await stage.client.exited, left: leftOf(stage) }
    }),
  )
  expect(ended).toEqual(Object.keys(ways).map((way) => ({ way, code: 0, left: [] })))
})

describe("an agent's request for approval", () => {
  const asking = 'ask run echo hi > out.txt\nsay After'

  it('is denied if the client cannot be asked', async () => {
    const stage = await start()
    const output = await outputOf(stage, call(stage, 'claude', asking, { permission: 'workspace-write' }))
    expect(output?.['denied']).toHaveLength(1)
    expect(existsSync(join(stage.workspace, 'out.txt'))).toBe(false)
  })

  it("is granted if the client's user allows it", async () => {
    const stage = await start({ capabilities: { elicitation: {} } })
    const id = call(stage, 'claude', asking, { permission: 'workspace-write' })
    expect(await allow(stage)).toContain('echo hi > out.txt')
    expect(await outputOf(stage, id)).toMatchObject({ denied: [] })
    expect(existsSync(join(stage.workspace, 'out.txt'))).toBe(true)
  })
})

it('a conversation that the agent has lost is reported, and no new one starts', async () => {
  const stage = await start()
  const id = call(stage, 'claude', 'say Anew', { continuation_id: '00000000-0000-4000-8000-000000000000' })
  const { result } = await stage.client.answer(id)
  expect(result).toMatchObject({
    isError: true,
    content: [
      { text: expect.stringMatching(/^AGENT_FAILED \(continuation_id\): .*without continuation_id/) },
    ],
  })
})

it('an agent that is not installed is reported with installation instructions', async () => {
  const client = new RawClient({
    program,
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
