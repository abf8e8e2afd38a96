import type { ModelInfo } from '../../../shared/models/models'
import { plainScore, wordScore, type QueryWord } from '../../state/search/word-match'
import { markText } from './model-facts-text'
import { conditionOf } from './model-traits'

/** Less than the word in a name, more than its scattered characters. */
const conditionScore = 1.1

/** A typed word that a model may match by its name or by its facts. */
export interface ModelWord extends QueryWord {
  condition: ((model: ModelInfo) => boolean) | null
}

/** Adds to each word what it says about a model's facts. */
export function modelWords(words: readonly QueryWord[]): ModelWord[] {
  return words.map((word) => ({ ...word, condition: conditionOf(word.text) }))
}

/**
 * How well a model matches the typed words; null when one of them does not match. A word matches the name, id, provider
 * or mark as a substring or, as `gpt4om` does for `gpt-4o-mini`, by its characters in order; or it states a condition
 * that the model meets, such as `vision`.
 */
export function scoreOf(model: ModelInfo, words: readonly ModelWord[]): number | null {
  const { ownName, preference } = model
  const name = model.name.toLowerCase()
  const id = model.id.toLowerCase()
  const around =
    `${model.providerName} ${markText(model) ?? ''} ${ownName ?? ''} ${preference?.note ?? ''}`.toLowerCase()
  let score = 0
  for (const word of words) {
    const best = Math.max(
      wordScore(name, word) * 1.1,
      wordScore(id, word),
      plainScore(around, word) / 2,
      word.condition?.(model) === true ? conditionScore : 0,
    )
    if (best === 0) return null
    score += best
  }
  // Of two equal matches, prefer the shorter name.
  return score - name.length / 10_000
}
