import type { LineUpModel, SetEstimate } from '../../shared/sets/sets'
import type { SetRunStore, StoredRun } from '../store/sets/set-run-store'
import type { RunPrompt } from '../store/sets/stored-answers'
import type { CellSource } from './running/ask-cell'

/** Rough, and only until the first answers show what they cost. */
const charsPerToken = 4
const answerTokens = 500

/** Estimates the cost of one answer of each model in US dollars; null where the price is unknown. */
export async function estimateByModel(
  { models, prompts }: { models: readonly LineUpModel[]; prompts: readonly RunPrompt[] },
  deps: { resolve: (model: string) => CellSource; store: SetRunStore; earlier: readonly StoredRun[] },
): Promise<(number | null)[]> {
  return Promise.all(
    models.map(async (model) => {
      const seen = averageCost(model, deps)
      if (seen !== null) return seen
      const { costOf } = deps.resolve(model.model)
      if (costOf === undefined || prompts.length === 0) return null
      const chars = prompts.reduce(
        (sum, { text, systemPrompt }) =>
          sum + text.length + (systemPrompt ?? model.systemPrompt ?? '').length,
        0,
      )
      const inputTokens = Math.ceil(chars / prompts.length / charsPerToken) + 10
      const outputTokens = Math.min(answerTokens, model.params.maxOutputTokens ?? answerTokens)
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
    cells: models.length * promptCount * repeats,
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
      .flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]))
    if (costs.length > 0) return costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  }
  return null
}
