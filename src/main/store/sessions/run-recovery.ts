import { z } from 'zod'

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

/** The runs of hidden contestants, whose journals and answers are sealed. */
interface SealedRuns {
  /** Those of `open` that are of hidden contestants. */
  openRuns: (open: readonly JournalledRun[]) => (JournalledRun & { answer: Message | null })[]
  settleInterrupted: (
    ended: { run: JournalledRun; answer: Message; mayBeCharged: boolean }[],
    onFailed: (runId: RunId, error: unknown) => void,
  ) => void
}

/**
 * Saves, once, the journals of runs interrupted by the end of the last process, as `interrupted`. A run that cannot be
 * saved stays open for the next start. Call this once, before any run begins.
 */
export async function recoverInterruptedRuns(store: SessionStore, sealed?: SealedRuns): Promise<Recovery> {
  const recovery: Recovery = { recovered: [], failed: [] }
  const open = store.openRuns()
  if (open.length === 0) return recovery
  const hidden = sealed?.openRuns(open) ?? []
  const hiddenIds = new Set(hidden.map(({ runId }) => runId))
  const runs = open.filter(({ runId }) => !hiddenIds.has(runId))
  // A start rarely finds a run, and making the schema costs it several milliseconds.
  const { runEventBody } = await import('../../../shared/runs/schema')
  const schema = z.array(runEventBody)
  for (const run of runs) {
    const { events, isCut } = readJournal(run, schema)
    const { message, mayBeCharged } = interruptedAnswer(run, events)
    try {
      const savedId = store.settleRun(run.runId, message, { isFree: run.isFree, mayBeCharged })
      if (savedId === message.id) recovery.recovered.push(message)
      if (isCut) recovery.failed.push(cutAnswer(run))
    } catch (error) {
      // One run that cannot be saved must not block the others or the start.
      recovery.failed.push({ runId: run.runId, error })
    }
  }
  const ended = hidden.map((run) => {
    const { events, isCut } = readJournal(run, schema)
    const { message, mayBeCharged } = interruptedAnswer(run, events)
    if (isCut && run.answer === null) recovery.failed.push(cutAnswer(run))
    return { run, answer: run.answer ?? message, mayBeCharged }
  })
  sealed?.settleInterrupted(ended, (runId, error) => recovery.failed.push({ runId, error }))
  return recovery
}

/** The failure of an answer whose journal can be read only in part. */
function cutAnswer({ runId }: JournalledRun): Recovery['failed'][number] {
  return { runId, error: failure('STORE_DAMAGED', 'answer', { runId }) }
}

/** The events before the first that cannot be read, if there is one. */
function readJournal(
  { journal }: JournalledRun,
  schema: z.ZodType<RunEventBody[]>,
): { events: RunEventBody[]; isCut: boolean } {
  const events: RunEventBody[] = []
  for (const chunk of journal) {
    try {
      events.push(...schema.parse(JSON.parse(chunk)))
    } catch {
      // The caller reports it.
      return { events, isCut: true }
    }
  }
  return { events, isCut: false }
}

/**
 * Returns the answer in the journal; the request may have been sent unless it still waited for its turn, or was
 * refused.
 */
function interruptedAnswer(
  run: JournalledRun,
  events: readonly RunEventBody[],
): { message: Message; mayBeCharged: boolean } {
  const start = emptySnapshot(unansweredMessage(run))
  const later = events.filter((event) => event.type !== 'run-start')
  const state = reduceRun(start, later)
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
