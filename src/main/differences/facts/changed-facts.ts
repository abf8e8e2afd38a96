import type { FactKind, SentenceRow, TextRange, WordRun } from '../../../shared/differences/differences'
import type { Fact } from './fact'

/** A fact of one answer and the one in its place in the other. */
export interface ChangedFact {
  kind: FactKind
  first: Fact
  second: Fact
}

/** Where words of one sentence are in the place of words of another. */
interface Hole {
  first: TextRange
  second: TextRange
}

/** The facts in the same place of matched sentences that have another value. */
export function changedFacts(
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
