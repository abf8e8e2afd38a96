import {
  type BlockMove,
  type BlockRow,
  type FactDifference,
  type FactKind,
  type FactMention,
  maxListedFacts,
  type SentenceRow,
  type TextRange,
  type WordRun,
} from '../../../shared/differences/differences'
import type { AnswerText } from '../text/answer-text'
import type { WorkBudget } from '../matching/work-budget'
import type { Fact } from './fact'

const maxMentions = 5

/** An answer and the facts in it. */
export interface AnswerFacts {
  text: AnswerText
  facts: readonly Fact[]
}

/**
 * The facts on which two answers differ: first those with another value in the same place of a sentence, then those that
 * only one answer states anywhere.
 */
export function differingFacts(
  first: AnswerFacts,
  second: AnswerFacts,
  { rows, moves }: { rows: readonly BlockRow[]; moves: readonly BlockMove[] },
  budget: WorkBudget,
): FactDifference[] {
  const list = new FactList()
  const sentences: SentenceRow[] = [
    ...rows.flatMap((row) => (row.kind === 'changed' ? row.sentences : [])),
    ...moves.flatMap((move) => move.sentences),
  ]
  for (const { kind, first: one, second: other } of changedFacts(sentences, first.facts, second.facts)) {
    list.add(kind, one, other)
  }
  const changed = list.listedValues()
  for (const fact of lackedBy(second, first.facts))
    if (!changed.first.has(keyOf(fact))) list.add(fact.kind, fact, null)
  for (const fact of lackedBy(first, second.facts))
    if (!changed.second.has(keyOf(fact))) list.add(fact.kind, null, fact)
  const found = list.differences
  if (found.length > maxListedFacts) budget.cut()
  return found.slice(0, maxListedFacts)
}

/** Orders facts as they are listed: changed ones by their place, then by kind and place. */
export function orderFacts(facts: readonly FactDifference[]): FactDifference[] {
  return facts.toSorted((one, other) => {
    const [left, right] = [rankOf(one), rankOf(other)]
    return (
      left - right ||
      placeOf(one) - placeOf(other) ||
      Number(one.first === null) - Number(other.first === null)
    )
  })
}

const kinds: readonly FactKind[] = ['number', 'date', 'unit', 'name', 'code']

function rankOf({ kind, first, second }: FactDifference): number {
  return first !== null && second !== null ? -1 : kinds.indexOf(kind)
}

function placeOf({ first, second }: FactDifference): number {
  return (first ?? second)?.ranges[0]?.[0] ?? 0
}

function keyOf({ kind, value }: Pick<Fact, 'kind' | 'value'>): string {
  return `${kind} ${value}`
}

/** The facts that `answer` does not state anywhere. */
function lackedBy(answer: AnswerFacts, facts: readonly Fact[]): Fact[] {
  const known = new Set(answer.facts.map(keyOf))
  // A number without a unit may be in a table whose header has it.
  const bare = new Set(
    answer.facts.flatMap(({ kind, value, unit }) => (kind === 'number' && !unit ? [value] : [])),
  )
  const amounts = new Set(answer.facts.flatMap(({ unit }) => (unit === undefined ? [] : [unit.amount])))
  return facts.filter((fact) => {
    if (fact.isUnsure === true || known.has(keyOf(fact))) return false
    if (fact.kind === 'number')
      return fact.unit === undefined ? !amounts.has(fact.value) : !bare.has(fact.unit.amount)
    if (fact.kind === 'date') return true
    return !answer.text.words.hasAll(fact.value)
  })
}

/** Differences by kind and values, each once with its mentions. */
class FactList {
  readonly #byKey = new Map<string, FactDifference>()

  get differences(): FactDifference[] {
    return [...this.#byKey.values()]
  }

  add(kind: FactKind, first: Fact | null, second: Fact | null): void {
    const key = JSON.stringify([kind, first?.value ?? null, second?.value ?? null])
    const known = this.#byKey.get(key)
    if (known === undefined) {
      this.#byKey.set(key, { kind, first: mentionOf(first), second: mentionOf(second) })
      return
    }
    mention(known.first, first)
    mention(known.second, second)
  }

  /** The values of each side that are listed. */
  listedValues(): { first: Set<string>; second: Set<string> } {
    const listed = { first: new Set<string>(), second: new Set<string>() }
    for (const { kind, first, second } of this.#byKey.values()) {
      const own = kind === 'unit' ? 'number' : kind
      if (first !== null) listed.first.add(keyOf({ kind: own, value: first.value }))
      if (second !== null) listed.second.add(keyOf({ kind: own, value: second.value }))
    }
    return listed
  }
}

function mentionOf(fact: Fact | null): FactMention | null {
  return fact === null ? null : { value: fact.value, ranges: [[fact.from, fact.to]] }
}

function mention(known: FactMention | null, fact: Fact | null): void {
  if (known !== null && fact !== null && known.ranges.length < maxMentions)
    known.ranges.push([fact.from, fact.to])
}

/** A fact of one answer and the one in its place in the other. */
interface ChangedFact {
  kind: FactKind
  first: Fact
  second: Fact
}

/** The place in two sentences in which their words differ. */
interface Hole {
  first: TextRange
  second: TextRange
}

/** The facts in the same place of matched sentences that have another value. */
function changedFacts(
  sentences: readonly SentenceRow[],
  firsts: readonly Fact[],
  seconds: readonly Fact[],
): ChangedFact[] {
  return sentences.flatMap((sentence) =>
    sentence.kind === 'changed'
      ? holesOf(sentence.words).flatMap((hole) =>
          pairFacts(factsIn(hole.first, firsts), factsIn(hole.second, seconds)),
        )
      : [],
  )
}

function holesOf(words: readonly WordRun[]): Hole[] {
  const holes: Hole[] = []
  let first: TextRange | null = null
  let second: TextRange | null = null
  const close = () => {
    if (first !== null && second !== null) holes.push({ first, second })
    first = second = null
  }
  for (const run of words) {
    if (run.first !== null && run.second !== null) {
      close()
      continue
    }
    first = joined(first, run.first)
    second = joined(second, run.second)
  }
  close()
  return holes
}

function joined(before: TextRange | null, next: TextRange | null): TextRange | null {
  if (before === null || next === null) return before ?? next
  return [before[0], next[1]]
}

/** The facts that overlap a range; `facts` are in order. */
function factsIn([from, to]: TextRange, facts: readonly Fact[]): Fact[] {
  let [low, high] = [0, facts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((facts[middle]?.to ?? 0) <= from) low = middle + 1
    else high = middle
  }
  const found: Fact[] = []
  for (let index = low; index < facts.length; index += 1) {
    const fact = facts[index]
    if (fact === undefined || fact.from >= to) break
    found.push(fact)
  }
  return found
}

/** Pairs the facts of each kind in order, without those that both have. */
function pairFacts(firsts: readonly Fact[], seconds: readonly Fact[]): ChangedFact[] {
  return (['number', 'date', 'name', 'code'] as const).flatMap((kind) => {
    const own = firsts.filter((fact) => fact.kind === kind)
    const others = seconds.filter((fact) => fact.kind === kind)
    const ownValues = new Set(own.map(({ value }) => value))
    const otherValues = new Set(others.map(({ value }) => value))
    const left = own.filter(({ value }) => !otherValues.has(value))
    const right = others.filter(({ value }) => !ownValues.has(value))
    return left.slice(0, right.length).map((first, index) => {
      const second = right[index] ?? first
      const isUnit = first.unit !== undefined && first.unit.amount === second.unit?.amount
      return { kind: isUnit ? ('unit' as const) : kind, first, second }
    })
  })
}
