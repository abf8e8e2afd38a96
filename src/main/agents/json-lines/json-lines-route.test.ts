import { existsSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { agentIds } from '../../../shared/agents'
import { ParleyError } from '../../../shared/errors'
import type { SourceEvent } from '../../base/run-source'
import { openFakeBench, processesOf, startFakeTurn } from './testing/fake-turn'

const text = (events: readonly SourceEvent[]) =>
  events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
const reasoning = (events: readonly SourceEvent[]) =>
  events.map((event) => (event.type === 'reasoning-delta' ? event.text : '')).join('')
const isText = (event: SourceEvent) => event.type === 'text-delta'
const isCall = (event: SourceEvent) => event.type === 'tool-call'
const once = { opened: 1, closed: 1 }

describe.each(agentIds)('%s', (agentId) => {
  /** Codex and OpenCode print whole messages, so of one that is cut off nothing comes. */
  const printsDeltas = agentId === 'claude-code' || agentId === 'gemini-cli'

  test('an answer is whole, its session is kept, and nothing of the process is left', async () => {
    const bench = openFakeBench()
    const turn = startFakeTurn(bench, agentId, { prompt: 'say Hello there.' })
    expect(await turn.ended).toEqual({ error: null })
    expect(text(turn.events)).toBe('Hello there.')
    expect(turn.resumeIds).toEqual([expect.stringMatching(/./)])
    expect(turn.upstream).toEqual(once)
    expect(processesOf(turn.runId)).toEqual([])
    expect(bench.complaints).toEqual([])
  })

  test('thoughts do not stand in the answer', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, { prompt: 'think Let me see. ;; say So it is.' })
    expect(await turn.ended).toEqual({ error: null })
    expect(text(turn.events)).toBe('So it is.')
    expect(reasoning(turn.events)).toBe(agentId === 'gemini-cli' ? '' : 'Let me see.')
  })

  test('a command and an edit are told with what came of them', async () => {
    const bench = openFakeBench()
    const turn = startFakeTurn(bench, agentId, { prompt: 'run echo one ;; edit a.txt with new ;; say Done.' })
    expect(await turn.ended).toEqual({ error: null })
    const calls = turn.events.flatMap((event) => (event.type === 'tool-call' ? [event] : []))
    const results = turn.events.flatMap((event) => (event.type === 'tool-result' ? [event] : []))
    const updates = turn.events.flatMap((event) => (event.type === 'tool-update' ? [event] : []))
    expect(calls.map(({ kind }) => kind)).toEqual(['execute', 'edit'])
    expect(JSON.stringify(calls[0]?.input)).toContain('echo one')
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(calls.map(({ toolCallId }) => toolCallId))
    expect(String(results[0]?.output)).toContain('one')
    expect(updates.at(-1)?.changes).toMatchObject([{ path: 'a.txt', kind: 'added' }])
    expect(readFileSync(join(bench.workspace, 'a.txt'), 'utf8')).toBe('new\n')
  })

  test('a plan is a plan, and no tool', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, { prompt: 'plan ;; say Done.' })
    expect(await turn.ended).toEqual({ error: null })
    const plans = turn.events.flatMap((event) => (event.type === 'plan' ? [event.entries] : []))
    expect(plans.at(-1)).toEqual(
      ['Look at the code', 'Change it', 'Run the tests'].map((entry) => ({
        text: entry,
        status: 'completed',
      })),
    )
    expect(turn.events.filter(isCall)).toEqual([])
  })

  test('a stop in mid-stream ends the process, and the next turn goes on in the same session', async () => {
    const bench = openFakeBench()
    const first = startFakeTurn(bench, agentId, { prompt: 'run true ;; slow 500 at 20ms' })
    await first.waitFor(printsDeltas ? isText : isCall)
    first.stop()
    expect(await first.ended).toEqual({ error: null })
    expect(first.upstream).toEqual(once)
    expect(processesOf(first.runId)).toEqual([])

    const [resumeId = null] = first.resumeIds
    const second = startFakeTurn(bench, agentId, { prompt: 'How much do you know?', resumeId })
    expect(await second.ended).toEqual({ error: null })
    expect(text(second.events)).toBe('ok (2 user messages)')
    expect(second.resumeIds).toEqual(first.resumeIds)
  })

  test('a stop in the middle of a command leaves nothing of it, wherever it hid', async () => {
    const bench = openFakeBench()
    const hide = 'setsid sh -c "trap : INT TERM; touch ready; while :; do sleep 0.2; done" & wait'
    const turn = startFakeTurn(bench, agentId, { prompt: `leave child own-session ;; run ${hide}` })
    await madeFile(bench.workspace, 'ready')
    expect(processesOf(turn.runId).length).toBeGreaterThan(2)
    turn.stop()
    expect(await turn.ended).toEqual({ error: null })
    expect(turn.upstream).toEqual(once)
    expect(processesOf(turn.runId)).toEqual([])
    expect(bench.supervisor.count()).toBe(0)
  })

  test('what a finished turn left behind is ended with it', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, {
      prompt: 'leave child own-session reparented ;; say Done.',
    })
    expect(await turn.ended).toEqual({ error: null })
    expect(processesOf(turn.runId)).toEqual([])
  })

  test('a stop before it began starts nothing', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, { prompt: 'hang' })
    turn.stop()
    expect(await turn.ended).toEqual({ error: null })
    expect(turn.upstream.opened).toBe(turn.upstream.closed)
    expect(processesOf(turn.runId)).toEqual([])
  })

  test('one that ignores being asked and terminated is killed', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, {
      prompt: 'ignore signals ;; ignore cancel ;; run true ;; hang',
    })
    await turn.waitFor(isCall)
    turn.stop()
    expect(await turn.ended).toEqual({ error: null })
    expect(processesOf(turn.runId)).toEqual([])
  })

  test('an unknown session is told to be lost', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, { prompt: 'say Hello.', resumeId: 'gone' })
    expect(await turn.ended).toMatchObject({
      error: { code: 'AGENT_FAILED', data: { reason: 'session-lost' } },
    })
    expect(turn.events.filter(({ type }) => type !== 'usage')).toMatchObject([
      { type: 'notice', code: 'AGENT_SESSION_LOST' },
    ])
    expect(turn.resumeIds).toEqual([])
    expect(turn.upstream).toEqual(once)
  })

  test.each([
    ['fail 401', 'PROVIDER_AUTH'],
    ['fail 429', 'PROVIDER_RATE_LIMIT'],
    ['fail 500', 'PROVIDER_OVERLOADED'],
  ])('%s has the code %s', async (prompt, code) => {
    const turn = startFakeTurn(openFakeBench(), agentId, { prompt })
    expect(await turn.ended).toMatchObject({ error: { code } })
    expect(processesOf(turn.runId)).toEqual([])
  })

  test('a connection that was cut is a failure, never an answer that is complete', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, { prompt: 'say Before. ;; run true ;; cut' })
    expect(await turn.ended).toMatchObject({ error: { code: expect.stringMatching(/^(PROVIDER|AGENT)_/) } })
    expect(text(turn.events)).toContain('Before.')
  })

  test.each([
    ['invalid json', 'unreadable'],
    ['half line', 'unreadable'],
    ['exit 3', 'exited'],
    ['exit 0', 'exited'],
  ])('%s is a failure for its reason %s, and what came before is kept', async (word, reason) => {
    const turn = startFakeTurn(openFakeBench(), agentId, { prompt: `say Before. ;; run true ;; ${word}` })
    expect(await turn.ended).toMatchObject({ error: { code: 'AGENT_FAILED', data: { reason } } })
    expect(text(turn.events)).toContain('Before.')
    expect(processesOf(turn.runId)).toEqual([])
  })

  test('a line of 5 MB is read, and one that is too long is a failure', async () => {
    const bench = openFakeBench()
    const long = startFakeTurn(bench, agentId, { prompt: 'big line 5 MB' })
    expect(await long.ended).toEqual({ error: null })
    expect(text(long.events)).toHaveLength(5 * 1_048_576)
    const tooLong = startFakeTurn(bench, agentId, { prompt: 'big line 11 MB' })
    expect(await tooLong.ended).toMatchObject({
      error: { code: 'AGENT_FAILED', data: { reason: 'line-too-long' } },
    })
    expect(processesOf(tooLong.runId)).toEqual([])
  })

  test('one that does not go after its answer is ended, and the answer is complete', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, { prompt: 'stay ;; say Hello.' })
    expect(await turn.ended).toEqual({ error: null })
    expect(text(turn.events)).toBe('Hello.')
    expect(processesOf(turn.runId)).toEqual([])
  })

  test('a process that holds the output open does not hold up the end', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, {
      prompt: 'leave child own-session holds-output ;; say Hello.',
    })
    expect(await turn.ended).toEqual({ error: null })
    expect(text(turn.events)).toContain('Hello.')
    expect(processesOf(turn.runId)).toEqual([])
  })

  test('a flood on standard error does not hold up the answer', async () => {
    const turn = startFakeTurn(openFakeBench(), agentId, { prompt: 'flood stderr 4096 kB ;; say Hello.' })
    expect(await turn.ended).toEqual({ error: null })
    expect(text(turn.events)).toBe('Hello.')
  })

  test('model, instructions and images reach it, and the files are gone afterwards', async () => {
    const bench = openFakeBench()
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    const turn = startFakeTurn(bench, agentId, {
      prompt: 'tell',
      model: agentId === 'opencode' ? 'mock/small' : 'small',
      systemText: 'Be brief.',
      images: [{ kind: 'image', mediaType: 'image/png', bytes: png }],
    })
    expect(await turn.ended).toEqual({ error: null })
    const told = JSON.parse(text(turn.events)) as { images: string[]; model: string }
    expect(told.images).toHaveLength(1)
    expect(told.model).toContain('small')
    const [start] = bench.fakes.records().flatMap((entry) => (entry.type === 'start' ? [entry] : []))
    const named = start?.args.flatMap((arg) => /(\/[^=]*parley-agent-[^/]+)/.exec(arg)?.[1] ?? []) ?? []
    expect(named.filter((folder) => existsSync(folder))).toEqual([])
  })

  test('two turns at once do not touch each other', async () => {
    const bench = openFakeBench()
    const stopped = startFakeTurn(bench, agentId, { prompt: 'run true ;; hang' })
    const other = startFakeTurn(bench, agentId, { prompt: 'run true ;; wait 300ms ;; say Still here.' })
    await Promise.all([stopped.waitFor(isCall), other.waitFor(isCall)])
    stopped.stop()
    await stopped.ended
    expect(await other.ended).toEqual({ error: null })
    expect(text(other.events)).toContain('Still here.')
  })
})

