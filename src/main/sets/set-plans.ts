import { failure } from '../../shared/failures/failure'
import type { SetId, SetRunId } from '../../shared/ids'
import { providerOf } from '../../shared/models/models'
import type { ModelParams } from '../../shared/sessions/sessions'
import type { Check } from '../../shared/sets/checks'
import { askedKey, askedPrompt, textsWithVariables } from '../../shared/sets/asked-prompt'
import { fillVariables, missingVariables } from '../../shared/sets/fill-variables'
import {
  batchPriceShare,
  earlierModel,
  type LineUpModel,
  type PromptContent,
  type SetEstimate,
  type SetPower,
  setLimits,
  type SetRun,
} from '../../shared/sets/sets'
import { lostUsd } from '../store/sets/set-cells'
import type { SetRunStore, StoredRun } from '../store/sets/set-run-store'
import type { SetStore } from '../store/sets/set-store'
import type { JudgedPair, RunPrompt } from '../store/sets/stored-answers'
import { assertAgentCanRun } from './agents/cell-agents'
import { promptsToFind, smallestFound, typicalVariance } from '../statistics/differences'
import { judgePrompts, shapeOf } from './judging/judge-plan'
import { lineUpModel, type SetRunPlan } from './line-up-model'
import { promptTokens } from './prompt-needs'
import { passCounts, resultVariance } from './result-statistics'
import type { NewId } from '../base/new-id'
import type { PlannedBatch } from '../store/sets/set-batches'
import { canBatch, planBatches, type RunScope } from './running/batch-plan'
import type { CellSource, PromptFiles } from './running/ask-cell'
import {
  areFree,
  type CostGuard,
  costGuardOf,
  type SpendingAllowance,
  type SpentSoFar,
} from './running/cost-guard'
import { RunCells } from './running/pending-cells'

/** From how many requests of a judge the length of all is estimated. */
const estimatedPairs = 50

export interface SetPlansDeps {
  sets: SetStore
  store: SetRunStore
  /** @throws NOT_FOUND the model's provider is not set up */
  resolve: (model: string) => CellSource
  /** The parameters that the user has set for a model. */
  paramsOf: (model: string) => ModelParams
  /** Absent where prompts have no files. */
  files?: PromptFiles
  /** The user's limit on the cost; absent: none. */
  spending?: SpendingAllowance
  newId: NewId
}

/** Plans the requests of a run, and estimates the cost of each answer. */
export class SetPlans {
  /** Of the runs that are live. */
  readonly guards = new Map<SetRunId, CostGuard>()
  readonly #deps: SetPlansDeps

  constructor(deps: SetPlansDeps) {
    this.#deps = deps
  }

