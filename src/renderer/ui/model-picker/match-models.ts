import type { ModelInfo } from '../../../shared/models'
import { markOf } from './model-mark'

/** Characters of a word that stand further apart than this many times its length are no match any more. */
const looseness = 2

/** One word of what somebody typed, ready to be looked for in thousands of names. */
export interface SoughtWord {
  text: string
  /** Finds it where a part of a name begins. */
  atPart: RegExp
}

export function wordsOf(query: string): SoughtWord[] {
  const texts = query.toLowerCase().split(/\s+/).filter(Boolean)
  return texts.map((text) => ({
    text,
    atPart: new RegExp(`(?:^|[^a-z0-9])${text.replaceAll(/[^a-z0-9]/g, String.raw`\$&`)}`),
  }))
}

/**
 * How well a model fits what was typed; null when a word of it fits nowhere. A word fits its name, its id, its
 * provider or its mark: as it stands, or, as `gpt4om` does for `gpt-4o-mini`, by its characters in their order.
 */
export function scoreOf(model: ModelInfo, words: readonly SoughtWord[]): number | null {
  const name = model.name.toLowerCase()
  const id = model.id.toLowerCase()
  const around = `${model.providerName} ${markOf(model) ?? ''}`.toLowerCase()
  let score = 0
  for (const word of words) {
    const best = Math.max(wordScore(name, word) * 1.1, wordScore(id, word), plainScore(around, word) / 2)
    if (best === 0) return null
    score += best
  }
  // Of two that fit the same, the one of which more was typed.
  return score - name.length / 10_000
}

function wordScore(text: string, word: SoughtWord): number {
  return plainScore(text, word) || looseScore(text, word.text)
}

/** 3 for the whole text, more than 2 at the beginning of a part, more than 1 anywhere else, 0 for nowhere. */
function plainScore(text: string, { text: word, atPart }: SoughtWord): number {
  if (text === word) return 3
  if (!text.includes(word)) return 0
  return (atPart.test(text) ? 2 : 1) + word.length / (text.length + 1)
}

/** Up to 1, the closer together the characters stand; 0 where they are not there in their order. */
function looseScore(text: string, word: string): number {
  if (word.length < 2) return 0
  let start = -1
  let at = -1
  for (const character of word) {
    at = text.indexOf(character, at + 1)
    if (at === -1) return 0
    if (start === -1) start = at
  }
  const span = at - start + 1
  return span > word.length * looseness ? 0 : word.length / span
}
