import type { ConflictKind } from '../../../shared/differences/differences'
import { isSameDate } from '../facts/dates'
import type { DateValue, Fact } from '../facts/fact'
import { isSameValue } from '../facts/same-value'
import type { Statement } from '../text/statements'
import { stemOf, wordsOf } from '../text/words'
import type { WorkBudget } from '../text/work-budget'
import { type FoundPair, type FoundPassage, pairsOf } from './found-pair'
import { type Subject, subjectOf, type WordWeights } from './subjects'

/** A fact with what it is about. */
interface Stated {
  fact: Fact
  statement: Statement
  subject: Subject
  weight: number
  counted: string
  /** The words from the one before it up to it: `born in`. */
  slot: string
}

/** The same amount of another currency is a conflict; of another dimension it is a coincidence. */
const currencies = new Set(['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'ISK', 'cent'])

const limits = {
  unit: 1.1,
  counted: 2,
  bare: 2,
  dotted: 0.5,
  version: 0.9,
  date: 1.3,
  name: 0.7,
  share: 0.2,
  rival: 0.6,
  agreed: 0.3,
  ratio: 5,
  alike: 0.5,
  crowd: 0.1,
}

/** Pairs of facts of two answers that are about the same thing and differ. */
export function findFactConflicts(
  answers: readonly (readonly Statement[])[],
  weights: WordWeights,
  budget: WorkBudget,
): FoundPair[] {
  const stated = answers.map((statements) =>
    statements.flatMap((statement) => statedIn(statement, weights, budget)),
  )
  const found: FoundPair[] = []
  for (const [own, others] of pairsOf(stated)) {
    if (!budget.allows()) return found
    found.push(...differing(own, others, weights, budget))
  }
  return found
}

function statedIn(statement: Statement, weights: WordWeights, budget: WorkBudget): Stated[] {
  return statement.facts.flatMap((fact) => {
    if (!budget.allows(statement.words.length)) return []
    const { value } = fact
    const slot = slotOf(statement, fact)
    if (value.kind === 'name' && slot === '') return []
    const subject = new Map(subjectOf(statement, fact, weights))
    if (value.kind === 'version' && value.name !== '') subject.set(stemOf(value.name), 1)
    const weight = weights.total(subject)
    return [{ fact, statement, subject, weight, counted: fact.counted?.stem ?? '', slot }]
  })
}

const prepositions = new Set('at by from in near of on to an am aus bei durch im in nach von vom'.split(' '))

/** A word and a preposition right before a name, which say what it is a name of; empty if there are none. */
function slotOf({ words }: Statement, { from }: Fact): string {
  const [before, preposition] = words.filter((word) => word.to <= from).slice(-2)
  if (before === undefined || preposition === undefined || before.isEmpty) return ''
  const isSlot = prepositions.has(preposition.written) && before.clause === preposition.clause
  return isSlot ? `${before.stem} ${preposition.written}` : ''
}

interface Candidate {
  one: Stated
  other: Stated
  score: number
}

function differing(
  own: readonly Stated[],
  others: readonly Stated[],
  weights: WordWeights,
  budget: WorkBudget,
): FoundPair[] {
  const candidates: Candidate[] = []
  const byStem = new Map<string, Stated[]>()
  for (const each of others) {
    for (const stem of each.subject.keys()) {
      const list = byStem.get(stem)
      if (list === undefined) byStem.set(stem, [each])
      else list.push(each)
    }
  }
  for (const one of own) {
    const tried = new Set<Stated>()
    for (const stem of one.subject.keys()) {
      const list = byStem.get(stem) ?? []
      if (list.length <= 100) for (const other of list) tried.add(other)
    }
    if (!budget.allows(1 + tried.size * 5)) break
    for (const other of tried) {
      if (!isSameKind(one, other)) continue
      const score = weights.shared(one.subject, other.subject) + likeness(one.fact, other.fact)
      candidates.push({ one, other, score })
    }
  }
  const names = [own, others].map(
    (each) => new Set(each.flatMap(({ statement }) => statement.words.map((word) => word.written))),
  )
  const isAgreed = agreedIn(own, others, candidates, budget)
  const open = candidates
    .filter(
      ({ one, other }) =>
        !isAgreed.has(one) &&
        !isAgreed.has(other) &&
        isLikely(one.fact, other.fact) &&
        isUnknown(one, names[1]) &&
        isUnknown(other, names[0]),
    )
    .toSorted((left, right) => right.score - left.score)
  // The more facts of a dimension only one of the answers states, the less two of them belong together.
  const crowd = Map.groupBy(
    [...own, ...others].filter((each) => !isAgreed.has(each)),
    dimensionOf,
  )
  const best = new Map<Stated, Candidate>()
  const rivals = new Map<Stated, number>()
  for (const candidate of open) {
    const { one, other } = candidate
    for (const [each, its] of [
      [one, other],
      [other, one],
    ] as const) {
      const first = best.get(each)
      if (first === undefined) best.set(each, candidate)
      else if (
        !rivals.has(each) &&
        isSameValue((first.one === each ? first.other : first.one).fact.value, its.fact.value) !== true
      )
        rivals.set(each, candidate.score)
    }
  }
  return open.flatMap((candidate) => {
    const { one, other, score } = candidate
    const share = score / Math.min(one.weight, other.weight)
    const rival = Math.max(rivals.get(one) ?? 0, rivals.get(other) ?? 0)
    if (best.get(one) !== candidate || best.get(other) !== candidate) return []
    const crowding = 1 + limits.crowd * Math.max(0, (crowd.get(dimensionOf(one))?.length ?? 0) - 2)
    if (score < leastShared(one, other) * crowding) return []
    if (share < limits.share || rival > score * limits.rival) return []
    return [
      {
        kind: kindOf(one.fact, other.fact),
        score,
        passages: [passageOf(one), passageOf(other)],
      } satisfies FoundPair,
    ]
  })
}

/** The facts that the other answer states, too. Small numbers must be about something similar. */
function agreedIn(
  own: readonly Stated[],
  others: readonly Stated[],
  candidates: readonly Candidate[],
  budget: WorkBudget,
): Set<Stated> {
  const agreed = new Set<Stated>()
  for (const { one, other, score } of candidates) {
    if (score >= limits.agreed && isStatedAlike(one.fact, other.fact)) agreed.add(one).add(other)
  }
  const taken = new Set<Stated>()
  const byDimension = Map.groupBy(others, dimensionOf)
  for (const each of own) {
    if (agreed.has(each) || !isDistinctive(each)) continue
    if (!budget.allows(others.length)) break
    const same = byDimension
      .get(dimensionOf(each))
      ?.find(
        (other) =>
          !agreed.has(other) &&
          !taken.has(other) &&
          isSameValue(each.fact.value, other.fact.value) === true &&
          isWrittenAlike(each.fact, other.fact),
      )
    if (same !== undefined) taken.add(each).add(same)
  }
  for (const each of taken) agreed.add(each)
  return agreed
}

/** True if one value may be the other. A year or a month alone does not say that a full date is right. */
function isStatedAlike({ value: one }: Fact, { value: other }: Fact): boolean {
  if (isSameValue(one, other) !== true) return false
  if (one.kind !== 'date' || other.kind !== 'date') return true
  return isFull(one) === isFull(other)
}

function isFull({ year, month, day }: DateValue): boolean {
  return year !== undefined && month !== undefined && day !== undefined
}

/** Only values of the same one can be equal. */
function dimensionOf({ fact: { value } }: Stated): string {
  return value.kind === 'number' ? value.dimension : value.kind
}

/** Two answers hardly state it of different things. */
function isDistinctive({ fact: { value } }: Stated): boolean {
  if (value.kind === 'number') return value.dimension !== '' || value.amount > 20
  return (
    value.kind === 'version' || value.kind === 'name' || value.month !== undefined || value.year !== undefined
  )
}

function isWrittenAlike({ value: one }: Fact, { value: other }: Fact): boolean {
  if (one.kind === 'number' && other.kind === 'number') return one.unit === other.unit
  if (one.kind !== 'date' || other.kind !== 'date') return true
  return one.year === other.year || one.month === other.month
}

function leastShared(one: Stated, other: Stated): number {
  const { value } = one.fact
  if (value.kind === 'number') {
    if (value.dimension !== '') return limits.unit
    return one.counted !== '' && one.counted === other.counted ? limits.counted : limits.bare
  }
  if (value.kind === 'name') return limits.name
  if (value.kind === 'version') {
    if (isDotted(one) && isDotted(other)) return limits.dotted
    // Of one name, there are often several numbers.
    return isNamed(one) && isNamed(other) ? limits.version : limits.unit
  }
  return limits.date
}

function isNamed({ fact: { value } }: Stated): boolean {
  return value.kind === 'version' && value.name !== ''
}

/** A name of which no word is in the other answer. */
function isUnknown({ fact: { value } }: Stated, words: ReadonlySet<string> | undefined): boolean {
  if (value.kind !== 'name' || words === undefined) return true
  return wordsOf(value.name, 0).every((word) => !words.has(word.written))
}

function isDotted({ fact: { value } }: Stated): boolean {
  return value.kind === 'version' && value.version.includes('.')
}

/** Values of different orders of magnitude are hardly about the same, unless only the unit differs. */
function isLikely({ value: one }: Fact, { value: other }: Fact): boolean {
  if (one.kind !== 'number' || other.kind !== 'number' || one.amount === other.amount) return true
  const [small, large] = [Math.min(one.low, other.low), Math.max(one.low, other.low)]
  return small <= 0 ? large <= 20 : large / small <= limits.ratio
}

/** How much alike two values are that differ: as if only a digit, a unit or the day were another one. */
function likeness({ value: one }: Fact, { value: other }: Fact): number {
  if (one.kind === 'number' && other.kind === 'number') {
    if (one.amount === other.amount && one.dimension !== '') {
      // The same range of another unit is even less of a coincidence.
      return one.low < one.high && other.low < other.high ? 2 * limits.alike : limits.alike
    }
    const [small, large] = [Math.min(one.low, other.low), Math.max(one.low, other.low)]
    return small >= 100 && large / small < 1.2 && large !== small ? limits.alike : 0
  }
  if (one.kind === 'date' && other.kind === 'date') {
    const parts = (['year', 'month', 'day'] as const).filter(
      (part) => one[part] !== undefined && one[part] === other[part],
    )
    // Of two full dates, only a digit differs.
    return parts.length === 2 ? limits.date : parts.length * limits.alike * 0.6
  }
  if (one.kind === 'version' && other.kind === 'version')
    return one.name !== '' && one.name === other.name ? limits.alike : 0
  return 0
}

function passageOf({ fact, statement }: Stated): FoundPassage {
  return { statement, from: fact.from, to: fact.to, says: fact.value }
}

function isSameKind(one: Stated, other: Stated): boolean {
  const [left, right] = [one.fact.value, other.fact.value]
  if (left.kind === 'number' && right.kind === 'number') {
    if (left.dimension === '' && right.dimension === '') {
      if (one.counted === other.counted || one.counted === '' || other.counted === '') return true
      return Math.min(left.amount, right.amount) >= 100
    }
    return (
      left.dimension === right.dimension ||
      (left.amount === right.amount && currencies.has(left.dimension) && currencies.has(right.dimension))
    )
  }
  if (left.kind === 'date' && right.kind === 'date') return isSameDate(left, right) !== null
  if (left.kind === 'name' && right.kind === 'name') {
    return one.slot !== '' && one.slot === other.slot
  }
  if (left.kind === 'version' && right.kind === 'version')
    return left.name === right.name || left.name === '' || right.name === ''
  return false
}

function kindOf({ value: one }: Fact, { value: other }: Fact): ConflictKind {
  if (one.kind === 'number' && other.kind === 'number' && one.amount === other.amount) return 'unit'
  return one.kind
}