  /** @throws NOT_FOUND; INVALID_INPUT the set is empty, or the run too large */
  planned({ setId, models: chosen, repeats }: Pick<SetRunPlan, 'setId' | 'models' | 'repeats'>) {
    const { name, prompts } = this.#deps.sets.get(setId)
    if (prompts.length === 0) throw failure('INVALID_INPUT', 'set-empty', { field: 'setId' })
    const answers = prompts.filter(({ answer }) => answer !== undefined).length
    const models = chosen.map((each): LineUpModel => {
      const model = lineUpModel(each, this.#deps.paramsOf)
      return model.model === earlierModel ? { ...model, answers } : model
    })
    const hasEarlier = models.some(({ model }) => model === earlierModel)
    const cells = prompts.length * models.length * repeats
    const max = setLimits.cells
    if (cells > max) throw failure('INVALID_INPUT', 'cells-too-many', { field: 'repeats', cells, max })
    for (const model of models) {
      assertAgentCanRun(model)
      this.#deps.resolve(model.model)
    }
    const unseen = this.unseen(setId, models)
    const asked = prompts.map((prompt): RunPrompt => {
      const { answer } = prompt
      return { ...filledPrompt(prompt), ...(hasEarlier && answer !== undefined ? { answer } : {}) }
    })
    return { name, models, prompts: asked, missing: missingIn(prompts), unseen }
  }

  /** The providers of these models that have not seen some of the set's questions from chats. @throws NOT_FOUND */
  unseen(setId: SetId, models: readonly { model: string }[]): string[] {
    const { prompts } = this.#deps.sets.get(setId)
    return providersOf(models).filter((provider) =>
      prompts.some(({ seenBy }) => seenBy?.includes(provider) === false),
    )
  }

  /**
   * The providers of these models that have not seen some of the questions from chats that a run asked, even if the set no
   * longer has them. @throws NOT_FOUND
   */
  unseenOf(run: SetRun, models: readonly { model: string }[]): string[] {
    const { sets, store } = this.#deps
    const asked = store.prompts(run.id).filter(({ isFromChats }) => isFromChats === true)
    if (asked.length === 0) return []
    const seenIn = [run, ...store.judgesOf(run.id)].flatMap((each) => providersOf(each.models))
    const seenBy = new Map(
      sets.get(run.setId).prompts.map((prompt) => [askedKey(askedPrompt(prompt)), prompt.seenBy]),
    )
    return providersOf(models).filter(
      (provider) =>
        !seenIn.includes(provider) &&
        asked.some((prompt) => seenBy.get(askedKey(prompt))?.includes(provider) !== true),
    )
  }

  /** What the checks of a run can show, from what earlier runs of the set show; null if too few prompts have checks. */
  power(
    { setId, repeats }: Pick<SetRunPlan, 'setId' | 'repeats'>,
    prompts: readonly RunPrompt[],
  ): SetPower | null {
    const { store } = this.#deps
    const count = prompts.filter(({ checks }) => checks.length > 0).length
    if (count < 2) return null
    const earlier = store.list({ setId, limit: 5 }).map((run) => {
      const rows = passCounts(store.cells.summaries(run.id), shapeOf(run))
      const variance = resultVariance(rows, run.models.length)
      // Repeats make a result vary less.
      return variance === null ? null : (variance * typicalVariance(repeats)) / typicalVariance(run.repeats)
    })
    const measured = earlier.find((variance) => variance !== null) ?? null
    const variance = measured ?? typicalVariance(repeats)
    return {
      smallest: smallestFound(variance, count),
      promptsForTenth: promptsToFind(variance, 0.1),
      isMeasured: measured !== null,
    }
  }

  /** In US dollars, by model; null where the price is unknown. */
  perAnswer(
    setId: SetId,
    run: { models: readonly LineUpModel[]; prompts: readonly RunPrompt[] },
  ): Promise<(number | null)[]> {
    const { store } = this.#deps
    const earlier = store.list({ setId, limit: 20 })
    return estimateByModel(run, { resolve: this.#deps.resolve, store, earlier })
  }

  /** The guard of a run. The limits on all spending count what live runs have reserved, too. */
  costGuard(
    run: Pick<StoredRun, 'id' | 'models' | keyof SpentSoFar>,
    perAnswer: readonly (number | null)[],
  ): CostGuard {
    const { store, resolve, spending = null } = this.#deps
    const { id, models } = run
    const lost = lostUsd(store.cells.lost(id, models.length), perAnswer)
    const allowance = areFree(models, resolve) ? null : spending
    return costGuardOf({ ...run, lostUsd: lost }, perAnswer, {
      unpricedUsd: lostUsd(store.cells.unpriced(id, models.length), perAnswer),
      remainingUsd: () => {
        const remaining = allowance?.remainingUsd() ?? null
        if (remaining === null) return null
        const others = [...this.guards].filter(([other]) => other !== id)
        return others.reduce((usd, [, { reservedUsd }]) => usd - reservedUsd, remaining)
      },
    })
  }

  /** Batches for the cells of a run that are still to be asked, and what is asked directly beside them. */
  batches(
    run: Pick<StoredRun, 'id' | 'models' | 'promptCount' | 'repeats' | keyof SpentSoFar>,
    { prompts, unsaved, perAnswer }: PlannedCells,
  ): { batches: PlannedBatch[]; scope: RunScope } {
    const { resolve, store, newId } = this.#deps
    const cells = new RunCells(run, (index) => prompts[index])
    const can = (cell: number) => this.#canBatch(cells.model(cell), cells.prompt(cell))
    const cost = this.costGuard(run, perAnswer)
    const done = new Set([...store.cells.done(run.id), ...unsaved])
    for (const { model, cells: theirs, open } of store.batches.open(run.id)) {
      for (const cell of theirs) done.add(cell)
      for (const _ of open) cost.commit(model, batchPriceShare)
    }
    const { batches, isCut } = planBatches(
      cells,
      cells.numbers().filter((cell) => !done.has(cell)),
      {
        can,
        mostItems: (index) => resolve(run.models[index]?.model ?? '').batches?.mostItems ?? 1,
        cost,
        newId: () => newId<string>(),
      },
    )
    const shortEnd = isCut ? 'cost-limit' : 'provider-limit'
    return { batches, scope: { asks: (cell) => !can(cell), asksLeft: false, shortEnd } }
  }

  /** The estimate of a run with batches; nothing where no model has any. */
  batchEstimate(
    perAnswer: readonly (number | null)[],
    { models, prompts, repeats }: { models: LineUpModel[]; prompts: RunPrompt[]; repeats: number },
  ): Pick<SetEstimate, 'batch'> {
    const counts = models.map(
      (model) => prompts.filter((prompt) => this.#canBatch(model, prompt)).length * repeats,
    )
    const cells = counts.reduce((sum, count) => sum + count, 0)
    const { costUsd } = estimateOf(perAnswer, { models, promptCount: prompts.length, repeats })
    const saved = counts.reduce((sum, count, index) => sum + count * (perAnswer[index] ?? 0), 0)
    const batchUsd = costUsd === null ? null : costUsd - saved * (1 - batchPriceShare)
    return cells === 0 ? {} : { batch: { cells, costUsd: batchUsd } }
  }

  #canBatch(model: LineUpModel, prompt: RunPrompt): boolean {
    const { resolve, files } = this.#deps
    try {
      return canBatch(model, prompt, { source: resolve(model.model), files })
    } catch {
      // Its provider was removed, which it will report when it is asked.
      return false
    }
  }

  /** In US dollars, for a judge of a run, by model; null where the price is unknown. */
  perVerdict(
    judged: SetRun,
    { models, ...judging }: { pairs: readonly JudgedPair[] } & Pick<SetRun, 'models' | 'rubric'>,
  ): Promise<(number | null)[]> {
    const { store, resolve } = this.#deps
    const { pairs, rubric } = judging
    const promptAt = judgePrompts(store, judged, judging)
    const step = Math.ceil(pairs.length / estimatedPairs)
    const prompts = pairs.flatMap((_, index) => (index % step === 0 ? (promptAt(index) ?? []) : []))
    const earlier = store
      .judgesOf(judged.id)
      .filter((run) => (run.rubric === undefined) === (rubric === undefined))
    return estimateByModel({ models, prompts }, { resolve, store, earlier })
  }
}

/** What a run asks, the cells whose answers are still to be stored, and what an answer of each model costs. */
interface PlannedCells {
  prompts: readonly RunPrompt[]
  unsaved: readonly number[]
  perAnswer: readonly (number | null)[]
}

function providersOf(models: readonly { model: string }[]): string[] {
  const asked = models.filter(({ model }) => model !== earlierModel)
  return [...new Set(asked.map(({ model }) => providerOf(model)))]
}

/** Limit on the missing variables that are named. */
const mostMissing = 20

/** The variables without a value, those of most prompts first. */
function missingIn(prompts: readonly PromptContent[]): { name: string; prompts: number }[] {
  const counts = new Map<string, number>()
  for (const prompt of prompts) {
    const names = new Set(textsWithVariables(prompt).flatMap((text) => missingVariables(text, prompt.values)))
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, count]) => ({ name, prompts: count }))
    .toSorted((one, other) => other.prompts - one.prompts)
    .slice(0, mostMissing)
}

/** A prompt as a run asks and checks it. */
export function filledPrompt({
  checks,
  expected,
  seenBy,
  answer: _answer,
  ...prompt
}: PromptContent): RunPrompt {
  const { past, ...texts } = askedPrompt(prompt)
  return {
    ...texts,
    checks: checks.map((check) => filledCheck(check, prompt.values)),
    ...(past === undefined ? {} : { past }),
    ...(expected === undefined ? {} : { expected }),
    ...(seenBy === undefined ? {} : { isFromChats: true }),
  }
}

function filledCheck(check: Check, values: PromptContent['values']): Check {
  return check.kind === 'contains' || check.kind === 'equals'
    ? { ...check, value: fillVariables(check.value, values) }
    : check
}

/** Rough, and only until the first answers show what they cost. */
const answerTokens = 500

/** Estimates the cost of one answer of each model in US dollars; null where the price is unknown. */
async function estimateByModel(
  { models, prompts }: { models: readonly LineUpModel[]; prompts: readonly RunPrompt[] },
  deps: { resolve: (model: string) => CellSource; store: SetRunStore; earlier: readonly StoredRun[] },
): Promise<(number | null)[]> {
  return Promise.all(
    models.map(async (model) => {
      if (model.model === earlierModel) return 0
      const seen = averageCost(model, deps)
      if (seen !== null) return seen
      const { costOf } = deps.resolve(model.model)
      if (costOf === undefined || prompts.length === 0) return null
      const eachTokens = Math.min(answerTokens, model.params.maxOutputTokens ?? answerTokens)
      const all = prompts.map((prompt) => promptTokens(prompt, model.systemPrompt ?? '', eachTokens))
      const average = (amounts: readonly number[]) =>
        Math.ceil(amounts.reduce((sum, amount) => sum + amount, 0) / prompts.length)
      const inputTokens = average(all.map(({ input }) => input)) + 10
      const outputTokens = average(all.map(({ output }) => output))
      const cost = await costOf({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens })
      return cost?.usd ?? null
    }),
  )
}

/** The estimate of a whole run. */
export function estimateOf(
  perAnswer: readonly (number | null)[],
  { models, promptCount, repeats }: { models: readonly LineUpModel[]; promptCount: number; repeats: number },
): SetEstimate {
  const known = perAnswer.filter((cost) => cost !== null)
  return {
    cells: models.filter(({ model }) => model !== earlierModel).length * promptCount * repeats,
    costUsd: known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0) * promptCount * repeats,
    unpriced: models.filter((_, index) => perAnswer[index] === null).map(({ key }) => key),
  }
}

/** Averages the cost per answer of the same model with the same settings in the newest of the earlier runs. */
function averageCost(
  { key }: LineUpModel,
  { store, earlier }: { store: SetRunStore; earlier: readonly StoredRun[] },
): number | null {
  for (const run of earlier) {
    const index = run.models.findIndex((model) => model.key === key)
    if (index === -1) continue
    const costs = store.cells
      .summaries(run.id)
      .filter(({ cell }) => cell % run.models.length === index)
      .flatMap(({ costUsd, isOfBatch }) =>
        costUsd === null ? [] : [isOfBatch === true ? costUsd / batchPriceShare : costUsd],
      )
    if (costs.length > 0) return costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  }
  return null
}

/** @throws INVALID_INPUT the user has not confirmed that these providers get questions from chats */
export function assertConfirmed(unseen: readonly string[], confirmed: readonly string[] = []): void {
  const left = unseen.filter((provider) => !confirmed.includes(provider))
  if (left.length === 0) return
  throw failure('INVALID_INPUT', 'providers-unconfirmed', { field: 'confirmed', providers: left.join(', ') })
}
