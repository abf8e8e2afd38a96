import { describe, expect, test } from 'vitest'

import { agentIds } from '../../../shared/agents'
import { openAcpLab } from './testing/acp-lab'

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
})
