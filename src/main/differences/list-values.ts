import {
  type Conflict,
  type ConflictPassage,
  maxValueGroups,
  type ValueGroup,
} from '../../shared/differences/differences'
import type { Fact } from './facts/fact'
import { boundStart } from './facts/numbers'
import type { StatedFact, Statement } from './text/statements'
import type { WorkBudget } from './text/work-budget'

/** More values of one kind come from a table or a list, in which nothing stands out. */
const maxValues = 24

/** A number this many times as large is about something else. */
const farLarger = 20

/** Equal values of different answers. */
interface Side {
  /** As it is written. */
  unit: string | undefined
  /** Those of all its statements, which may be in different units. */
  members: [Fact['value'], ...Fact['value'][]]
  passages: ConflictPassage[]
}

interface Group extends Pick<ValueGroup, 'kind' | 'of'> {
  sides: Side[]
}

/**
 * The values that not all answers state, by what they measure or count, where two answers differ: those with the fewest
 * values first. It does not claim that they are about the same thing. Values of `conflicts` are not repeated.
 */
export function listValues(
  answers: readonly (readonly Statement[])[],
  conflicts: readonly Conflict[],
  budget: WorkBudget,
): ValueGroup[] {
  const groups = new Map<string, Group>()
  for (const statement of answers.flat()) {
    for (const fact of statement.facts) {
      const named = kindOf(statement, fact)
      if (named === null) continue
      const group = groups.get(named.key) ?? { kind: named.kind, of: named.of, sides: [] }
      groups.set(named.key, group)
      if (!budget.allows(1 + group.sides.length)) return []
      if (group.sides.length <= maxValues) add(group.sides, statement, fact)
    }
  }
  const listed = new Set(conflicts.flatMap(({ sides }) => sides.flat().map(keyOf)))
  return [...groups.values()]
    .filter(({ sides }) => sides.length <= maxValues)
    .flatMap(ofOneSize)
    .map(({ kind, of, sides }) => ({
      kind,
      of,
      values: sides.map(({ passages }) => passages).filter(({ length }) => length < answers.length),
    }))
    .filter(
      ({ values }) => values.length >= 2 && new Set(values.flat().map(({ answer }) => answer)).size >= 2,
    )
    .filter(({ values }) => values.flat().some((passage) => !listed.has(keyOf(passage))))
    .toSorted((one, other) => one.values.length - other.values.length)
    .slice(0, maxValueGroups)
}

/** Splits the numbers of a group where the next one is far larger, unless only the unit differs. */
function ofOneSize({ kind, of, sides }: Group): Group[] {
  const groups: Group[] = []
  let last: Side | undefined
  for (const side of sides.toSorted((one, other) => sizeOf(one.members[0]) - sizeOf(other.members[0]))) {
    const group = groups.at(-1)
    if (group === undefined || last === undefined || isFarLarger(side.members[0], last.members[0]))
      groups.push({ kind, of: side.unit ?? of, sides: [side] })
    else group.sides.push(side)
    last = side
  }
  return groups
}

function isFarLarger(one: Fact['value'], than: Fact['value']): boolean {
  if (one.kind !== 'number' || than.kind !== 'number' || one.amount === than.amount) return false
  return one.low > than.low * farLarger && than.low > 0
}

function keyOf({ answer, value }: ConflictPassage): string {
  // A conflict begins with the number, and a value with what precedes it, as in `at least 5 m`.
  return `${answer} ${value[1]}`
}

/** What a value can be compared with; null if nothing says so. */
function kindOf(
  statement: Statement,
  fact: StatedFact,
): (Pick<ValueGroup, 'kind' | 'of'> & { key: string }) | null {
  const { value, counted } = fact
  if (value.kind === 'date') {
    const kind = value.year === undefined && value.month === undefined ? 'time' : 'date'
    return { key: kind, kind, of: '' }
  }
  if (value.kind === 'version') {
    return value.name === '' ? null : { key: `version ${value.name}`, kind: 'version', of: '' }
  }
  if (value.kind === 'name') return null
  if (value.dimension !== '') {
    return {
      key: `unit ${value.dimension}`,
      kind: 'number',
      of: value.dimension === 'times' ? '×' : value.dimension,
    }
  }
  if (counted === undefined) return null
  const of = statement.text.slice(counted.from - statement.from, counted.to - statement.from)
  return { key: `count ${counted.stem}`, kind: 'number', of }
}

function add(sides: Side[], statement: Statement, fact: Fact): void {
  const { value, to } = fact
  const { answer } = statement
  const from = statement.from + boundStart(statement.text, fact.from - statement.from)
  const passage: ConflictPassage = { answer, value: [from, to], sentence: [statement.from, statement.to] }
  const same = sides.find(({ members }) => members.every((member) => isEqual(member, value)))
  if (same === undefined) {
    sides.push({ members: [value], unit: unitOf(statement, fact), passages: [passage] })
    return
  }
  same.members.push(value)
  if (same.passages.every((each) => each.answer !== answer)) same.passages.push(passage)
}

/** Of a value in another unit, the part by which it may differ. */
const conversion = 0.005

/**
 * True if both state the same, in whatever unit. Unlike `isSameValue`, it does not allow for what may be meant: 104 is
 * not about 100, a year is no day, and a range is none of its numbers.
 */
function isEqual(one: Fact['value'], other: Fact['value']): boolean {
  if (one.kind === 'number' && other.kind === 'number') {
    const tolerance = one.unit === other.unit ? 1e-9 : conversion
    const isNear = (left: number, right: number) =>
      Math.abs(left - right) <= Math.max(Math.abs(left), Math.abs(right)) * tolerance
    if (one.bound !== other.bound || one.isRough !== other.isRough) return false
    return one.per === other.per && isNear(one.low, other.low) && isNear(one.high, other.high)
  }
  if (one.kind === 'date' && other.kind === 'date')
    return (['year', 'month', 'day', 'time'] as const).every((part) => one[part] === other[part])
  return one.kind === 'version' && other.kind === 'version' && one.version === other.version
}

/** The unit as it is written after digits; undefined for percentages and times, which are written in many ways. */
function unitOf(statement: Statement, { value, from, to }: Fact): string | undefined {
  if (value.kind !== 'number' || value.dimension === '') return undefined
  if (value.dimension === '%' || value.dimension === 'times') return undefined
  const words = statement.text.slice(from - statement.from, to - statement.from)
  return /^[$€£¥]|[^\d\s.,’'–*_-]+$/u.exec(words)?.[0]
}

/** For the order. A date counts as its days. */
function sizeOf(value: Fact['value']): number {
  if (value.kind === 'number') return value.low
  if (value.kind === 'version') return Number(/^\d+(?:\.\d+)?/.exec(value.version)?.[0] ?? 0)
  if (value.kind === 'name') return 0
  return (value.year ?? 0) * 372 + (value.month ?? 0) * 31 + (value.day ?? 0) + (value.time ?? 0) / 1440
}