describe('claude-code asks', () => {
  const prompt = 'ask run echo one > asked.txt ;; say Done.'

  test.each(['once', 'session', 'always'] as const)('what is allowed (%s) is done', async (decision) => {
    const bench = openFakeBench()
    const asked: unknown[] = []
    const turn = startFakeTurn(
      bench,
      'claude-code',
      { prompt, permission: 'workspace-write' },
      { decide: (approval) => (asked.push(approval), Promise.resolve(decision)) },
    )
    expect(await turn.ended).toEqual({ error: null })
    expect(asked).toEqual([
      {
        toolName: 'Bash',
        input: expect.objectContaining({ command: 'echo one > asked.txt' }),
        toolCallId: expect.any(String),
        title: 'echo one > asked.txt',
        kind: 'execute',
        folder: bench.workspace,
      },
    ])
    expect(existsSync(join(bench.workspace, 'asked.txt'))).toBe(true)
    expect(text(turn.events)).toBe('Done.')
  })

  test('what is denied is not done, and the turn goes on', async () => {
    const bench = openFakeBench()
    const turn = startFakeTurn(bench, 'claude-code', { prompt, permission: 'workspace-write' })
    expect(await turn.ended).toEqual({ error: null })
    expect(existsSync(join(bench.workspace, 'asked.txt'))).toBe(false)
    expect(turn.events).toContainEqual(expect.objectContaining({ type: 'tool-result', isError: true }))
  })

  test('a stop while it asks is no permission, and ends it', async () => {
    const bench = openFakeBench()
    const question = Promise.withResolvers<void>()
    const turn = startFakeTurn(
      bench,
      'claude-code',
      { prompt, permission: 'workspace-write' },
      {
        decide: (_approval, signal) => {
          question.resolve()
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error))
          })
        },
      },
    )
    await question.promise
    turn.stop()
    expect(await turn.ended).toEqual({ error: null })
    expect(existsSync(join(bench.workspace, 'asked.txt'))).toBe(false)
    expect(processesOf(turn.runId)).toEqual([])
  })

  test('a question that cannot be put ends the turn with the reason', async () => {
    const turn = startFakeTurn(
      openFakeBench(),
      'claude-code',
      { prompt, permission: 'workspace-write' },
      { decide: () => Promise.reject(new ParleyError('DEGRADED', 'Nothing can be asked now.')) },
    )
    expect(await turn.ended).toMatchObject({ error: { code: 'DEGRADED' } })
    expect(processesOf(turn.runId)).toEqual([])
  })

  test('a stop in mid-stream asks by the protocol, so that what was used is known', async () => {
    const bench = openFakeBench()
    const turn = startFakeTurn(bench, 'claude-code', { prompt: 'slow 500 at 20ms' })
    await turn.waitFor(isText)
    turn.stop()
    expect(await turn.ended).toEqual({ error: null })
    expect(turn.events.at(-1)).toMatchObject({ type: 'usage' })
    expect(bench.fakes.records()).toContainEqual(
      expect.objectContaining({ message: expect.objectContaining({ request: { subtype: 'interrupt' } }) }),
    )
  })

  test('what a sub-agent runs stands beneath its call', async () => {
    const turn = startFakeTurn(openFakeBench(), 'claude-code', { prompt: 'subagent Look ;; say Done.' })
    expect(await turn.ended).toEqual({ error: null })
    const calls = turn.events.flatMap((event) => (event.type === 'tool-call' ? [event] : []))
    expect(calls.map(({ kind, parentToolCallId }) => [kind, parentToolCallId])).toEqual([
      ['agent', undefined],
      ['execute', calls[0]?.toolCallId],
    ])
    expect(text(turn.events)).toBe('Done.')
  })
})

/** Waits until a file is there. */
function madeFile(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, look)
    function look(): void {
      if (!existsSync(join(folder, name))) return
      watcher.close()
      resolve()
    }
    look()
  })
}
