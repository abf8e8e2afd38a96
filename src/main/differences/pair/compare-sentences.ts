import { diffArrays } from 'diff'

import type { SentenceRow, TextRange, WordRun } from '../../../shared/differences/differences'
import { type Matching, matchItems } from '../matching/match-items'
import { similarity } from '../matching/similarity'
import type { AnswerBlock, Sentence } from '../text/answer-text'
import type { Vocabulary } from '../matching/vocabulary'
import type { WorkBudget } from '../matching/work-budget'
import { walkAligned } from './walk-aligned'

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

/** Returns the range of a sentence or block. */
export function rangeOf({ from, to }: { from: number; to: number }): TextRange {
  return [from, to]
}

/** With more edits than this, all words between the common start and end differ. */
const maxEditLength = 600

/** The words of two sentences, as runs that are in both or in one. They cover both sentences without gaps. */
function wordRuns(first: Sentence, second: Sentence, budget: WorkBudget): WordRun[] {
  const [own, other] = [first.words.ids, second.words.ids]
  const shorter = Math.min(own.length, other.length)
  let start = 0
  while (start < shorter && own[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && own.at(-1 - end) === other.at(-1 - end)) end += 1
  const runs = new RunList(first, second)
  runs.both(start)
  addMiddle(runs, own.slice(start, own.length - end), other.slice(start, other.length - end), budget)
  runs.both(end)
  return runs.finish()
}

function addMiddle(
  runs: RunList,
  own: readonly number[],
  other: readonly number[],
  budget: WorkBudget,
): void {
  const canCompare = own.length > 0 && other.length > 0 && budget.allows(own.length + other.length)
  const changes = canCompare
    ? diffArrays([...own], [...other], { maxEditLength, timeout: budget.leftMs })
    : undefined
  if (changes === undefined) {
    if (canCompare) budget.cut()
    runs.onlyFirst(own.length)
    runs.onlySecond(other.length)
    return
  }
  for (const { added, removed, count } of changes) {
    if (added) runs.onlySecond(count)
    else if (removed) runs.onlyFirst(count)
    else runs.both(count)
  }
}

/** Turns counts of words into runs of text. */
class RunList {
  readonly #first: WordCursor
  readonly #second: WordCursor
  readonly #runs: WordRun[] = []

  constructor(first: Sentence, second: Sentence) {
    this.#first = new WordCursor(first)
    this.#second = new WordCursor(second)
  }

  both(count: number): void {
    if (count > 0) this.#runs.push({ first: this.#first.take(count), second: this.#second.take(count) })
  }

  onlyFirst(count: number): void {
    if (count > 0) this.#runs.push({ first: this.#first.take(count), second: null })
  }

  onlySecond(count: number): void {
    if (count > 0) this.#runs.push({ first: null, second: this.#second.take(count) })
  }

  /** Adds text without words, such as blank lines. */
  finish(): WordRun[] {
    const [first, second] = [this.#first.rest(), this.#second.rest()]
    if (first !== null || second !== null) this.#runs.push({ first, second })
    return this.#runs
  }
}

/** Walks through the words of a sentence. */
class WordCursor {
  readonly #sentence: Sentence
  #word = 0
  #at: number

  constructor(sentence: Sentence) {
    this.#sentence = sentence
    this.#at = sentence.from
  }

  take(count: number): TextRange {
    this.#word += count
    const from = this.#at
    this.#at = this.#sentence.words.starts[this.#word] ?? this.#sentence.to
    return [from, this.#at]
  }

  rest(): TextRange | null {
    return this.#at < this.#sentence.to ? [this.#at, this.#sentence.to] : null
  }
}
