import { failure } from '../../shared/failures/failure'
import type { SetId, SetRunId } from '../../shared/ids'
import { agentOf, providerOf } from '../../shared/models/models'
import type { CheckResult } from '../../shared/sets/checks'
import {
  canResume,
  earlierModel,
  type LineUpModel,
  type PageCheckTask,
  type SetEstimate,
  type SetRun,
  type WaitingPages,
} from '../../shared/sets/sets'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import type { ErrorSink } from '../errors/error-sink'
import type { RunTimeouts } from '../runs/run/run-watchdog'
import { type CheckPlace, lostUsd } from '../store/sets/set-cells'
import type { NewSetRun, StoredRun } from '../store/sets/set-run-store'
import type { RunPrompt } from '../store/sets/stored-answers'
import { assertAgentCanRun, type CellAgents } from './agents/cell-agents'
import type { AnswerChecker } from './checks/answer-checker'
import { judgePrompts, pairsOf, shapeOf } from './judging/judge-plan'
import { type ChosenModel, lineUpModel, type SetRunPlan } from './line-up-model'
import { assertFiles, withoutFiles } from './prompt-needs'
import { orEarlier } from './running/ask-cell'
import { collectingScope, directScope } from './running/batch-plan'
import { cellPlace } from './running/cell-numbers'
import { areFree } from './running/cost-guard'
import { LiveSetRun, type UnsavedAnswer } from './running/live-set-run'
import type { ProviderPace } from '../pace/provider-pace'
import { SetRunWatch } from './running/set-run-watch'
import { assertConfirmed, estimateOf, SetPlans, type SetPlansDeps } from './set-plans'

export interface SetRunsDeps extends SetPlansDeps {
  checker: AnswerChecker
  agents: CellAgents
  /** Shared with everything else that asks providers. */
  pace: ProviderPace
  timeouts: () => RunTimeouts
  maxChars: () => number
  toolSteps: () => number
  clock: Clock
  errors: ErrorSink
}

interface JudgePlan {
  model: string | ChosenModel
  byRubric?: boolean
}

/** Runs of prompt sets. They belong to main: windows come and go. */
export class SetRuns {
  readonly #deps: SetRunsDeps
  readonly #plans: SetPlans
  readonly #pace: ProviderPace
  readonly #live = new Map<SetRunId, LiveSetRun>()
  /** Stopped runs whose batches still give answers. */
  readonly #collecting = new Map<SetRunId, LiveSetRun>()
  /** Answers that the store refused, until their run is resumed. */
  readonly #unsaved = new Map<SetRunId, UnsavedAnswer[]>()
  readonly #changed = new Emitter<SetRunId>()
  readonly #activity = new Emitter<void>()
  #isClosed = false

  constructor(deps: SetRunsDeps) {
    this.#deps = { ...deps, resolve: orEarlier(deps.resolve) }
    this.#plans = new SetPlans(this.#deps)
    this.#pace = deps.pace
    deps.store.interruptRunning()
    deps.sets.eraseOld()
  }

  /** Fires with a run after its progress changed. */
  onChanged(listener: (runId: SetRunId) => void): Dispose {
    return this.#changed.on(listener)
  }

  /** Fires when a run starts or ends, and while one only waits for batches. */
  onActivity(listener: () => void): Dispose {
    return this.#activity.on(listener)
  }

