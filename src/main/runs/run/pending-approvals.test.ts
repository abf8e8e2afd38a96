import { expect, test } from 'vitest'

import type { LastingDecision } from '../../../shared/agents/agents'
import type { RunId } from '../../../shared/ids'
import type { RunEventBody } from '../../../shared/runs/events'
import { type ApprovalQuestion, PendingApprovals } from './pending-approvals'

const subject = { tool: 'files.edit', place: '/f', fingerprint: 'f', description: '', inputSchema: {} }
const question: ApprovalQuestion = { toolName: 'files.edit', input: {}, subject, isOnceOnly: true }

/** The approvals of a run for whose calls the user has decided this, and what the window gets. */
function approvalsAfter(decided: LastingDecision) {
  const events: RunEventBody[] = []
  const approvals = new PendingApprovals({
    runId: 'run' as RunId,
    signal: new AbortController().signal,
    append: (event) => void events.push(event),
    onWaiting: () => {},
    lookUp: () => ({ decided, remember: () => {} }),
  })
  return { approvals, events }
}

test('a call that is decided each time is denied without a question after “never”', async () => {
  const { approvals, events } = approvalsAfter('never')
  expect(await approvals.ask(question)).toBe('deny')
  expect(events.at(-1)).toMatchObject({ type: 'approval-answered', decision: 'never', isRemembered: true })
})

test('a call that is decided each time waits for the user, whatever is allowed', async () => {
  const { approvals, events } = approvalsAfter('always')
  const answer = approvals.ask(question)
  expect(events).toMatchObject([{ type: 'approval-request', isOnceOnly: true }])
  approvals.answer('run.1', 'always')
  expect(await answer).toBe('once')
})
