import {
  type BlockMove,
  type BlockRow,
  type FactDifference,
  type FactKind,
  type FactMention,
  maxListedFacts,
  type SentenceRow,
} from '../../../shared/differences/differences'
import type { AnswerText } from '../text/answer-text'
import type { WorkBudget } from '../matching/work-budget'
import { changedFacts } from './changed-facts'
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
