import type { Span } from './text-block'
import type { Vocabulary } from '../matching/vocabulary'

/** The words and marks of a sentence or line. Word `n` reaches from `starts[n]` up to the next one. */
export interface Words {
  readonly ids: readonly number[]
  readonly starts: readonly number[]
}

const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const word = String.raw`\p{N}+(?:[.,'’]\p{N}+)*|[\p{L}\p{M}\p{N}]+(?:[_'’]+[\p{L}\p{M}\p{N}]+)*`
const onlyWords = new RegExp(word, 'gu')
const spacedWords = new RegExp(String.raw`${word}|\s+|[^]`, 'gu')
/** In scripts without spaces each character is compared separately. */
const mixedWords = new RegExp(
  String.raw`${unspaced.source}|(?:(?!${unspaced.source})(?:${word}))|\s+|[^]`,
  'gu',
)
const space = /^\s/
const emphasis = /^[*_`~]$/

/**
 * Splits a sentence into words. Spaces belong to the word before them, and emphasis to the one that it touches; neither is
 * compared.
 */
export function sentenceWords(
  source: string,
  { from, to }: Span,
  contentFrom: number,
  vocabulary: Vocabulary,
): Words {
  const start = Math.max(from, contentFrom)
  const ids: number[] = []
  const starts: number[] = []
  /** Where emphasis after a space began; it belongs to the next word. */
  let opening: number | null = null
  let isAfterSpace = true
  let at = start
  for (const piece of piecesOf(source.slice(start, to))) {
    if (space.test(piece)) {
      isAfterSpace = true
      opening = null
    } else if (emphasis.test(piece)) {
      if (isAfterSpace) opening ??= at
    } else {
      starts.push(ids.length === 0 ? from : (opening ?? at))
      ids.push(vocabulary.id(piece))
      isAfterSpace = false
      opening = null
    }
    at += piece.length
  }
  return { ids, starts }
}

/** The words of a text, without marks. */
export function wordsIn(text: string): string[] {
  return text.match(onlyWords) ?? []
}

/** Splits a line of code. Spaces count only before its first word. */
export function lineWords(source: string, { from, to }: Span, vocabulary: Vocabulary): Words {
  const ids: number[] = []
  const starts: number[] = []
  let at = from
  for (const piece of piecesOf(source.slice(from, to))) {
    if (!space.test(piece) || (ids.length === 0 && !piece.includes('\n'))) {
      starts.push(ids.length === 0 ? from : at)
      ids.push(vocabulary.id(piece))
    }
    at += piece.length
  }
  return { ids, starts }
}

/** The words, marks and spaces of a text, which cover it without gaps. */
function piecesOf(text: string): readonly string[] {
  return text.match(unspaced.test(text) ? mixedWords : spacedWords) ?? []
}