  /** The number of runs that ask for answers now. */
  get activeCount(): number {
    return [...this.#live.values()].filter(({ isOnlyWaiting }) => !isOnlyWaiting).length
  }

  /** @throws NOT_FOUND, INVALID_INPUT as `start` */
  async estimate(plan: Pick<SetRunPlan, 'setId' | 'models' | 'repeats'>): Promise<SetEstimate> {
    const { models, prompts, missing, unseen } = this.#plans.planned(plan)
    const perAnswer = await this.#plans.perAnswer(plan.setId, { models, prompts })
    const estimate = estimateOf(perAnswer, { models, promptCount: prompts.length, repeats: plan.repeats })
    const power = this.#plans.power(plan, prompts)
    const gone = withoutFiles(prompts, this.#deps.files)
    return {
      ...estimate,
      ...this.#plans.batchEstimate(perAnswer, { models, prompts, repeats: plan.repeats }),
      ...(missing.length === 0 ? {} : { missing }),
      ...(unseen.length === 0 ? {} : { unseen }),
      ...(power === null ? {} : { power }),
      ...(gone.length === 0 ? {} : { withoutFiles: gone }),
    }
  }

  /**
   * Starts a run with a copy of the set's prompts. Asks the user about the commands that check agents.
   * @throws NOT_FOUND, INVALID_INPUT the set is empty, the run too large, files of prompts are gone, or a provider is not
   * confirmed that has not seen the questions from chats, CANCELLED not agreed, LIMIT_REACHED, STORE_FULL
   */
  async start(plan: SetRunPlan, signal?: AbortSignal): Promise<SetRunId> {
    return this.#start({ ...plan, ...this.#plans.planned(plan) }, signal)
  }

  /**
   * Asks the same models the same prompts as an earlier run, for a watch: even if the set has changed.
   * @throws as `start`
   */
  async startAgain(
    earlierId: SetRunId,
    { repeats, costLimitUsd, dueAt }: Pick<SetRunPlan, 'repeats' | 'costLimitUsd'> & { dueAt: number },
  ): Promise<SetRunId> {
    const { store, resolve } = this.#deps
    const { setId, name, models, atOnce } = store.get(earlierId)
    for (const { model } of models) resolve(model)
    return this.#start({
      setId,
      name,
      models,
      prompts: store.prompts(earlierId),
      // They have seen the earlier run.
      unseen: [],
      look: { baselineId: earlierId, dueAt },
      repeats,
      atOnce,
      costLimitUsd,
    })
  }

