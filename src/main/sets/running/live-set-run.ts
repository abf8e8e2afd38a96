import type { ErrorData, ParleyError } from '../../../shared/errors'
import { toErrorData } from '../../../shared/failures/failure'
import type { StopReason } from '../../../shared/sessions/messages'
import type { CheckResult } from '../../../shared/sets/checks'
import { batchPriceShare, type SetRunProgress, type SetRunState } from '../../../shared/sets/sets'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import { StopSignal } from '../../run-source/stop-signal'
import { sourceError } from '../../runs/guarded-source/guard-source'
import type { RunTimeouts } from '../../runs/run/run-watchdog'
import { type CellAnswer, mayBeCharged, type RunPrompt } from '../../store/sets/stored-answers'
import type { SetRunStore, StoredRun } from '../../store/sets/set-run-store'
import type { CellAgents } from '../agents/cell-agents'
import { type AnswerChecker, isQuick } from '../checks/answer-checker'
import { readBatchAnswer } from './batch-answer'
import type { EarlyEnd, RunScope } from './batch-plan'
import { RunBatches } from './run-batches'
import { type AskedCell, askCell, type CellOutcome, type CellSource, type PromptFiles } from './ask-cell'
import type { CostGuard } from './cost-guard'
import { countAnswer, countChecks, countLost } from './cell-numbers'
import { PendingCells, RunCells } from './pending-cells'
import type { ProviderPace } from '../../pace/provider-pace'

/** An answer that the store did not take. */
export interface UnsavedAnswer {
  cell: number
  answer: CellAnswer
}

export interface LiveSetRunDeps {
  store: SetRunStore
  checker: AnswerChecker
  agents: CellAgents
  /** Returns a prompt of the run. */
  promptAt: (index: number) => RunPrompt | undefined
  pace: ProviderPace
  cost: CostGuard
  /** @throws NOT_FOUND the provider is no longer set up */
  resolve: (model: string) => CellSource
  providerOf: (model: string) => string
  timeouts: () => RunTimeouts
  maxChars: () => number
  toolSteps: () => number
  files: PromptFiles | undefined
  clock: Clock
  errors: ErrorSink
  /** Called after every change of `progress`. */
  onProgress: () => void
  /** Answers that the store refused earlier; the run adds those that it refuses now. */
  unsaved: UnsavedAnswer[]
  scope: RunScope
}

/**
 * A run of a prompt set while it asks for answers. Each cell is requested until it has an answer or a lasting error,
 * which is stored at once; so the run can end at any moment and be resumed. It never throws.
 */
export class LiveSetRun {
  /** Resolves when the last request has ended and the state is stored. */
  readonly finished: Promise<void>
  readonly #run: StoredRun
  readonly #cells: RunCells
  readonly #deps: LiveSetRunDeps
  readonly #pending: PendingCells
  readonly #batches: RunBatches
  readonly #controller = new AbortController()
  readonly #settled = Promise.withResolvers<void>()
  readonly #progress: SetRunProgress
  /** The error of each provider since its last answer. */
  readonly #setbacks = new Map<string, ErrorData>()
  #underWay = 0
  #ending: EarlyEnd | null = null
  #cancelWake: (() => void) | null = null
  #isSettled = false

