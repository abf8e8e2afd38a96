import type { ModelInfo } from '../../../shared/models/models'
import { plainScore, wordScore, type QueryWord } from '../../state/search/word-match'
import { markText } from './model-mark'

/**
 * How well a model matches the typed words; null when one of them does not match. A word matches the name, id, provider
 * or mark as a substring or, as `gpt4om` does for `gpt-4o-mini`, by its characters in order.
 */
export function scoreOf(model: ModelInfo, words: readonly QueryWord[]): number | null {
  const name = model.name.toLowerCase()
  const id = model.id.toLowerCase()
  const around = `${model.providerName} ${markText(model) ?? ''}`.toLowerCase()
  let score = 0
  for (const word of words) {
    const best = Math.max(wordScore(name, word) * 1.1, wordScore(id, word), plainScore(around, word) / 2)
    if (best === 0) return null
    score += best
  }
  // Of two equal matches, prefer the shorter name.
  return score - name.length / 10_000
}
