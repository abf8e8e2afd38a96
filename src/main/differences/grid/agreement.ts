import type { FactKind, StatementDifference } from '../../../shared/differences/differences'
import type { Fact } from '../facts/fact'
import type { Statement } from './statements'

const negation =
  /(?<!\p{L})(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|nicht|kein(?:e|en|em|er|es)?|nie|niemals|niemand|nichts|weder|ohne)(?!\p{L})|n['’]t(?!\p{L})/giu
const kinds: readonly FactKind[] = ['number', 'date', 'name', 'code']

/**
 * How two similar statements differ: each has a fact of a kind that the other lacks, or only one is negated. Empty if
 * they agree; a statement may be more detailed than another.
 */
export function disagreement(one: Statement, other: Statement): StatementDifference[] {
  if (one.key === other.key) return []
  const differs: StatementDifference[] = []
  for (const kind of kinds) {
    const left = lacked(kind, one, other)
    const right = lacked(kind, other, one)
    const [first, second] = [left[0], right[0]]
    if (first === undefined || second === undefined) continue
    const isUnit = first.unit !== undefined && first.unit.amount === second.unit?.amount
    differs.push(isUnit ? 'unit' : kind)
  }
  if (isNegated(one) !== isNegated(other)) differs.push('negation')
  return differs
}

/** The facts of a kind in `own` that `other` does not state. */
function lacked(kind: FactKind, own: Statement, other: Statement): Fact[] {
  const text = other.text.toLowerCase()
  return own.facts.filter((fact) => {
    if (fact.kind !== kind) return false
    if (kind === 'name' || kind === 'code') return !text.includes(fact.value.toLowerCase())
    return other.facts.every((each) => each.kind !== kind || !isSameValue(fact, each))
  })
}

/** A number may lack the unit that it has elsewhere. */
function isSameValue(one: Fact, other: Fact): boolean {
  if (one.value === other.value) return true
  return (
    (one.unit === undefined && other.unit?.amount === one.value) ||
    (other.unit === undefined && one.unit?.amount === other.value)
  )
}

/** Two negations cancel each other out. */
function isNegated({ block, text }: Statement): boolean {
  return block !== 'code' && (text.match(negation)?.length ?? 0) % 2 === 1
}
