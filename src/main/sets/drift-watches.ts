import { failure, toErrorData } from '../../shared/failures/failure'
import type { SetId, SetRunId } from '../../shared/ids'
import { agentOf } from '../../shared/models/models'
import type { DriftReport, SetWatch, WatchPeriod, WatchPlan } from '../../shared/sets/drift'
import { canResume, type SetRun } from '../../shared/sets/sets'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import type { ErrorSink } from '../errors/error-sink'
import type { StoredWatch, WatchStore } from '../store/sets/watch-store'
import type { SetRuns } from './set-runs'
import type { WatchedRuns } from './drift-report'

const hourMs = 60 * 60 * 1_000
const periodsMs: Record<WatchPeriod, number> = { day: 24 * hourMs, week: 7 * 24 * hourMs }

/** The clock may be set, and a computer may sleep: what is due is looked up at least this often. */
const lookUpMs = hourMs / 2

/** A change of a model that chance does not explain. */
export interface SettledDrift {
  setId: SetId
  baselineId: SetRunId
  setName: string
  model: string
  change: 'worse' | 'better'
}

export interface DriftWatchesDeps {
  watches: WatchStore
  runs: SetRuns
  /** Compares the runs in a thread. */
  report: (runs: WatchedRuns) => Promise<DriftReport>
  /** Tells the user, once. */
  onSettled: (drift: SettledDrift) => void
  clock: Clock
  errors: ErrorSink
}

/** Runs sets again when they are due, and says when chance no longer explains that a model answers differently. */
export class DriftWatches {
  readonly #deps: DriftWatchesDeps
  /** Shared by everyone who starts the same watch at once, such as two windows: it costs money. */
  readonly #starting = new Map<SetId, Promise<SetRunId>>()
  #timer: Dispose | null = null
  #isClosed = false

  constructor(deps: DriftWatchesDeps) {
    this.#deps = deps
  }

