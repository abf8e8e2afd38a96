import { describe, expect, test } from 'vitest'

import { agentIds } from '../../../shared/agents'
import { type Clock, systemClock } from '../../base/clock'
import type { AgentSupervisor } from '../agent-process'
import { openAcpLab } from './testing/acp-lab'

/** Waits a tenth of what it is asked to. */
const hurriedClock: Clock = { ...systemClock, after: (ms, callback) => systemClock.after(ms / 10, callback) }

/** Longer than a test may take. */
const long = 'slow 1000 at 60 ms'

describe.each(agentIds)('%s that is stopped', (agentId) => {
  test('in the middle of its text ends at once and is gone, and no warm one is left', async () => {
    const { ask, supervisor, routes } = openAcpLab()
    const first = await ask(agentId, 'say My name is Ada')
    const second = await ask(agentId, long, {
      request: { resumeId: first.sessionId },
      onEvent: (event, stop) => event.type === 'text-delta' && stop(),
    })
    expect(second.error).toBeNull()
    expect(second.events.filter(({ type }) => type === 'finish')).toEqual([])
    await second.closed
    expect([supervisor.count(), routes.warmCount()]).toEqual([0, 0])
  })

  test('in the middle of a command leaves nothing of it', async () => {
    const { ask, supervisor } = openAcpLab()
    const { error, closed } = await ask(agentId, 'ask run echo begun; sleep 600 & sleep 600', {
      // The call is announced after the answer by some, so that the stop comes a moment after it.
      approve: (_request, stop) => {
        setImmediate(stop)
        return Promise.resolve('once')
      },
    })
    expect(error).toBeNull()
    await closed
    expect(supervisor.count()).toBe(0)
  })

  test('while it waits for a permission is told that nobody answers, and does not act', async () => {
    const { ask, supervisor, fakes } = openAcpLab()
    const never = new Promise<never>(() => {})
    const { error, approvals, closed } = await ask(agentId, 'ask run touch made.txt', {
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

  test('although it takes no notice of being cancelled is gone all the same', async () => {
    const { ask, supervisor } = openAcpLab({ clock: hurriedClock })
    const { error, closed } = await ask(agentId, `ignore cancel ;; ignore signals ;; say Now ;; ${long}`, {
      onEvent: (event, stop) => event.type === 'text-delta' && stop(),
    })
    expect(error).toBeNull()
    await closed
    expect(supervisor.count()).toBe(0)
  })

  test('while it is started is gone too', async () => {
    const stopped = new AbortController()
    const { ask, supervisor } = openAcpLab({
      supervise: (real): AgentSupervisor => ({
        start: (start) => {
          const starting = real.start(start)
          stopped.abort()
          return starting
        },
        count: () => real.count(),
        close: () => real.close(),
      }),
    })
    const { events, error, closed } = await ask(agentId, 'say Never', { stopOn: stopped.signal })
    expect([events, error]).toEqual([[], null])
    await closed
    expect(supervisor.count()).toBe(0)
  })

  test('before it has opened its session is gone too', async () => {
    const stopped = new AbortController()
    const { ask, supervisor } = openAcpLab({
      supervise: (real): AgentSupervisor => ({
        start: async (start) => {
          const agent = await real.start(start)
          // Its first words, which are the answer to the first request.
          agent.stdout.once('data', () => stopped.abort())
          return agent
        },
        count: () => real.count(),
        close: () => real.close(),
      }),
    })
    const { events, error, closed } = await ask(agentId, 'say Never', { stopOn: stopped.signal })
    expect([events, error]).toEqual([[], null])
    await closed
    expect(supervisor.count()).toBe(0)
  })
})

test('one that is stopped before it begins starts nothing', async () => {
  const { ask, fakes } = openAcpLab()
  const { events } = await ask('opencode', 'say Never', { stopOn: AbortSignal.abort() })
  expect([events, fakes.records()]).toEqual([[], []])
})

test('ending one answer does not touch another', async () => {
  const { ask } = openAcpLab()
  const [stopped, other] = await Promise.all([
    ask('codex', long, { sessionId: 'a', onEvent: (event, stop) => event.type === 'text-delta' && stop() }),
    ask('codex', 'slow 10 at 30 ms', { sessionId: 'b' }),
  ])
  await stopped.closed
  expect(other.error).toBeNull()
  expect(other.events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
})