  async #start(
    plan: Omit<SetRunPlan, 'models'> & {
      name: string
      models: LineUpModel[]
      prompts: RunPrompt[]
      unseen: readonly string[]
      look?: NewSetRun['look']
    },
    signal?: AbortSignal,
  ): Promise<SetRunId> {
    const { store, clock, newId, agents } = this.#deps
    const { name, models, prompts, unseen, setId, repeats, atOnce, costLimitUsd, look } = plan
    assertFiles(prompts, this.#deps.files)
    this.#assertMaySpend(models)
    assertConfirmed(unseen, plan.confirmed)
    await agents.requireConsent(models, prompts, signal)
    const perAnswer = await this.#plans.perAnswer(plan.setId, { models, prompts })
    this.#assertOpen()
    signal?.throwIfAborted()
    // The set may have been deleted while the user was asked.
    this.#deps.sets.summary(plan.setId)
    const id = newId<SetRunId>()
    if (unseen.length > 0) this.#deps.sets.noteSeen(setId, unseen, prompts)
    const asked = { models, repeats, costLimitUsd }
    const spent = { promptCount: prompts.length, spentUsd: 0, lostUsd: 0 }
    const { batches, scope } =
      plan.isBatch === true
        ? this.#plans.batches({ id, ...asked, ...spent }, { prompts, unsaved: [], perAnswer })
        : { batches: [], scope: directScope }
    const run = { ...asked, id, setId, judgeOf: null, name, prompts, atOnce, look }
    store.create({ ...run, startedAt: clock.now() }, batches)
    this.#begin(id, perAnswer, scope)
    return id
  }

  /** The expected cost of a judge of the run. @throws NOT_FOUND, INVALID_INPUT as `judge` */
  async estimateJudge(runId: SetRunId, plan: JudgePlan): Promise<SetEstimate> {
    const { judged, ...judging } = this.#plannedJudge(runId, plan)
    const { models, pairs } = judging
    const perAnswer = await this.#plans.perVerdict(judged, judging)
    const unseen = this.#plans.unseenOf(judged, models)
    return {
      ...estimateOf(perAnswer, { models, promptCount: pairs.length, repeats: 1 }),
      ...(unseen.length === 0 ? {} : { unseen }),
    }
  }

  /**
   * Starts a run in which a model judges the answers of another one: every pair of answers to the same prompt, in both
   * orders; or `byRubric`, every answer by every criterion. It has the limits of any run, and is stopped and resumed like one.
   * @throws NOT_FOUND, RUN_ACTIVE, INVALID_INPUT there is nothing to compare, or too much, LIMIT_REACHED, STORE_FULL
   */
  async judge(
    runId: SetRunId,
    plan: JudgePlan & Pick<SetRunPlan, 'atOnce' | 'costLimitUsd' | 'confirmed'>,
  ): Promise<SetRunId> {
    const { store, clock, newId } = this.#deps
    const { judged, ...judging } = this.#plannedJudge(runId, plan)
    const { models, pairs, rubric } = judging
    this.#assertMaySpend(models)
    const unseen = this.#plans.unseenOf(judged, models)
    assertConfirmed(unseen, plan.confirmed)
    const perAnswer = await this.#plans.perVerdict(judged, judging)
    this.#assertOpen()
    const id = newId<SetRunId>()
    const { setId, name } = judged
    const { atOnce, costLimitUsd } = plan
    const limits = { repeats: 1, atOnce, costLimitUsd, startedAt: clock.now() }
    if (unseen.length > 0) this.#deps.sets.noteSeen(setId, unseen, store.prompts(runId))
    store.create({ id, setId, name, models, prompts: pairs, ...limits, judgeOf: runId, rubric })
    this.#begin(id, perAnswer)
    return id
  }

  /** @throws NOT_FOUND the model's provider is not set up; INVALID_INPUT it is an agent */
  assertJudge(model: string): void {
    if (agentOf(model) !== null || model === earlierModel)
      throw failure('INVALID_INPUT', 'agent-as-judge', { field: 'model' })
    this.#deps.resolve(model)
  }

  /** Deletes a judge's run. Returns whether it existed. @throws NOT_FOUND, RUN_ACTIVE */
  removeJudge(id: SetRunId): boolean {
    this.#assertEnded(id)
    if (this.get(id).judgeOf === null) throw failure('NOT_FOUND', 'set-run', { runId: id })
    this.#unsaved.delete(id)
    return this.#deps.store.remove(id)
  }

  /** The runs in which models judge the answers of this one, oldest first. */
  judgesOf(id: SetRunId): SetRun[] {
    return this.#deps.store.judgesOf(id).map((run) => this.#current(run))
  }

  /** The newest run in which this model compares the answers in pairs. */
  pairJudge(id: SetRunId, key: string | null): SetRun | undefined {
    return this.judgesOf(id).findLast(({ models, rubric }) => rubric === undefined && models[0]?.key === key)
  }

  /**
   * Resumes a run where it ended, possibly with other limits; in batches if it was before, unless `isBatch` says otherwise.
   * @throws NOT_FOUND, RUN_ACTIVE, INVALID_INPUT it is complete or comes from a file, LIMIT_REACHED, STORE_FULL
   */
  async resume(
    id: SetRunId,
    limits: Partial<Pick<SetRunPlan, 'atOnce' | 'costLimitUsd' | 'isBatch'>> = {},
    signal?: AbortSignal,
  ): Promise<void> {
    const { store, clock, agents } = this.#deps
    this.#assertResumable(id)
    await this.#collecting.get(id)?.stop('interrupted')
    const run = store.get(id)
    for (const model of run.models) assertAgentCanRun(model)
    if (run.judgeOf === null) assertFiles(store.prompts(id), this.#deps.files)
    this.#assertMaySpend(run.models)
    if (run.judgeOf === null) await agents.requireConsent(run.models, store.prompts(id), signal)
    const perAnswer =
      run.judgeOf === null
        ? await this.#plans.perAnswer(run.setId, { models: run.models, prompts: store.prompts(id) })
        : await this.#plans.perVerdict(this.get(run.judgeOf), { ...run, pairs: store.judgedPairs(id) })
    this.#assertOpen()
    this.#assertResumable(id)
    const { atOnce = run.atOnce, costLimitUsd = run.costLimitUsd, isBatch = run.isBatch } = limits
    store.setLimits(id, { atOnce, costLimitUsd })
    const unsaved = (this.#unsaved.get(id) ?? []).map(({ cell }) => cell)
    const planned =
      isBatch === true && run.judgeOf === null
        ? this.#plans.batches({ ...run, costLimitUsd }, { prompts: store.prompts(id), unsaved, perAnswer })
        : { batches: [], scope: directScope }
    store.batches.create(id, planned.batches, clock.now())
    store.setState(id, 'running', { at: clock.now(), error: null })
    for (const { model } of run.models) this.#pace.reset(providerOf(model))
    this.#begin(id, perAnswer, planned.scope)
  }

  /**
   * Waits for the batches that earlier processes have left at providers. Runs that wait for nothing else are running
   * again; stopped ones stay stopped while what their batches still give is added.
   */
  continueBatches(): void {
    for (const id of this.#deps.store.batches.openRuns()) this.#collect(id)
  }

  #collect(id: SetRunId): void {
    const { store, clock, errors } = this.#deps
    if (this.#live.has(id) || this.#collecting.has(id) || store.batches.open(id).length === 0) return
    try {
      const isQuiet = store.get(id).state !== 'interrupted'
      if (!isQuiet) store.setState(id, 'running', { at: clock.now(), error: null })
      this.#begin(id, [], { ...collectingScope, isQuiet })
    } catch (error) {
      // They are found again at the next start, or when the run is resumed.
      errors.warning('sets', error)
    }
  }

  /**
   * The newest run of this plan, with the same prompts, models and repeats, that has not ended, or that `judge` has begun
   * but not finished judging; null without one.
   */
  unfinished(
    plan: Pick<SetRunPlan, 'setId' | 'models' | 'repeats'>,
    judge: string | null = null,
  ): SetRunId | null {
    const { store } = this.#deps
    const { models, prompts } = this.#plans.planned(plan)
    const wanted = JSON.stringify({ models, prompts })
    const run = this.list({ setId: plan.setId }).find(
      ({ id, state, repeats, models: asked }) =>
        (canResume(state) || (state === 'done' && this.#isBeingJudged(id, judge))) &&
        repeats === plan.repeats &&
        JSON.stringify({ models: asked, prompts: store.prompts(id) }) === wanted,
    )
    return run?.id ?? null
  }

  /** The next check of a page, for a window to run; null if there is none. @throws NOT_FOUND */
  pageCheck(id: SetRunId): PageCheckTask | null {
    const { store } = this.#deps
    const shape = shapeOf(this.get(id))
    const found = store.cells.pageCheck(id)
    if (found === null) return null
    const wanted = store.prompts(id)[cellPlace(shape, found.cell).prompt]?.checks[found.check]
    return wanted?.kind === 'renders' ? { ...found, wanted } : null
  }

  /** A run with checks of pages that no window has run yet; null without one. */
  waitingPages(): WaitingPages | null {
    return this.#deps.store.cells.waitingPages()
  }

  /** Stores what a window found. Returns false if that check waits for no window. @throws NOT_FOUND */
  finishPageCheck(id: SetRunId, place: CheckPlace, result: CheckResult): boolean {
    this.get(id)
    if (!this.#deps.store.cells.finishPageCheck(id, place, result)) return false
    this.#live.get(id)?.recountChecks()
    this.#changed.fire(id)
    return true
  }

  /** Stops a run: cancels its requests and waits until the state is stored. @throws NOT_FOUND */
  async stop(id: SetRunId): Promise<SetRun> {
    await this.#live.get(id)?.stop('stopped')
    return this.get(id)
  }

  /** @throws NOT_FOUND */
  get(id: SetRunId): SetRun {
    return this.#current(this.#deps.store.get(id))
  }

  /** Newest first. */
  list(input: { setId?: SetId | undefined; limit?: number | undefined }): SetRun[] {
    return this.#deps.store
      .list({ setId: input.setId, limit: input.limit ?? 200 })
      .map((run) => this.#current(run))
  }

  /** Follows a run, which continues without its readers. @throws NOT_FOUND */
  watch(id: SetRunId): SetRunWatch {
    const run = this.#deps.store.get(id)
    // The database is read only once: what changes is the progress of a live run.
    let latest = this.get(id)
    const read = () => {
      latest = { ...latest, ...this.#live.get(id)?.progress }
      return latest
    }
    return new SetRunWatch(read, (onChanged) =>
      this.#changed.on((changed) => {
        if (changed === run.id) onChanged()
      }),
    )
  }

  /** Resolves when the run has ended. */
  async ended(id: SetRunId): Promise<SetRun> {
    await this.#live.get(id)?.finished
    return this.get(id)
  }

  /** Stops the runs of a set that is being deleted, also those that begin while others are being stopped. */
  async stopOf(setId: SetId): Promise<void> {
    for (;;) {
      const runs = [...this.#live].filter(
        ([id, { progress }]) => progress.state === 'running' && this.#deps.store.get(id).setId === setId,
      )
      if (runs.length === 0) return
      await Promise.all(runs.map(([, run]) => run.stop('stopped')))
    }
  }

  /** Cancels every request and keeps what has been answered. */
  async close(): Promise<void> {
    this.#isClosed = true
    const runs = [...this.#live.values(), ...this.#collecting.values()]
    await Promise.all(runs.map((run) => run.stop('interrupted')))
  }

  #begin(id: SetRunId, perAnswer: readonly (number | null)[], scope = directScope): void {
    const { store, checker, agents, resolve, timeouts, maxChars, toolSteps, files, clock, errors } =
      this.#deps
    const stored = store.get(id)
    const run = { ...stored, lostUsd: lostUsd(store.cells.lost(id, stored.models.length), perAnswer) }
    const unsaved = this.#unsaved.get(id) ?? []
    const cost = this.#plans.costGuard(run, perAnswer)
    this.#plans.guards.set(id, cost)
    this.#unsaved.set(id, unsaved)
    const live = new LiveSetRun(run, {
      store,
      checker,
      agents,
      resolve,
      timeouts,
      maxChars,
      toolSteps,
      files,
      clock,
      errors,
      unsaved,
      promptAt: this.#promptsOf(run),
      pace: this.#pace,
      cost,
      providerOf,
      onProgress: () => {
        this.#changed.fire(id)
        if (live.isOnlyWaiting) this.#activity.fire()
      },
      scope,
    })
    const runs = scope.isQuiet === true ? this.#collecting : this.#live
    runs.set(id, live)
    this.#activity.fire()
    void this.#forget(id, live, runs)
  }

  async #forget(id: SetRunId, live: LiveSetRun, runs: Map<SetRunId, LiveSetRun>): Promise<void> {
    await live.finished
    // Readers see the final progress before the run is no longer live.
    this.#changed.fire(id)
    runs.delete(id)
    this.#plans.guards.delete(id)
    const { state } = live.progress
    if (runs === this.#live && state === 'stopped' && !this.#isClosed) this.#collect(id)
    if (this.#unsaved.get(id)?.length === 0) this.#unsaved.delete(id)
    this.#activity.fire()
  }

  /** A stored run with its live progress. The store may have refused to record its end. */
  #current(run: StoredRun): SetRun {
    const live = this.#live.get(run.id)
    const state = run.state === 'running' ? 'interrupted' : run.state
    return { ...run, waitingUntil: null, ...(live === undefined ? { state } : live.progress) }
  }

  #plannedJudge(runId: SetRunId, { model: chosen, byRubric = false }: JudgePlan) {
    const judged = this.get(runId)
    if (judged.judgeOf !== null) throw failure('NOT_FOUND', 'set-run', { runId })
    // The pairs come from the answers that exist now.
    this.#assertEnded(runId)
    const model = lineUpModel(chosen, this.#deps.paramsOf)
    this.assertJudge(model.model)
    const { rubric = [] } = judged
    const pairs = pairsOf(this.#deps.store, judged, byRubric ? rubric : null)
    return { judged, models: [model], pairs, ...(byRubric ? { rubric } : {}) }
  }

  #promptsOf(run: StoredRun): (index: number) => RunPrompt | undefined {
    const { store } = this.#deps
    if (run.judgeOf !== null) {
      return judgePrompts(store, this.get(run.judgeOf), { ...run, pairs: store.judgedPairs(run.id) })
    }
    const prompts = store.prompts(run.id)
    return (index) => prompts[index]
  }

  #isBeingJudged(id: SetRunId, judge: string | null): boolean {
    const last = this.pairJudge(id, judge)
    return last !== undefined && canResume(last.state)
  }

  #assertEnded(runId: SetRunId): void {
    if (this.#live.has(runId)) throw failure('RUN_ACTIVE', 'set-run', { runId })
  }

  #assertResumable(id: SetRunId): void {
    this.#assertEnded(id)
    const { state } = this.#deps.store.get(id)
    if (state === 'done') throw failure('INVALID_INPUT', 'run-is-done', { field: 'runId' })
    if (state === 'imported') throw failure('INVALID_INPUT', 'run-is-imported', { field: 'runId' })
  }

  /** @throws LIMIT_REACHED */
  #assertMaySpend(models: readonly LineUpModel[]): void {
    if (!areFree(models, this.#deps.resolve)) this.#deps.spending?.assertWithin()
  }

  #assertOpen(): void {
    if (this.#isClosed) throw failure('CANCELLED', 'quitting')
  }
}
