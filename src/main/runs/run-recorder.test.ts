import { expect, test } from 'vitest'

import type { RunId } from '../../shared/ids'
import type { RunEventBody } from '../../shared/runs/events'
import { createManualClock } from '../base/testing/manual-clock'
import { RunRecorder } from './run-recorder'

test('the journal joins deltas of a kind, but nothing to reasoning that its provider called whole', () => {
  const clock = createManualClock()
  const journal: RunEventBody[] = []
  const recorder = new RunRecorder('run' as RunId, {
    clock,
    errors: { fatal: fail, warning: fail },
    store: {
      appendJournal: (_runId, events) => journal.push(...events) > 0,
      settleRun: fail,
      attachReceipt: fail,
    },
  })
  const providerData = { a: { signature: '1' } }
  recorder.record({ type: 'reasoning-delta', text: 'Let me ', durationMs: 1 })
  recorder.record({ type: 'reasoning-delta', text: 'see.', durationMs: 2 })
  recorder.record({ type: 'reasoning-delta', text: '', durationMs: 3, providerData })
  recorder.record({ type: 'reasoning-delta', text: 'And ' })
  recorder.record({ type: 'reasoning-delta', text: 'then?' })
  recorder.record({ type: 'text-delta', text: 'So.' })
  clock.advance(100)
  expect(journal).toEqual([
    { type: 'reasoning-delta', text: 'Let me see.', durationMs: 3, providerData },
    { type: 'reasoning-delta', text: 'And then?' },
    { type: 'text-delta', text: 'So.' },
  ])
})

function fail(): never {
  throw new Error('not expected here')
}
