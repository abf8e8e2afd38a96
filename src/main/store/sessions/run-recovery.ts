import { failure } from '../../../shared/failures/failure'
import type { RunId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import { emptySnapshot, reduceRun, unansweredMessage } from '../../../shared/runs/reduce-run'
import type { JournalledRun } from '../messages/run-journal'
import type { SessionStore } from './session-store'

/** What became of the runs that the last process left open. */
export interface Recovery {
  /** The answers as they were saved, oldest run first. */
  recovered: Message[]
  /** What went wrong on the way: an answer that could not be saved, or only in part. */
  failed: { runId: RunId; error: unknown }[]
}

/**
 * Saves, once, what the journals kept of runs that were cut off when the last process ended, as `interrupted`. A
 * run that cannot be saved stays open for the next start. To be called once, before any run begins.
 */
export function recoverInterruptedRuns(store: SessionStore): Recovery {
  const recovery: Recovery = { recovered: [], failed: [] }
  for (const run of store.openRuns()) {
    const message = interruptedAnswer(run)
    try {
      store.settleRun(run.runId, message)
      recovery.recovered.push(message)
      if (run.isJournalCut) {
        const { runId } = run
        recovery.failed.push({ runId, error: failure('STORE_DAMAGED', 'answer', { runId }) })
      }
    } catch (error) {
      // One run that cannot be saved must not keep the others, or the app, from coming back.
      recovery.failed.push({ runId: run.runId, error })
    }
  }
  return recovery
}

function interruptedAnswer(run: JournalledRun): Message {
  const start = emptySnapshot(unansweredMessage(run))
  const events = run.events.filter((event) => event.type !== 'run-start')
  const state = reduceRun(start, events)
  const { message } = state
  // The run had ended, and only its save is missing: then it was not interrupted.
  if (message.status !== 'streaming') return message
  const ttftMs = message.metrics?.ttftMs ?? null
  return reduceRun(state, [
    {
      type: 'run-end',
      status: 'stopped',
      reason: 'interrupted',
      metrics: { ttftMs, tokensPerSecond: null, durationMs: null },
    },
  ]).message
}
