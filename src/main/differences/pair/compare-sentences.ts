import type { SentenceRow, TextRange } from '../../../shared/differences/differences'
import { type Matching, matchItems } from '../matching/match-items'
import { similarity } from '../matching/similarity'
import type { AnswerBlock, Sentence } from '../text/answer-text'
import type { Vocabulary } from '../matching/vocabulary'
import type { WorkBudget } from '../matching/work-budget'
import { walkAligned } from './walk-aligned'
import { wordRuns } from './word-runs'

/** The sentences of two blocks, or their lines, side by side. */
export function compareSentences(
  first: AnswerBlock,
  second: AnswerBlock,
  vocabulary: Vocabulary,
  budget: WorkBudget,
): SentenceRow[] {
  const matching = matchItems(first.sentences, second.sentences, similarity, vocabulary, budget)
  const elsewhere = movedRanges(matching, first.sentences, second.sentences)
  const rows: SentenceRow[] = []
  walkAligned(first.sentences, second.sentences, matching.aligned, {
    onPair: (one, other) => rows.push(pairRow(one, other, budget)),
    onFirst: (sentence, index) => rows.push(oneSided('first', sentence, elsewhere.first.get(index))),
    onSecond: (sentence, index) => rows.push(oneSided('second', sentence, elsewhere.second.get(index))),
  })
  return rows
}

function pairRow(one: Sentence, other: Sentence, budget: WorkBudget): SentenceRow {
  const [first, second] = [rangeOf(one), rangeOf(other)]
  if (one.key === other.key) return { kind: 'same', first, second }
  return { kind: 'changed', first, second, words: wordRuns(one, other, budget) }
}

function oneSided(
  side: 'first' | 'second',
  sentence: Sentence,
  elsewhere: TextRange | undefined,
): SentenceRow {
  const range = rangeOf(sentence)
  return elsewhere === undefined ? { kind: 'only', side, range } : { kind: 'moved', side, range, elsewhere }
}

function movedRanges(
  { moved }: Matching,
  firsts: readonly Sentence[],
  seconds: readonly Sentence[],
): { first: Map<number, TextRange>; second: Map<number, TextRange> } {
  const ranges = { first: new Map<number, TextRange>(), second: new Map<number, TextRange>() }
  for (const pairing of moved) {
    const [one, other] = [firsts[pairing.first], seconds[pairing.second]]
    if (one === undefined || other === undefined) continue
    ranges.first.set(pairing.first, rangeOf(other))
    ranges.second.set(pairing.second, rangeOf(one))
  }
  return ranges
}

/** Where a sentence or block is. */
export function rangeOf({ from, to }: { from: number; to: number }): TextRange {
  return [from, to]
}
