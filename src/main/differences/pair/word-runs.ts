import { diffArrays } from 'diff'

import type { TextRange, WordRun } from '../../../shared/differences/differences'
import type { Sentence } from '../text/answer-text'
import type { WorkBudget } from '../matching/work-budget'

/** With more edits than this, all words between the common start and end differ. */
const maxEditLength = 600

/** The words of two sentences, as runs that are in both or in one. They cover both sentences without gaps. */
export function wordRuns(first: Sentence, second: Sentence, budget: WorkBudget): WordRun[] {
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
