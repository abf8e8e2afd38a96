import { describe, expect, test } from 'vitest'

import { agentIds } from '../../../shared/agents'
import { systemClock } from '../../base/clock'
import { type AcpLab, openAcpLab } from './testing/acp-lab'

/** The fakes answer this by the number of questions that their session has had. */
const countQuestions = 'what else?'

function startCount({ fakes }: AcpLab): number {
  return fakes.records().filter(({ type }) => type === 'start').length
}

describe.each(agentIds)('a session of %s', (agentId) => {
  test('is gone on with by the same process, which is ended when the chat is forgotten', async () => {
    const lab = openAcpLab()
    const first = await lab.ask(agentId, 'say One')
    await first.closed
    expect([lab.routes.warmCount(), lab.supervisor.count()]).toEqual([1, 1])
    const second = await lab.ask(agentId, countQuestions, { request: { resumeId: first.sessionId } })
    expect([second.error, second.text.includes('2'), startCount(lab)]).toEqual([null, true, 1])
    await lab.routes.forget('chat')
    expect([lab.routes.warmCount(), lab.supervisor.count()]).toEqual([0, 0])
  })
})

test('a process is not used again for another permission, model, folder, environment or chat', async () => {
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

test('no more processes wait than may, and none longer than it may', async () => {
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

test('a process that ends while it waits is not asked again', async () => {
  const lab = openAcpLab()
  const first = await lab.ask('codex', 'say One')
  const started = lab.fakes.records().find(({ type }) => type === 'start')
  process.kill(started?.pid ?? 0, 'SIGKILL')
  const second = await lab.ask('codex', countQuestions, { request: { resumeId: first.sessionId } })
  // It may be asked in the moment in which it dies; then it is told, and the next one is answered.
  const third = await lab.ask('codex', countQuestions, { request: { resumeId: first.sessionId } })
  expect([second.error?.code ?? 'AGENT_FAILED', third.error]).toEqual(['AGENT_FAILED', null])
})

test('Gemini, which forgets a session that is loaded in the minute in which it began, is not asked before', async () => {
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
