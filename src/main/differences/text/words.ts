import type { Span } from './sentences'
import type { Vocabulary } from './vocabulary'

/** The words and marks of a sentence or line. Word `n` reaches from `starts[n]` up to the next one. */
export interface Words {
  readonly ids: readonly number[]
  readonly starts: readonly number[]
}

const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const word = String.raw`\p{N}+(?:[.,'’]\p{N}+)*|[\p{L}\p{M}\p{N}]+(?:[_'’]+[\p{L}\p{M}\p{N}]+)*`
const spacedWords = new RegExp(String.raw`${word}|\s+|[^]`, 'gu')
/** In scripts without spaces each character is compared by itself. */
const mixedWords = new RegExp(
  String.raw`${unspaced.source}|(?:(?!${unspaced.source})(?:${word}))|\s+|[^]`,
  'gu',
)
const space = /^\s/
const emphasis = /^[*_`~]$/

/** Splits a sentence into words. Spaces and emphasis belong to the word before them and are not compared. */
export function sentenceWords(
  source: string,
  { from, to }: Span,
  contentFrom: number,
  vocabulary: Vocabulary,
): Words {
  return split(
    source,
    Math.max(from, contentFrom),
    from,
    to,
    (piece) => space.test(piece) || emphasis.test(piece),
    vocabulary,
  )
}

/** Splits a line of code. Only spaces after its first word are not compared. */
export function lineWords(source: string, { from, to }: Span, vocabulary: Vocabulary): Words {
  return split(
    source,
    from,
    from,
    to,
    (piece, isFirst) => space.test(piece) && (!isFirst || piece.includes('\n')),
    vocabulary,
  )
}

function split(
  source: string,
  contentFrom: number,
  from: number,
  to: number,
  isIgnored: (piece: string, isFirst: boolean) => boolean,
  vocabulary: Vocabulary,
): Words {
  const text = source.slice(contentFrom, to)
  const ids: number[] = []
  const starts: number[] = []
  for (const { 0: piece, index } of text.matchAll(unspaced.test(text) ? mixedWords : spacedWords)) {
    if (isIgnored(piece, ids.length === 0)) continue
    starts.push(ids.length === 0 ? from : contentFrom + index)
    ids.push(vocabulary.id(piece))
  }
  return { ids, starts }
}
