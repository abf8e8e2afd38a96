import type { ModelInfo } from '../../../shared/models/models'
import { plainScore, wordScore, type SoughtWord } from '../../state/search/word-match'
import { markText } from './model-mark'

/**
 * How well a model fits what was typed; null when a word of it fits nowhere. A word fits its name, its id, its
 * provider or its mark: as it stands, or, as `gpt4om` does for `gpt-4o-mini`, by its characters in their order.
 */
export function scoreOf(model: ModelInfo, words: readonly SoughtWord[]): number | null {
  const name = model.name.toLowerCase()
  const id = model.id.toLowerCase()
  const around = `${model.providerName} ${markText(model) ?? ''}`.toLowerCase()
  let score = 0
  for (const word of words) {
    const best = Math.max(wordScore(name, word) * 1.1, wordScore(id, word), plainScore(around, word) / 2)
    if (best === 0) return null
    score += best
  }
  // Of two that fit the same, the one of which more was typed.
  return score - name.length / 10_000
}
