import type { Conflict, ConflictPassage } from '../../../shared/differences/differences'
import { isSameValue } from '../facts/same-value'
import type { FoundPair, FoundPassage } from './found-pair'

/** Joins pairs that have a passage in common into conflicts, in the order of the answers. */
export function joinPairs(pairs: readonly FoundPair[]): Conflict[] {
  const groups = new Map<string, Group>()
  for (const pair of pairs.toSorted((one, other) => other.score - one.score)) {
    const [known, joining] = pair.passages.map((passage) => groups.get(keyOf(passage)))
    const group = known ?? joining ?? { kind: pair.kind, passages: [] }
    // A second conflict of the same words would only repeat them.
    if (known !== undefined && joining !== undefined) continue
    for (const passage of pair.passages) {
      const isNew = group.passages.every(({ statement }) => statement.answer !== passage.statement.answer)
      if (isNew) group.passages.push(passage)
      groups.set(keyOf(passage), group)
    }
  }
  return [...new Set(groups.values())]
    .map(({ kind, passages }) => ({ kind, sides: sidesOf(passages) }))
    .filter(({ sides }) => sides.length >= 2)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
}

interface Group extends Pick<Conflict, 'kind'> {
  passages: FoundPassage[]
}

function keyOf({ statement, from, to }: FoundPassage): string {
  return `${statement.answer} ${from} ${to}`
}

/** The answers that say the same, in the order of the answers. */
function sidesOf(passages: readonly FoundPassage[]): ConflictPassage[][] {
  const sides: { says: FoundPassage['says']; passages: ConflictPassage[] }[] = []
  for (const { statement, from, to, says } of passages.toSorted(
    (one, other) => one.statement.answer - other.statement.answer,
  )) {
    const passage: ConflictPassage = {
      answer: statement.answer,
      value: [from, to],
      sentence: [statement.from, statement.to],
    }
    const side = sides.find((each) => isSame(each.says, says))
    if (side === undefined) sides.push({ says, passages: [passage] })
    else side.passages.push(passage)
  }
  return sides.map((side) => side.passages)
}

function isSame(one: FoundPassage['says'], other: FoundPassage['says']): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return isSameValue(one, other) === true
}

function placeOf({ sides }: Conflict): number {
  const first = sides[0]?.[0]
  return first === undefined ? 0 : first.answer * 1e7 + first.value[0]
}
