// Needs processes: the fakes are programs that use standard input and output.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'

import type { NewSessionRequest, RequestPermissionRequest, SessionUpdate } from '@agentclientprotocol/sdk'
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { installFakes } from './install-fakes.ts'
import { gone, readPid } from './testing/reported-pid.ts'
import { isAlive } from './testing/run-fake.ts'
import { needsPosix } from '../../src/main/base/testing/needs.ts'

beforeEach(needsPosix)

const fakes = installFakes()
afterAll(() => fakes[Symbol.dispose]())

const agents = [
  {
    program: 'claude-agent-acp',
    args: [],
    asksInMode: 'default',
    unknown: -32002,
    denied: -32000,
    late: false,
  },
  { program: 'codex-acp', args: [], asksInMode: 'read-only', unknown: -32603, denied: -32000, late: false },
  { program: 'gemini', args: ['--acp'], asksInMode: 'default', unknown: -32603, denied: 401, late: true },
  { program: 'opencode', args: ['acp'], asksInMode: null, unknown: -32603, denied: -32603, late: false },
] as const
type Agent = (typeof agents)[number]

/** The user's answer: the kind of option to choose, or null for none. */
type Answer = 'allow_once' | 'allow_always' | 'reject_once' | null

const environment = {
  CLAUDE_CODE_MAX_RETRIES: '0',
  OPENCODE_CONFIG_CONTENT: JSON.stringify({ permission: { '*': 'allow', bash: 'ask' } }),
}

describe.each(agents)('$program $args', (agent) => {
  it("answers with its script, and counts the user's messages", async () => {
    await using session = await open(agent, 'allow_once')
    await session.prompt('think I wonder\nsay Hello from here, in several pieces.')
    const { stopReason } = await session.prompt('how many?')

    expect(stopReason).toBe('end_turn')
    expect(session.text()).toContain('Hello from here, in several pieces.')
    expect(session.text()).toContain('ok (2 user messages)')
    expect(session.text('agent_thought_chunk')).toContain('I wonder')
  })

  it.each([
    ['allow_once', true, 2],
    ['allow_always', true, 1],
    ['reject_once', false, null],
  ] as const)('asks for permission before it runs a command: %s', async (answer, runs, asked) => {
    const file = join(fakes.home, `${agent.program}-${answer}`)
    await using session = await open(agent, answer)
    await session.prompt(`run touch ${file}`)
    await session.prompt('run true')

    expect(existsSync(file)).toBe(runs)
    if (asked !== null) expect(session.asked).toHaveLength(asked)
    expect(session.asked[0]?.toolCall.title).toContain(`touch ${file}`)
  })

  it('reports an edit as a diff', async () => {
    const file = join(fakes.home, `${agent.program}.txt`)
    await using session = await open(agent, 'allow_once')
    await session.prompt(`edit ${file} with written`)

    expect(readFileSync(file, 'utf8')).toBe('written\n')
    expect(session.diffs()).toContainEqual({ type: 'diff', path: file, oldText: null, newText: 'written\n' })
  })

  it('can be cancelled in mid-stream, during a tool and during a permission request, and answers the next prompt', async () => {
    const file = join(fakes.home, `${agent.program}.pid`)
    await using session = await open(agent, 'allow_once')
    const stream = session.prompt('slow 1000 tokens at 10 ms')
    await session.update('w1 ')
    await session.cancel()
    expect((await stream).stopReason).toBe('cancelled')

    const tool = session.prompt(`run echo $$ > ${file}; exec sleep 60`)
    const pid = await readPid(file)
    await session.cancel()
    expect((await tool).stopReason).toBe('cancelled')

    session.answerWith(null)
    const question = session.prompt('ask run true')
    await session.question()
    await session.cancel()
    expect((await question).stopReason).toBe('cancelled')

    await session.prompt('how many?')
    expect(session.text()).toContain('ok (4 user messages)')
    // Only Codex lets a cancelled command run to its end.
    if (agent.program === 'codex-acp') expect(isAlive(pid)).toBe(true)
    else await gone(pid)
    expect(await session.end()).toBe(0)
    await gone(pid)
  })

  it('reports an error of its model server, and answers the next prompt', async () => {
    await using session = await open(agent, 'allow_once')

    await expect(session.prompt('fail 401')).rejects.toMatchObject({ code: agent.denied })
    await session.prompt('how many?')
    expect(session.text()).toContain('ok (2 user messages)')
  })

  it('loads a known session with its history, and refuses an unknown one', async () => {
    const first = await open(agent, 'allow_once')
    await first.prompt('say remembered')
    await first.end()
    await using second = await open(agent, 'allow_once', first.id)
    await second.update('remembered')
    await second.prompt('how many?')

    expect(second.text()).toContain('ok (2 user messages)')
    expect(second.hadHistoryAtLoad).toBe(!agent.late)
    await expect(open(agent, 'allow_once', 'ses_unknown')).rejects.toMatchObject({ code: agent.unknown })
  })

  it('replays a recorded prompt, and respects a cancel where the recorded client cancelled', async () => {
    await using session = await open(agent, 'allow_once')
    expect((await session.prompt('replay write-allow')).stopReason).toBe('end_turn')
    const slow = session.prompt('replay slow')
    await session.update('w0 ')
    await session.cancel()

    expect((await slow).stopReason).toBe('cancelled')
    expect(session.text()).toContain('Done: the command ran.')
  })
})

