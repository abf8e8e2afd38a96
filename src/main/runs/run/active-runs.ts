import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { Clock } from '../../base/clock'
import { Emitter } from '../../base/emitter'
import type { ErrorSink } from '../../errors/error-sink'
import type { Lease } from '../../leases/session-leases'
import { Run, type RunDeps, type RunOutcome, type RunSpec, type StartedRun } from './run'
import type { RunLog } from '../log/run-log'
import type { RunStore } from '../log/run-recorder'

/** A run that failed before it added anything to the answer that it continued. */
interface LeftNoAnswer {
  answerId: MessageId
  error: ErrorData
}

/** About as long as a window takes to draw the last words of eight answers. */
const restMs = 64

/** How often saving is retried for answers that the disk refused. */
const saveAgainMs = 5_000

/** An answer that the disk refused. */
interface UnsavedAnswer {
  run: StartedRun
  outcome: RunOutcome
}

/** Creates a run. */
export type OpenRun = (spec: RunSpec, deps: RunDeps) => StartedRun

/**
 * Every run in progress, detached or direct, and for three minutes the log of each one that ended. Starts runs and
 * releases their leases, but never decides how long a run lives.
 */
export class ActiveRuns {
  readonly #deps: { store: RunStore; clock: Clock; errors: ErrorSink }
  readonly #bySession = new Map<SessionId, StartedRun>()
  readonly #finishedLogs = new Map<RunId, { sessionId: SessionId; log: RunLog }>()
  /** Answers that the disk refused. They are shown, can be exported, and saving is retried. */
  readonly #unsaved = new Map<SessionId, UnsavedAnswer>()
  readonly #failures = new Map<SessionId, LeftNoAnswer>()
  /** Resolves one turn after the last save. */
  #lastSave: Promise<void> = Promise.resolve()
  readonly #started = new Emitter<StartedRun>()
  readonly #waiting = new Emitter<SessionId>()
  readonly #late = new Emitter<SessionId>()
  readonly #ended = new Emitter<{ run: StartedRun; outcome: RunOutcome }>()

  constructor(deps: { store: RunStore; clock: Clock; errors: ErrorSink }) {
    this.#deps = deps
  }

  /** Starts a run under `lease`, which is always released when the run is over. `open` creates it. */
  start(spec: RunSpec, lease: Lease, open: OpenRun = (...given) => new Run(...given)): StartedRun {
    const run = open(spec, {
      ...this.#deps,
      onWaiting: (id) => this.#waiting.fire(id),
      onLate: (id) => this.#late.fire(id),
      saveTurn: (isStopped) => this.#saveTurn(run, isStopped),
    })
    this.#bySession.set(spec.sessionId, run)
    this.#failures.delete(spec.sessionId)
    void this.#release(run, lease)
    this.#started.fire(run)
    return run
  }

  get(sessionId: SessionId): StartedRun | undefined {
    return this.#bySession.get(sessionId)
  }

  /**
   * Passes a decision to the run that waits for it; false if none does.
   * @throws STORE_FULL, STORE_DAMAGED the consent could not be stored; the run still waits
   */
  answerApproval(approvalId: string, decision: ApprovalDecision): boolean {
    return this.list().some((run) => run.answerApproval(approvalId, decision))
  }

  list(): StartedRun[] {
    return [...this.#bySession.values()]
  }

  /** The log of a run that ended in the last three minutes. */
  finishedLog(sessionId: SessionId, runId: RunId): RunLog | null {
    const entry = this.#finishedLogs.get(runId)
    return entry?.sessionId === sessionId ? entry.log : null
  }

  /** Why the session's last run failed, if it left no answer that says so; null otherwise. */
  failure(sessionId: SessionId): LeftNoAnswer | null {
    return this.#failures.get(sessionId) ?? null
  }

  /** This session's answer that could not be saved, if any. */
  unsaved(sessionId: SessionId): Message | null {
    return this.#unsaved.get(sessionId)?.outcome.message ?? null
  }

  /** Every answer that could not be saved. */
  allUnsaved(): Message[] {
    return Array.from(this.#unsaved.values(), ({ outcome }) => outcome.message)
  }

  /** Retries saving the session's unsaved answer. @throws STORE_FULL while the disk is still full */
  saveUnsaved(sessionId: SessionId): void {
    const entry = this.#unsaved.get(sessionId)
    if (entry === undefined) return
    entry.run.saveAgain(entry.outcome)
    this.#unsaved.delete(sessionId)
  }

  /** The last retry before the process ends. What is saved now need not be recovered from a journal. */
  saveAllUnsaved(): void {
    for (const sessionId of this.#unsaved.keys()) {
      try {
        this.saveUnsaved(sessionId)
      } catch (error) {
        this.#deps.errors.warning('store', error)
      }
    }
  }

  onStarted(listener: (run: StartedRun) => void) {
    return this.#started.on(listener)
  }

  /** Called when a session's run starts or stops waiting for the user. */
  onWaiting(listener: (sessionId: SessionId) => void) {
    return this.#waiting.on(listener)
  }

  /** Called when something was added to an answer of the session after its end. */
  onLate(listener: (sessionId: SessionId) => void) {
    return this.#late.on(listener)
  }

  /** Called when a run is saved and over and its session is free. */
  onEnded(listener: (ended: { run: StartedRun; outcome: RunOutcome }) => void) {
    return this.#ended.on(listener)
  }

  /**
   * Saving blocks on the disk, and a window has more to draw when an answer ends than when it grows. Answers that were
   * asked for together also end together, so each waits until the last words of all are on the screen. Then one is saved
   * per turn of the event loop: in between, other answers are read and sent to their windows.
   */
  async #saveTurn(run: StartedRun, isStopped: boolean): Promise<void> {
    const isOneOfSeveral = this.list().some((other) => other !== run && other.isArriving)
    if (isOneOfSeveral && !isStopped) await sleep(restMs)
    const turn = this.#lastSave
    this.#lastSave = turn.then(() => setImmediate())
    await turn
  }

  async #release(run: StartedRun, lease: Lease): Promise<void> {
    const { sessionId } = run.spec
    const outcome = await run.finished
    const { savedId, error, message } = outcome
    if (savedId === null) this.#keepUnsaved(sessionId, { run, outcome })
    else if (savedId !== message.id && error !== null)
      this.#failures.set(sessionId, { answerId: savedId, error })
    this.#keepLog(run)
    this.#bySession.delete(sessionId)
    lease.release()
    this.#ended.fire({ run, outcome })
  }

  #keepUnsaved(sessionId: SessionId, entry: UnsavedAnswer): void {
    this.#unsaved.set(sessionId, entry)
    this.#deps.clock.after(saveAgainMs, () => {
      // It has been saved since, and another one may have taken its place.
      if (this.#unsaved.get(sessionId) !== entry) return
      try {
        this.saveUnsaved(sessionId)
      } catch {
        // Still full. The first failure was reported, and the answer is still on screen.
        this.#keepUnsaved(sessionId, entry)
      }
    })
  }

  #keepLog(run: StartedRun): void {
    const { sessionId, runId } = run.spec
    this.#finishedLogs.set(runId, { sessionId, log: run.log })
    this.#deps.clock.after(wireLimits.finishedRunMs, () => this.#finishedLogs.delete(runId))
  }
}