  constructor(run: StoredRun, deps: LiveSetRunDeps) {
    const { store } = deps
    this.#run = run
    this.#deps = deps
    this.#cells = new RunCells(run, deps.promptAt)
    const { scope } = deps
    const state = scope.isQuiet === true ? run.state : 'running'
    this.#progress = { ...store.cells.totals(run.id), ...progressOf(run), state, error: null }
    this.#batches = this.#openBatches()
    // An answer that waits to be saved needs no request either.
    const done = new Set([...store.cells.done(run.id), ...deps.unsaved.map(({ cell }) => cell)])
    this.#pending = new PendingCells(
      this.#cells
        .numbers()
        .filter((cell) => !done.has(cell) && !this.#batches.holds(cell) && scope.asks(cell)),
      (cell) => ({
        provider: deps.providerOf(this.#cells.model(cell).model),
        model: this.#cells.modelIndex(cell),
      }),
    )
    this.finished = this.#settled.promise
    void this.#start()
  }

  get progress(): SetRunProgress {
    return { ...this.#progress, ...(this.#batches.isEmpty ? {} : { batch: this.#batches.progress }) }
  }

  /** True while it only waits for batches, which do not need Parley. */
  get isOnlyWaiting(): boolean {
    return this.#underWay === 0 && this.#batches.isOpen
  }

  /** A window has run checks of stored answers. */
  recountChecks(): void {
    const { judged, passed } = this.#deps.store.cells.totals(this.#run.id)
    Object.assign(this.#progress, { judged, passed })
  }

  /**
   * Cancels every request in progress and starts no more. Resolves when the state is stored. Its batches are cancelled if
   * the user has stopped it; what they still give is added when the run is continued.
   */
  stop(state: 'stopped' | 'interrupted'): Promise<void> {
    if (state === 'stopped' && !this.#batches.isEmpty && this.#ending === null) void this.#cancelBatches()
    this.#end(state, state === 'stopped' ? 'user' : 'shutdown')
    this.#pump()
    return this.finished
  }

  async #cancelBatches(): Promise<void> {
    this.#underWay += 1
    try {
      this.#deps.store.batches.cancel(this.#run.id)
    } catch (error) {
      this.#deps.errors.warning('sets', error)
    }
    await this.#batches.cancel()
    this.#underWay -= 1
    this.#pump()
  }

  async #start(): Promise<void> {
    // A stop waits for the checks, too.
    this.#underWay += 1
    try {
      this.#saveUnsaved()
      await this.#checkUnchecked()
      if (this.#ending === null) this.#batches.start()
    } catch (error) {
      this.#fail(error)
    }
    this.#underWay -= 1
    this.#pump()
  }

  /** Starts requests while there is room for them; ends the run when nothing is left to do. */
  #pump(): void {
    const { pace, cost, clock } = this.#deps
    let isAtLimit = false
    this.#cancelWake?.()
    this.#cancelWake = null
    while (this.#ending === null && this.#underWay < this.#run.atOnce) {
      const now = clock.now()
      const next = this.#pending.next((provider) => pace.readyAt(provider) <= now)
      if (next === null) break
      const release = cost.reserve(this.#cells.modelIndex(next.cell))
      isAtLimit = release === null
      if (release === null) break
      this.#pending.take(next.provider)
      this.#underWay += 1
      void this.#ask(next).finally(() => {
        release()
        this.#underWay -= 1
        this.#pump()
      })
    }
    if (this.#underWay === 0) this.#settleOrWait(isAtLimit)
    else if (this.#ending === null && !isAtLimit) this.#wakeWhenReady()
    this.#deps.onProgress()
  }

  #settleOrWait(isAtLimit: boolean): void {
    const isStuck = isAtLimit || this.#pending.openProviders().length === 0
    if (this.#ending !== null) this.#settle(this.#ending)
    else if (!isStuck) this.#wakeWhenReady()
    else if (this.#batches.isOpen) return
    else if (!this.#pending.isEmpty) this.#settle(isAtLimit ? 'cost-limit' : 'provider-limit')
    else this.#settle(this.#progress.done >= this.#run.cells ? 'done' : this.#shortEnd)
  }

  /** How the run ends without all answers: because of its batches, if one of them has a problem. */
  get #shortEnd(): EarlyEnd {
    return this.#setbacks.size > 0 ? 'provider-limit' : this.#deps.scope.shortEnd
  }

  #openBatches(): RunBatches {
    const { store, clock, resolve, providerOf, cost, files, scope } = this.#deps
    return new RunBatches({
      runId: this.#run.id,
      store,
      clock,
      files,
      cost,
      asked: (cell) => {
        const model = this.#cells.model(cell)
        return { ...resolve(model.model), model, prompt: this.#cells.prompt(cell) }
      },
      take: (cell, asked) => this.#takeFromBatch(cell, asked),
      onLeft: (left, lost) => {
        for (const cell of lost) countLost(this.#progress, cost.spendUnknown(this.#cells.modelIndex(cell)))
        if (!scope.asksLeft) return
        for (const cell of left) this.#pending.putBack(providerOf(this.#cells.model(cell).model), cell)
      },
      onProblem: (id, error) => this.#note(id, error === null ? null : toErrorData(error)),
      onFailed: (error) => this.#fail(error),
      onChanged: () => this.#pump(),
      isStopped: scope.isQuiet === true,
      signal: this.#controller.signal,
    })
  }

  async #takeFromBatch(cell: number, asked: AskedCell): Promise<'kept' | 'unprocessed'> {
    const { clock, maxChars } = this.#deps
    const { signal } = this.#controller
    const options = { signal, clock, maxChars: maxChars() }
    const outcome = await readBatchAnswer(asked, options)
    if (outcome === null) return 'unprocessed'
    if (outcome.kind === 'answered') await this.#keepAndCheck(cell, outcome.answer, batchPriceShare)
    else if (outcome.kind === 'failed') this.#keepError(cell, outcome.answer)
    return 'kept'
  }

  /** Continues when the first waiting provider may be asked again. */
  #wakeWhenReady(): void {
    const { pace, clock } = this.#deps
    const now = clock.now()
    const waiting = this.#pending
      .openProviders()
      .map((provider) => pace.readyAt(provider))
      .filter((at) => at > now)
    this.#progress.waitingUntil = waiting.length === 0 || this.#underWay > 0 ? null : Math.min(...waiting)
    if (waiting.length === 0) return
    this.#cancelWake = clock.after(Math.min(...waiting) - now, () => {
      this.#progress.waitingUntil = null
      this.#pump()
    })
  }

  async #ask({ cell, provider }: { cell: number; provider: string }): Promise<void> {
    const { store, clock, pace, timeouts, maxChars, toolSteps, files, agents } = this.#deps
    const agentCell = this.#cells.agentCell(cell)
    let isOpen = false
    try {
      const agent = agentCell === null ? undefined : agents.turn(agentCell)
      const model = this.#cells.model(cell)
      const source = this.#deps.resolve(model.model)
      const asked = { ...source, model, prompt: this.#cells.prompt(cell), agent }
      store.cells.begin(this.#run.id, cell, { isFree: source.isFree === true })
      const outcome = await askCell(asked, {
        signal: this.#controller.signal,
        clock,
        timeouts: timeouts(),
        maxChars: maxChars(),
        toolSteps: toolSteps(),
        files,
        onRetry: (retryAt) => pace.hold(provider, retryAt),
      })
      isOpen = await this.#conclude({ cell, provider }, outcome)
    } catch (error) {
      isOpen = true
      const coded = sourceError(error)
      if (coded.code === 'NOT_FOUND') this.#close(provider, coded)
      else this.#fail(error)
    } finally {
      if (agentCell !== null) await agents.release(agentCell)
      // Not before: the next request for the cell needs a folder that is not being removed.
      if (isOpen) this.#pending.putBack(provider, cell)
    }
  }

  /** Stores the outcome of a request. Returns whether the cell has to be asked again. */
  async #conclude(at: { cell: number; provider: string }, outcome: CellOutcome): Promise<boolean> {
    const { pace, errors } = this.#deps
    if (outcome.kind === 'stopped') {
      this.#release(at.cell, outcome.answer)
      return true
    }
    if (outcome.kind === 'answered') {
      pace.succeeded(at.provider)
      this.#note(at.provider, null)
      await this.#keepAndCheck(at.cell, outcome.answer)
      return false
    }
    const { error, answer } = outcome
    if (error.code === 'INTERNAL') errors.fatal('sets', error.cause ?? error)
    const setback = pace.failed(at.provider, error)
    if (setback !== 'none') {
      this.#release(at.cell, answer)
      if (setback === 'provider-closed') this.#close(at.provider, error)
      else if (setback === 'model-closed') this.#closeModel(at.cell, error)
      else this.#note(at.provider, answer.error)
      return true
    }
    this.#keepError(at.cell, answer)
    return false
  }

  #keepError(cell: number, answer: Omit<CellAnswer, 'checks'>): void {
    const { checks } = this.#cells.prompt(cell)
    const isAgents = this.#cells.agentCell(cell) !== null
    this.#keep(cell, {
      ...answer,
      checks: checks.map(({ kind }) =>
        kind === 'command' && !isAgents ? { passed: false, isNotApplicable: true } : { passed: false },
      ),
    })
  }

  /** Stores an answer before checks that take time: if Parley is killed during one, the answer is not asked for again. */
  async #keepAndCheck(cell: number, answer: Omit<CellAnswer, 'checks'>, share = 1): Promise<void> {
    const { checks } = this.#cells.prompt(cell)
    if (checks.every(isQuick)) {
      this.#keep(cell, { ...answer, checks: await this.#check(cell, answer) }, share)
      return
    }
    if (!this.#keep(cell, { ...answer, checks: null }, share)) return
    const results = await this.#check(cell, answer)
    if (results === null) return
    try {
      this.#deps.store.cells.setChecks(this.#run.id, cell, results)
      countChecks(this.#progress, { checks: results, error: null })
    } catch (error) {
      // The answer is stored; its checks run again when the run is resumed.
      this.#fail(error)
    }
  }

  /** Ends a request without an answer. If its cost is unknown, it counts like one that was lost when Parley ended. */
  #release(cell: number, request: Omit<CellAnswer, 'checks'>): void {
    const isLost = mayBeCharged(request)
    this.#deps.store.cells.release(this.#run.id, cell, { ...request, isLost })
    if (!isLost) return this.#spend(cell, request.costUsd ?? 0, false)
    this.#progress.spentUsd += request.usage.leastCostUsd ?? 0
    const expected = this.#deps.cost.spendUnknown(this.#cells.modelIndex(cell), request.usage.leastCostUsd)
    countLost(this.#progress, expected)
  }

  /**
   * Stores an answer; one that the store refuses is kept in memory, because it is paid for. Returns whether it is
   * stored.
   */
  #keep(cell: number, answer: CellAnswer, share = 1): boolean {
    try {
      this.#save({ cell, answer }, share)
      return true
    } catch (error) {
      this.#deps.unsaved.push({ cell, answer })
      this.#fail(error)
      return false
    }
  }

  #save({ cell, answer }: UnsavedAnswer, share = 1): void {
    if (!this.#deps.store.cells.finish(this.#run.id, cell, answer)) return
    countAnswer(this.#progress, answer)
    if (answer.course?.isEarlier === true) return
    if (mayBeCharged(answer)) this.#spendUnknown(cell, answer)
    else this.#spend(cell, answer.costUsd ?? 0, answer.costUsd !== null, share)
  }

  #saveUnsaved(): void {
    const { unsaved } = this.#deps
    for (let first = unsaved[0]; first !== undefined; first = unsaved[0]) {
      this.#save(first)
      unsaved.shift()
    }
  }

  /** Checks answers whose checks had not ended when the app quit or was killed. */
  async #checkUnchecked(): Promise<void> {
    const { cells } = this.#deps.store
    for (;;) {
      const found = cells.unchecked(this.#run.id)
      if (found === null || this.#ending !== null) return
      const checks = await this.#check(found.cell, found.answer)
      if (checks === null) return
      cells.setChecks(this.#run.id, found.cell, checks)
      const agentCell = this.#cells.agentCell(found.cell)
      if (agentCell !== null) await this.#deps.agents.release(agentCell)
      Object.assign(this.#progress, cells.totals(this.#run.id))
    }
  }

  /** Null when there is no time to check: the answer is stored without. */
  async #check(cell: number, answer: Omit<CellAnswer, 'checks'>): Promise<CheckResult[] | null> {
    const { checks } = this.#cells.prompt(cell)
    const { checker, agents } = this.#deps
    const agentCell = this.#cells.agentCell(cell)
    const { signal } = this.#controller
    try {
      return await checker.run(
        checks,
        answer,
        agentCell === null ? undefined : (check) => agents.check(agentCell, check, signal),
      )
    } catch (error) {
      if (this.#ending === null) this.#deps.errors.warning('sets', error)
      return null
    }
  }

  /** Counts a cost that is known in part as spent; the limit counts the expected cost. */
  #spendUnknown(cell: number, { usage }: Pick<CellAnswer, 'usage'>): void {
    this.#progress.spentUsd += usage.leastCostUsd ?? 0
    this.#deps.cost.spendUnknown(this.#cells.modelIndex(cell), usage.leastCostUsd)
  }

  #spend(cell: number, costUsd: number, isAnswer: boolean, share = 1): void {
    this.#progress.spentUsd += costUsd
    this.#deps.cost.spend(this.#cells.modelIndex(cell), costUsd, isAnswer, share)
  }

  #close(provider: string, error: ParleyError): void {
    this.#pending.close(provider)
    this.#note(provider, toErrorData(error))
  }

  /** Noted under a name of its own, because answers of the provider's other models end the note of the provider. */
  #closeModel(cell: number, error: ParleyError): void {
    this.#pending.closeModel(this.#cells.modelIndex(cell))
    this.#note(`${this.#cells.model(cell).model} (${this.#cells.modelIndex(cell)})`, toErrorData(error))
  }

  #note(provider: string, error: ErrorData | null): void {
    if (error === null) this.#setbacks.delete(provider)
    else this.#setbacks.set(provider, error)
    const [first = null] = this.#setbacks.values()
    this.#progress.error = first
  }

  /** The store refuses writes, so further answers would be paid for and lost. */
  #fail(error: unknown): void {
    this.#progress.error = toErrorData(sourceError(error))
    if (!isStoreRefusal(this.#progress.error)) this.#deps.errors.fatal('sets', error)
    this.#end('store-failed', 'error')
  }

  #end(state: EarlyEnd, reason: StopReason): void {
    if (this.#ending !== null) return
    this.#ending = state
    this.#controller.abort(new StopSignal(reason))
  }

  #settle(state: SetRunState): void {
    const { store, clock, errors } = this.#deps
    if (this.#isSettled) return
    this.#isSettled = true
    this.#cancelWake?.()
    if (this.#deps.scope.isQuiet === true && state !== 'done') {
      this.#settled.resolve()
      return
    }
    const { error } = this.#progress
    Object.assign(this.#progress, {
      state,
      waitingUntil: null,
      error: state === 'provider-limit' || state === 'store-failed' ? error : null,
    })
    try {
      store.setState(this.#run.id, state, { at: clock.now(), error: this.#progress.error })
    } catch (refused) {
      // The run counts as interrupted at the next start, and can be resumed.
      errors.warning('sets', refused)
    }
    this.#settled.resolve()
  }
}

function progressOf(run: StoredRun): Pick<SetRunProgress, 'cells' | 'waitingUntil' | 'lostUsd'> {
  return { cells: run.cells, waitingUntil: null, lostUsd: run.lostUsd }
}

function isStoreRefusal({ code }: ErrorData): boolean {
  return code === 'STORE_FULL' || code === 'STORE_DAMAGED'
}
