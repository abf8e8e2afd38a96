import { mayHaveCost } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { RunId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { RunEventBody } from '../../../shared/runs/events'
import { emptySnapshot, reduceRun, unansweredMessage } from '../../../shared/runs/reduce-run'
import type { JournalledRun } from '../messages/run-journal'
import type { SessionStore } from './session-store'

/** The result for the runs that the last process left open. */
export interface Recovery {
  /** The saved answers, oldest run first. */
  recovered: Message[]
  /** Answers that could not be saved, or only in part. */
  failed: { runId: RunId; error: unknown }[]
}

/**
 * Saves, once, the journals of runs interrupted by the end of the last process, as `interrupted`. A run that cannot be
 * saved stays open for the next start. Call this once, before any run begins.
 */
export function recoverInterruptedRuns(store: SessionStore): Recovery {
  const recovery: Recovery = { recovered: [], failed: [] }
  for (const run of store.openRuns()) {
    const { message, mayBeCharged } = interruptedAnswer(run)
    try {
      const savedId = store.settleRun(run.runId, message, { isFree: run.isFree, mayBeCharged })
      if (savedId === message.id) recovery.recovered.push(message)
      if (run.isJournalCut) {
        const { runId } = run
        recovery.failed.push({ runId, error: failure('STORE_DAMAGED', 'answer', { runId }) })
      }
    } catch (error) {
      // One run that cannot be saved must not block the others or the start.
      recovery.failed.push({ runId: run.runId, error })
    }
  }
  return recovery
}

/** What the journal says; the request may have been sent unless it still waited for its turn, or was refused. */
function interruptedAnswer(run: JournalledRun): { message: Message; mayBeCharged: boolean } {
  const start = emptySnapshot(unansweredMessage(run))
  const events = run.events.filter((event) => event.type !== 'run-start')
  const state = reduceRun(start, events)
  const { message, turn } = state
  const isRefused = message.parts.some((part) => part.type === 'error' && !mayHaveCost(part))
  const mayBeCharged = turn?.startedAt !== null && !isRefused
  // The run had ended and only its save is missing, so it was not interrupted.
  if (message.status !== 'streaming') return { message, mayBeCharged }
  const ttftMs = message.metrics?.ttftMs ?? null
  const metrics = { ttftMs, tokensPerSecond: null, durationMs: null }
  const end: RunEventBody = { type: 'run-end', status: 'stopped', reason: 'interrupted', metrics }
  return { message: reduceRun(state, [end]).message, mayBeCharged }
}
