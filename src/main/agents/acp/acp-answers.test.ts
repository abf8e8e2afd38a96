import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { type AgentId, agentIds, type ApprovalDecision } from '../../../shared/agents'
import type { SourceEvent } from '../../base/run-source'
import { merged, openAcpLab } from './testing/acp-lab'

const end: SourceEvent = { type: 'finish', reason: 'end' }
const decided = (decision: ApprovalDecision) => () => Promise.resolve(decision)

/** The events but for Codex's complaint about its model, which it makes once. */
function answerEvents(agentId: AgentId, events: readonly SourceEvent[]): SourceEvent[] {
  const all = merged(events)
  return agentId === 'codex' ? all.slice(1) : all
}

function toolEvents(events: readonly SourceEvent[]): Extract<SourceEvent, { type: `tool-${string}` }>[] {
  return merged(events).filter((event) => event.type.startsWith('tool-')) as ReturnType<typeof toolEvents>
}

describe.each(agentIds)('an answer of %s', (agentId) => {
  test('is not mixed up with the reasoning before it, and nothing that comes late is lost', async () => {
    const { ask } = openAcpLab({ maxWarm: 0 })
    const { events, error, sessionId } = await ask(agentId, 'think ;; say Hello there ;; late say , and more')
    const thought = `${agentId === 'gemini-cli' ? '**Thinking**\n' : ''}First I think about it. Then I decide.`
    expect(error).toBeNull()
    expect(sessionId).not.toBeNull()
    expect(answerEvents(agentId, events)).toEqual([
      { type: 'reasoning-delta', text: thought },
      { type: 'text-delta', text: 'Hello there, and more' },
      end,
    ])
  })

  test('shows its plan as it stands', async () => {
    const { ask } = openAcpLab({ maxWarm: 0 })
    const { events } = await ask(agentId, 'plan')
    const plans = events.flatMap((event) => (event.type === 'plan' ? [event.entries] : []))
    expect(plans.map((entries) => entries.map(({ status }) => status).join())).toEqual([
      'in-progress,pending,pending',
      'completed,in-progress,pending',
      'completed,completed,in-progress',
      'completed,completed,completed',
    ])
    expect(plans[0]?.map(({ text }) => text)).toEqual(['Look at the code', 'Change it', 'Run the tests'])
  })

  test('asks for a command with all that will run, runs it once allowed, and tells one result', async () => {
    const { ask, folder } = openAcpLab({ maxWarm: 0 })
    const { events, approvals, error } = await ask(agentId, 'ask run echo hi > made.txt && cat made.txt', {
      approve: decided('always'),
    })
    const tools = toolEvents(events)
    expect(error).toBeNull()
    expect(approvals).toHaveLength(1)
    expect(approvals[0]).toMatchObject({
      kind: 'execute',
      folder,
      title: 'echo hi > made.txt && cat made.txt',
      input: { command: 'echo hi > made.txt && cat made.txt' },
      toolCallId: tools[0]?.toolCallId,
    })
    expect(tools[0]).toMatchObject({ type: 'tool-call', kind: 'execute' })
    expect(tools.filter(({ type }) => type === 'tool-result')).toEqual([
      { type: 'tool-result', toolCallId: tools[0]?.toolCallId, output: 'hi\n' },
    ])
    expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('hi\n')
    expect(events.at(-1)).toEqual(end)
  })

  test('does nothing that was denied, and says so of the call', async () => {
    const { ask, fakes } = openAcpLab({ maxWarm: 0 })
    const { events, error, approvals } = await ask(agentId, 'ask run touch denied.txt ;; say Well', {
      approve: decided('deny'),
    })
    const results = toolEvents(events).filter(({ type }) => type === 'tool-result')
    expect([error, approvals.length, events.at(-1)]).toEqual([null, 1, end])
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ isError: true })
    expect(() => readFileSync(join(fakes.path, 'denied.txt'))).toThrow('ENOENT')
  })

  test('tells an edit as hunks, before it is allowed and after', async () => {
    const { ask, folder } = openAcpLab({ maxWarm: 0 })
    writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n')
    const { events, approvals } = await ask(agentId, 'ask edit a.txt', { approve: decided('once') })
    const change = {
      path: 'a.txt',
      kind: 'modified',
      patch: '@@ -1,2 +1,3 @@\n one\n two\n+one more line\n',
      added: 1,
      removed: 0,
    }
    expect(approvals[0]).toMatchObject({ kind: 'edit', changes: [change] })
    const told = toolEvents(events).flatMap((event) =>
      event.type === 'tool-update' ? (event.changes ?? []) : [],
    )
    expect(told).toEqual([change])
  })

  test('tells the work of a sub-agent as such', async () => {
    const { ask } = openAcpLab({ maxWarm: 0 })
    const [call, ...more] = toolEvents(
      (await ask(agentId, 'subagent Look about', { approve: decided('once') })).events,
    )
    expect(call).toMatchObject({ type: 'tool-call', kind: 'agent' })
    const inner = more.filter(({ type }) => type === 'tool-call')
    if (agentId === 'claude-code')
      expect(inner).toMatchObject([{ toolName: 'Bash', parentToolCallId: call?.toolCallId }])
    else expect(inner).toEqual([])
  })

  test('ends in the right failure, with nothing left', async () => {
    const { ask, supervisor } = openAcpLab()
    const failures = {
      'fail 401': ['PROVIDER_AUTH', undefined],
      'fail 429': ['PROVIDER_RATE_LIMIT', undefined],
      cut: ['PROVIDER_UNREACHABLE', undefined],
      'exit 3': ['AGENT_FAILED', 'exited'],
      'half line': ['AGENT_FAILED', 'exited'],
      'invalid json ;; hang': ['AGENT_FAILED', 'unreadable'],
      'big line 10 MB ;; hang': ['AGENT_FAILED', 'line-too-long'],
    }
    const told = await Promise.all(
      Object.keys(failures).map(async (prompt) => {
        const { error, events, closed } = await ask(agentId, prompt, { sessionId: prompt })
        await closed
        expect(events.filter(({ type }) => type === 'finish')).toEqual([])
        return [prompt, [error?.code, error?.data?.['reason']]]
      }),
    )
    expect(Object.fromEntries(told)).toEqual(failures)
    expect(supervisor.count()).toBe(0)
  }, 20_000)

  test('takes what is large in pieces, without losing any of it', async () => {
    const { ask } = openAcpLab({ maxWarm: 0 })
    const { text, events } = await ask(agentId, 'big line 5 MB')
    expect(text.length).toBe(5 * 1_048_576)
    const longest = Math.max(...events.map((event) => (event.type === 'text-delta' ? event.text.length : 0)))
    expect(longest).toBe(64 * 1024)
  })

  test('is given images and the folder, in the mode of what it is allowed', async () => {
    const { ask, folder } = openAcpLab({ maxWarm: 0 })
    const images = [{ kind: 'image' as const, mediaType: 'image/png', bytes: new Uint8Array([1, 2]) }]
    const modes: Record<AgentId, string[]> = {
      'claude-code': ['default', 'acceptEdits', 'acceptEdits'],
      codex: ['read-only', 'workspace-write', 'agent-full-access'],
      'gemini-cli': ['plan', 'autoEdit', 'yolo'],
      opencode: ['plan', 'build', 'build'],
    }
    const told: unknown[] = []
    for (const permission of ['read-only', 'workspace-write', 'unlimited'] as const) {
      const { text } = await ask(agentId, 'tell', { request: { permission, images } })
      told.push(JSON.parse(text))
    }
    expect(told).toEqual(
      modes[agentId].map(
        (mode) => expect.objectContaining({ mode, cwd: folder, images: ['image/png'] }) as unknown,
      ),
    )
  })

  test('cannot write while it is read-only, whatever is said to its questions', async () => {
    const { ask, folder } = openAcpLab({ maxWarm: 0 })
    await ask(agentId, 'edit made.txt with x', {
      request: { permission: 'read-only' },
      // Codex shuts itself in, and may be let out by the user.
      approve: decided(agentId === 'codex' ? 'deny' : 'once'),
    })
    expect(() => readFileSync(join(folder, 'made.txt'))).toThrow('ENOENT')
  })
})

test('a command of Codex and of OpenCode shows what it puts out while it runs', async () => {
  const { ask } = openAcpLab({ maxWarm: 0 })
  for (const agentId of ['codex', 'opencode'] as const) {
    const { events } = await ask(agentId, 'ask run echo one && echo two', { approve: decided('once') })
    const output = toolEvents(events).filter(({ type }) => type === 'tool-output')
    expect(output).toMatchObject([{ text: 'one\ntwo\n' }])
  }
})

test('the warnings of Codex are told once and are no part of the answer', async () => {
  const { ask } = openAcpLab()
  const first = await ask('codex', 'say One')
  const second = await ask('codex', 'say Two', { request: { resumeId: first.sessionId } })
  expect([first.text, second.text]).toEqual(['One', 'Two'])
  const notices = [...first.events, ...second.events].filter(({ type }) => type === 'notice')
  expect(notices).toMatchObject([{ code: 'AGENT_WARNING' }])
})
