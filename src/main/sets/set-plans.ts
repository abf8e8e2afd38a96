import { failure } from '../../shared/failures/failure'
import type { SetId } from '../../shared/ids'
import type { ModelParams } from '../../shared/sessions/sessions'
import type { Check } from '../../shared/sets/checks'
import { fillVariables, missingVariables } from '../../shared/sets/fill-variables'
import { type LineUpModel, type PromptContent, setLimits, type SetRun } from '../../shared/sets/sets'
import type { SetRunStore } from '../store/sets/set-run-store'
import type { SetStore } from '../store/sets/set-store'
import type { JudgedPair, RunPrompt } from '../store/sets/stored-answers'
import { assertAgentCanRun } from './agents/cell-agents'
import { judgePrompts } from './judging/judge-plan'
import { lineUpModel, type SetRunPlan } from './line-up-model'
import type { CellSource } from './running/ask-cell'
import { estimateByModel } from './set-estimate'

/** From how many requests of a judge the length of all is estimated. */
const estimatedPairs = 50

export interface SetPlansDeps {
  sets: SetStore
  store: SetRunStore
  /** @throws NOT_FOUND the model's provider is not set up */
  resolve: (model: string) => CellSource
  /** The parameters that the user has set for a model. */
  paramsOf: (model: string) => ModelParams
}

/** Plans the requests of a run, and estimates the cost of each answer. */
export class SetPlans {
  readonly #deps: SetPlansDeps

  constructor(deps: SetPlansDeps) {
    this.#deps = deps
  }

  /** @throws NOT_FOUND; INVALID_INPUT the set is empty, or the run too large */
  planned({ setId, models: chosen, repeats }: Pick<SetRunPlan, 'setId' | 'models' | 'repeats'>) {
    const { name, prompts } = this.#deps.sets.get(setId)
    if (prompts.length === 0) throw failure('INVALID_INPUT', 'set-empty', { field: 'setId' })
    const models = chosen.map((model) => lineUpModel(model, this.#deps.paramsOf))
    const cells = prompts.length * models.length * repeats
    const max = setLimits.cells
    if (cells > max) throw failure('INVALID_INPUT', 'cells-too-many', { field: 'repeats', cells, max })
    for (const model of models) {
      assertAgentCanRun(model)
      this.#deps.resolve(model.model)
    }
    return { name, models, prompts: prompts.map(filledPrompt), missing: missingIn(prompts) }
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

  /** In US dollars, for a judge of a run, by model; null where the price is unknown. */
  perVerdict(
    judged: SetRun,
    { models, pairs }: { models: readonly LineUpModel[]; pairs: readonly JudgedPair[] },
  ): Promise<(number | null)[]> {
    const { store, resolve } = this.#deps
    const promptAt = judgePrompts(store, judged, pairs)
    const step = Math.ceil(pairs.length / estimatedPairs)
    const prompts = pairs.flatMap((_, index) => (index % step === 0 ? (promptAt(index) ?? []) : []))
    return estimateByModel({ models, prompts }, { resolve, store, earlier: store.judgesOf(judged.id) })
  }
}

/** Limit on the missing variables that are named. */
const mostMissing = 20

/** The variables without a value, those of most prompts first. */
function missingIn(prompts: readonly PromptContent[]): { name: string; prompts: number }[] {
  const counts = new Map<string, number>()
  for (const { text, systemPrompt, values } of prompts) {
    const names = new Set([
      ...missingVariables(text, values),
      ...missingVariables(systemPrompt ?? '', values),
    ])
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, count]) => ({ name, prompts: count }))
    .toSorted((one, other) => other.prompts - one.prompts)
    .slice(0, mostMissing)
}

/** The prompt as it is sent and checked: with a value for each variable that has one. */
function filledPrompt({ text, systemPrompt, values, checks }: PromptContent): RunPrompt {
  return {
    text: fillVariables(text, values),
    systemPrompt: systemPrompt === null ? null : fillVariables(systemPrompt, values),
    checks: checks.map((check) => filledCheck(check, values)),
  }
}

function filledCheck(check: Check, values: PromptContent['values']): Check {
  return check.kind === 'contains' || check.kind === 'equals'
    ? { ...check, value: fillVariables(check.value, values) }
    : check
}