it('codex-acp reports the end of a cancelled command later', async () => {
  const [pidFile, goFile] = [join(fakes.home, 'late.pid'), join(fakes.home, 'late.go')]
  await using session = await open(agents[1], 'allow_once')
  const tool = session.prompt(
    `run echo $$ > ${pidFile}; until test -e ${goFile}; do sleep 0.01; done; echo late`,
  )
  await readPid(pidFile)
  await session.cancel()
  expect((await tool).stopReason).toBe('cancelled')
  await session.prompt(`edit ${goFile}`)

  await session.update('late\\n')
  expect(session.text()).not.toContain('late')
})

it("reports the tools of a subagent as that agent's", async () => {
  await using session = await open(agents[0], 'allow_once')
  await session.prompt('subagent Look')

  const inner = session.updates.filter((update) => JSON.stringify(update).includes('parentToolUseId'))
  expect(inner.map(({ sessionUpdate }) => sessionUpdate)).toEqual(
    expect.arrayContaining(['agent_message_chunk', 'tool_call', 'tool_call_update']),
  )
})

interface OpenSession extends AsyncDisposable {
  id: string
  updates: SessionUpdate[]
  asked: RequestPermissionRequest[]
  hadHistoryAtLoad: boolean
  prompt: (text: string) => Promise<{ stopReason: string }>
  cancel: () => Promise<void>
  /** The text so far. */
  text: (kind?: 'agent_message_chunk' | 'agent_thought_chunk') => string
  /** Waits for a text in any update. */
  update: (text: string) => Promise<void>
  /** The diffs reported so far. */
  diffs: () => unknown[]
  question: () => Promise<void>
  answerWith: (answer: Answer) => void
  /** Ends its standard input and returns its exit code. */
  end: () => Promise<number | null>
}

/** Opens a session through the official client, in the mode in which the agent asks for permission. */
async function open(agent: Agent, first: Answer, loadId?: string): Promise<OpenSession> {
  const child = spawn(fakes.executable(agent.program), agent.args, {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  let answer = first
  const updates: SessionUpdate[] = []
  const asked: RequestPermissionRequest[] = []
  const heard = new EventTarget()
  const connection = client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update)
      heard.dispatchEvent(new Event('any'))
    })
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      asked.push(params)
      heard.dispatchEvent(new Event('any'))
      const option = params.options.find(({ kind }) => kind === answer)
      if (option === undefined) return await new Promise<never>(() => undefined)
      return { outcome: { outcome: 'selected', optionId: option.optionId } }
    })
    .onNotification('*', () => undefined)
    .connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)))
  const until = async (claim: () => boolean) => {
    while (!claim()) await once(heard, 'any')
  }
  const end = async () => {
    child.stdin.end()
    await exited
    connection.close()
    return child.exitCode
  }
  const { agent: context } = connection

  try {
    await context.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: {},
    })
    const place: NewSessionRequest = { cwd: fakes.home, mcpServers: [] }
    const sessionId =
      loadId === undefined
        ? (await context.request(methods.agent.session.new, place)).sessionId
        : (await context.request(methods.agent.session.load, { ...place, sessionId: loadId }), loadId)
    const hadHistoryAtLoad = updates.some((update) => JSON.stringify(update).includes('remembered'))
    if (agent.asksInMode !== null) {
      await context.request(methods.agent.session.setMode, { sessionId, modeId: agent.asksInMode })
    }
    return {
      id: sessionId,
      updates,
      asked,
      hadHistoryAtLoad,
      prompt: (text) =>
        context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] }),
      cancel: () => context.notify(methods.agent.session.cancel, { sessionId }),
      text: (kind = 'agent_message_chunk') =>
        updates
          .map((update) =>
            update.sessionUpdate === kind && update.content.type === 'text' ? update.content.text : '',
          )
          .join(''),
      update: (text) => until(() => updates.some((update) => JSON.stringify(update).includes(text))),
      diffs: () =>
        updates
          .flatMap((update) => ('content' in update && Array.isArray(update.content) ? update.content : []))
          .filter((content) => 'type' in content && content.type === 'diff')
          .map(({ _meta, ...diff }) => diff),
      question: () => {
        const before = asked.length
        return until(() => asked.length > before)
      },
      answerWith: (next) => (answer = next),
      end,
      [Symbol.asyncDispose]: async () => {
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}
