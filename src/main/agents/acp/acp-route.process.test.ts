// Needs processes: only the process list shows whether an agent waits, is reused, or is gone.
import { beforeEach, expect, test } from 'vitest'

import { pidOf } from '../../base/testing/pid-of'
import { systemClock } from '../../base/clock'
import { type AcpLab, openAcpLab } from './testing/acp-lab'
import { needsProc } from '../../base/testing/needs'

beforeEach(needsProc)

/** The fakes answer this with the number of questions in their session. */
const countQuestions = 'what else?'

function startCount({ fakes }: AcpLab): number {
  return fakes.records().filter(({ type }) => type === 'start').length
}

test("the next question reuses the agent's process, which ends when the chat is forgotten", async () => {
  const lab = openAcpLab()
  const first = await lab.ask('opencode', 'say One')
  await first.closed
  expect([lab.routes.warmCount(), lab.supervisor.count()]).toEqual([1, 1])
  const second = await lab.ask('opencode', countQuestions, { request: { resumeId: first.sessionId } })
  expect([second.error, second.text.includes('2'), startCount(lab)]).toEqual([null, true, 1])
  await lab.routes.forget('chat')
  expect([lab.routes.warmCount(), lab.supervisor.count()]).toEqual([0, 0])
})

test('a process is not reused for another permission, model, folder, environment or chat', async () => {
  const lab = openAcpLab()
  const changes = [
    {},
    { request: { permission: 'unlimited' as const } },
    { request: { model: 'other/model' } },
    { request: { systemText: 'Be brief.' } },
    { agent: { environment: { OTHER: 'yes' } } },
    { sessionId: 'another' },
  ]
  let resumeId: string | null = null
  for (const change of changes) {
    const { request, ...rest } = { request: {}, ...change }
    const answer = await lab.ask('opencode', 'say Yes', { ...rest, request: { ...request, resumeId } })
    expect(answer.error).toBeNull()
    resumeId = answer.sessionId
  }
  expect(startCount(lab)).toBe(changes.length)
  expect(lab.routes.warmCount()).toBe(2)
})

test('the number of waiting processes and their waiting time are limited', async () => {
  const timers: (() => void)[] = []
  const clock = {
    ...systemClock,
    after: (delayMs: number, callback: () => void) => {
      if (delayMs !== 77_777) return systemClock.after(delayMs, callback)
      timers.push(callback)
      return () => {}
    },
  }
  const lab = openAcpLab({ maxWarm: 2, warmIdleMs: 77_777, clock })
  for (const sessionId of ['a', 'b', 'c']) await lab.ask('opencode', 'say Yes', { sessionId })
  expect(lab.routes.warmCount()).toBe(2)
  timers.at(-1)?.()
  expect(lab.routes.warmCount()).toBe(1)
  await lab.routes.close()
  expect([lab.routes.warmCount(), lab.supervisor.count()]).toEqual([0, 0])
})

test('a process that exits while it waits is not reused', async () => {
  const lab = openAcpLab()
  const first = await lab.ask('codex', 'say One')
  const started = lab.fakes.records().find(({ type }) => type === 'start')
  process.kill(pidOf(started ?? {}), 'SIGKILL')
  const second = await lab.ask('codex', countQuestions, { request: { resumeId: first.sessionId } })
  // The question may reach the agent as it dies; then it fails, and the next one is answered.
  const third = await lab.ask('codex', countQuestions, { request: { resumeId: first.sessionId } })
  expect([second.error?.code ?? 'AGENT_FAILED', third.error]).toEqual(['AGENT_FAILED', null])
})

test('Gemini loses a session that is loaded in the minute of its start, so Parley waits', async () => {
  const waits: number[] = []
  const clock = {
    ...systemClock,
    now: () => 60_000 * 1_000 + 45_000,
    after: (delayMs: number, callback: () => void) => {
      if (delayMs !== 15_000) return systemClock.after(delayMs, callback)
      waits.push(delayMs)
      return systemClock.after(1, callback)
    },
  }
  const { ask } = openAcpLab({ maxWarm: 0, clock })
  const first = await ask('gemini-cli', 'say One')
  const second = await ask('gemini-cli', countQuestions, { request: { resumeId: first.sessionId } })
  expect(waits).toEqual([15_000])
  expect(second.events[0]).toMatchObject({ type: 'notice', code: 'AGENT_WARNING' })
  expect(second.text).toContain('2')
})

test('a stopped agent ends immediately, even one that was reused, and none waits after it', async () => {
  const { ask, supervisor, routes } = openAcpLab()
  const first = await ask('opencode', 'say My name is Ada')
  const second = await ask('opencode', 'slow 1000 tokens at 60 ms', {
    request: { resumeId: first.sessionId },
    onEvent: (event, stop) => event.type === 'text-delta' && stop(),
  })
  expect(second.error).toBeNull()
  expect(second.events.filter(({ type }) => type === 'finish')).toEqual([])
  await second.closed
  expect([supervisor.count(), routes.warmCount()]).toEqual([0, 0])
})

test('stopping an agent that waits for a permission cancels its request', async () => {
  const { ask, supervisor, fakes } = openAcpLab()
  const never = new Promise<never>(() => {})
  const { error, approvals, closed } = await ask('opencode', 'ask run touch made.txt', {
    approve: (_request, stop) => {
      stop()
      return never
    },
  })
  expect([error, approvals.length]).toEqual([null, 1])
  await closed
  expect(supervisor.count()).toBe(0)
  const answers = fakes
    .records()
    .flatMap((entry) => (entry.type === 'message' ? [entry.message] : []))
    .filter((message) => JSON.stringify(message).includes('"outcome"'))
  expect(answers).toMatchObject([{ result: { outcome: { outcome: 'cancelled' } } }])
})

test('a large answer arrives in pieces, without losses', async () => {
  const { ask } = openAcpLab({ maxWarm: 0 })
  const { text, events } = await ask('opencode', 'big line 5 MB')
  expect(text.length).toBe(5 * 1_048_576)
  const longest = Math.max(...events.map((event) => (event.type === 'text-delta' ? event.text.length : 0)))
  expect(longest).toBe(64 * 1024)
})

test('Codex warnings are reported once and are not part of the answer', async () => {
  const { ask } = openAcpLab()
  const first = await ask('codex', 'say One')
  const second = await ask('codex', 'say Two', { request: { resumeId: first.sessionId } })
  expect([first.text, second.text]).toEqual(['One', 'Two'])
  const notices = [...first.events, ...second.events].filter(({ type }) => type === 'notice')
  expect(notices).toMatchObject([{ code: 'AGENT_WARNING' }])
})