  /** From now on, runs what is due, beginning with what was missed or interrupted. */
  start(): void {
    if (this.#isClosed) return
    const { watches, clock } = this.#deps
    const isFirst = this.#timer === null
    for (const watch of watches.list()) {
      const isDue = this.#isDue(watch) || (isFirst && this.#last(watch)?.state === 'interrupted')
      if (isDue) this.#note(this.#run(watch))
    }
    this.#timer?.()
    this.#timer = clock.after(lookUpMs, () => this.start())
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.()
  }

  get(setId: SetId): SetWatch | null {
    const watch = this.#deps.watches.get(setId)
    return watch === null ? null : this.#shown(watch)
  }

  #shown(watch: StoredWatch): SetWatch {
    const { setId, told: _told, ...shown } = watch
    const isRunning = this.#last(watch)?.state === 'running'
    return { ...shown, spentUsd: this.#spentUsd(setId), isRunning }
  }

  /**
   * Watches a set, from the next period on. Another baseline begins a new comparison; other changes do not postpone a run.
   * @throws NOT_FOUND; INVALID_INPUT the run is not complete, has no checks or asks coding agents
   */
  set(setId: SetId, plan: WatchPlan): SetWatch {
    const { watches, runs, clock } = this.#deps
    const baseline = runs.get(plan.baselineId)
    const field = 'baselineId'
    if (baseline.setId !== setId || baseline.judgeOf !== null) {
      throw failure('NOT_FOUND', 'set-run', { runId: plan.baselineId })
    }
    if (baseline.state !== 'done' || baseline.judged === 0) {
      throw failure('INVALID_INPUT', 'watch-needs-checks', { field })
    }
    // They need approvals.
    if (baseline.models.some(({ model }) => agentOf(model) !== null)) {
      throw failure('INVALID_INPUT', 'watch-of-agents', { field })
    }
    const earlier = watches.get(setId)
    const isSame = earlier?.baselineId === plan.baselineId
    watches.put({
      ...plan,
      setId,
      nextAt: isSame && earlier.every === plan.every ? earlier.nextAt : clock.now() + periodsMs[plan.every],
      problem: null,
      told: isSame ? earlier.told : [],
    })
    return this.#shown(this.#stored(setId))
  }

  remove(setId: SetId): boolean {
    return this.#deps.watches.remove(setId)
  }

  /** What the runs of a watch have found so far. @throws NOT_FOUND */
  report(setId: SetId): Promise<DriftReport> {
    const { runs, watches, report } = this.#deps
    const { baselineId, control } = this.#stored(setId)
    const looks = watches.looks(baselineId).map(({ runId, dueAt }) => ({ run: runs.get(runId), dueAt }))
    return report({ baseline: runs.get(baselineId), looks, control })
  }

  /**
   * Runs a watch now; the next run is due a period later. Resolves when the run has begun; what it shows is recorded when
   * it ends.
   * @throws NOT_FOUND, RUN_ACTIVE, LIMIT_REACHED the limit of the month is reached, and as `SetRuns.startAgain`
   */
  async lookNow(setId: SetId): Promise<SetRunId> {
    const runId = await this.#start(this.#stored(setId))
    this.#note(this.ended(setId, runId))
    return runId
  }

  /** Records what a run of a watch has shown, and tells the user of a change once. */
  async ended(setId: SetId, runId: SetRunId): Promise<DriftReport> {
    const { runs, watches, onSettled } = this.#deps
    const run = await runs.ended(runId)
    const report = await this.report(setId)
    const watch = watches.get(setId)
    // The user may have ended the watch meanwhile, or chosen another baseline.
    if (watch?.baselineId !== report.baseline.runId) return report
    const news = report.models.filter(
      // A control that seems to change says that the models are not the cause.
      ({ isSettled, isControl, key }) => isSettled && !isControl && !watch.told.includes(key),
    )
    if (news.length === 0) return report
    watches.put({ ...watch, told: [...watch.told, ...news.map(({ key }) => key)] })
    for (const { key, worse, better } of news) {
      const change = worse > better ? 'worse' : 'better'
      onSettled({ setId, baselineId: watch.baselineId, setName: run.name, model: key, change })
    }
    return report
  }

  async #run(watch: StoredWatch): Promise<void> {
    const { watches } = this.#deps
    let runId: SetRunId
    try {
      runId = await this.#start(watch)
    } catch (error) {
      const now = watches.get(watch.setId)
      // The user may have ended the watch meanwhile. A run that closing prevented starts later.
      if (now === null || this.#isClosed) return
      watches.put({ ...now, nextAt: this.#nextAt(watch), problem: toErrorData(error) })
      return
    }
    await this.ended(watch.setId, runId)
  }

  #start(watch: StoredWatch): Promise<SetRunId> {
    const { setId } = watch
    const begun = this.#starting.get(setId)
    if (begun !== undefined) return begun
    const starting = this.#begin(watch).finally(() => this.#starting.delete(setId))
    this.#starting.set(setId, starting)
    return starting
  }

  /** Starts a run of a watch, or resumes one that Parley's end interrupted. */
  async #begin(watch: StoredWatch): Promise<SetRunId> {
    const { runs, watches, clock } = this.#deps
    const { setId, baselineId, limitUsd, repeats, nextAt } = watch
    const leftUsd = limitUsd === null ? null : limitUsd - this.#spentUsd(setId)
    if (limitUsd !== null && (leftUsd ?? 0) <= 0) throw failure('LIMIT_REACHED', 'watch-limit', { limitUsd })
    const last = this.#last(watch)
    if (last?.state === 'running') throw failure('RUN_ACTIVE', 'set-run', { runId: last.id })
    const isResumed = last !== undefined && canResume(last.state)
    let runId: SetRunId
    if (isResumed) {
      runId = last.id
      await runs.resume(runId, { costLimitUsd: leftUsd === null ? null : last.spentUsd + leftUsd })
    } else {
      const dueAt = Math.min(nextAt, clock.now())
      runId = await runs.startAgain(baselineId, { repeats, costLimitUsd: leftUsd, dueAt })
    }
    const now = watches.get(setId)
    const next = isResumed ? this.#nextAt(watch) : this.#nextAfter(watch)
    if (now !== null) watches.put({ ...now, nextAt: next, problem: null })
    return runId
  }

  /** Nobody waits for this work. */
  #note(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!this.#isClosed) this.#deps.errors.warning('sets', error)
    })
  }

  #isDue({ nextAt, every }: StoredWatch): boolean {
    const now = this.#deps.clock.now()
    // Otherwise a clock that was wrong by years would end the watch.
    return nextAt <= now || nextAt > now + 2 * periodsMs[every]
  }

  /** When a watch is due next, unless a new run has begun. */
  #nextAt(watch: StoredWatch): number {
    return this.#isDue(watch) ? this.#nextAfter(watch) : watch.nextAt
  }

  /** The next time at the same time of day; what was missed is made up for once. */
  #nextAfter({ nextAt, every }: StoredWatch): number {
    const now = this.#deps.clock.now()
    const period = periodsMs[every]
    if (nextAt > now) return now + period
    return nextAt + period * (1 + Math.floor((now - nextAt) / period))
  }

  /** The last run of a watch, which may still be running. */
  #last(watch: StoredWatch): SetRun | undefined {
    const { watches, runs } = this.#deps
    const look = watches.looks(watch.baselineId).at(-1)
    return look === undefined ? undefined : runs.get(look.runId)
  }

  #spentUsd(setId: SetId): number {
    const now = new Date(this.#deps.clock.now())
    return this.#deps.watches.spentSince(setId, new Date(now.getFullYear(), now.getMonth()).getTime())
  }

  #stored(setId: SetId): StoredWatch {
    const watch = this.#deps.watches.get(setId)
    if (watch === null) throw failure('NOT_FOUND', 'set-watch', { setId })
    return watch
  }
}
