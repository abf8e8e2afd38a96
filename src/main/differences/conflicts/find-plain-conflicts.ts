import type { NumberValue } from '../facts/fact'
import { isSameValue } from '../facts/same-value'
import type { Statement } from '../text/statements'
import type { WorkBudget } from '../text/work-budget'
import { type FoundPair, pairsOf } from './found-pair'
import type { WordWeights } from './subjects'

const yes = new Set(['yes', 'yeah', 'yep', 'ja', 'jawohl'])
const no = new Set(['no', 'nope', 'nein'])
const none = new Set(['no', 'kein', 'keine', 'keinen', 'keinem', 'keiner'])

/**
 * Pairs for which likeness does not matter: `Yes` and `No` at the start, `no locks` and `three locks`; and sentences that
 * are equal but for a name.
 */
export function findPlainConflicts(
  answers: readonly (readonly Statement[])[],
  weights: WordWeights,
  budget: WorkBudget,
): FoundPair[] {
  const found: FoundPair[] = []
  for (const [own, others] of pairsOf(answers)) {
    found.push(
      ...verdictsIn(own, others),
      ...noneAndSome(own, others, weights, budget),
      ...noneAndSome(others, own, weights, budget),
      ...preferences(own, others, budget),
      ...otherNames(own, others, budget),
    )
  }
  return found
}

function verdictsIn([one]: readonly Statement[], [other]: readonly Statement[]): FoundPair[] {
  const [first, second] = [one?.words[0], other?.words[0]]
  if (one === undefined || other === undefined || first === undefined || second === undefined) return []
  const isOpposite =
    (yes.has(first.written) && no.has(second.written)) || (no.has(first.written) && yes.has(second.written))
  if (!isOpposite) return []
  const passage = (statement: Statement) => ({
    statement,
    from: statement.from,
    to: statement.to,
    says: yes.has(statement.words[0]?.written ?? '') ? 'yes' : 'no',
  })
  return [{ kind: 'negation', score: 10, passages: [passage(one), passage(other)] }]
}

const leastWeight = 0.55

/** `no locks` in one answer, and a number of locks in the other one. */
function noneAndSome(
  own: readonly Statement[],
  others: readonly Statement[],
  weights: WordWeights,
  budget: WorkBudget,
): FoundPair[] {
  const denied = own.flatMap((statement) =>
    statement.words.flatMap((word, place) => {
      const next = statement.words[place + 1]
      const isDenied =
        none.has(word.written) && next !== undefined && !next.isEmpty && next.clause === word.clause
      return isDenied && weights.of(next.stem) >= leastWeight ? [{ statement, word, next }] : []
    }),
  )
  return denied.slice(0, 100).flatMap(({ statement, word, next }): FoundPair[] => {
    for (const other of others) {
      if (!budget.allows(1 + other.facts.length)) return []
      const counted = other.facts.find(
        (fact) =>
          isCount(fact.value) &&
          other.words.every(({ written }) => !none.has(written)) &&
          fact.counted?.stem === next.stem,
      )
      if (counted === undefined) continue
      const end =
        other.words.find((each) => each.from >= counted.to && each.stem === next.stem)?.to ?? counted.to
      return [
        {
          kind: 'negation',
          score: 1,
          passages: [
            { statement, from: word.from, to: next.to, says: 'none' },
            { statement: other, from: counted.from, to: end, says: 'some' },
          ],
        },
      ]
    }
    return []
  })
}

function isCount(value: { kind: string }): boolean {
  if (value.kind !== 'number') return false
  const { dimension, low } = value as NumberValue
  return dimension === '' && low >= 1
}

const word = String.raw`[*_\x60]*([\p{L}\p{N}][\p{L}\p{N}.+#-]{0,60})[*_\x60]*`
const preference = new RegExp(
  String.raw`${word} (?:rather than|instead of|statt|anstatt|anstelle von|lieber als) (?:(?:a|an|the|der|die|das|dem|den|ein|eine|einen|einem) )?${word}`,
  'giu',
)

function plainWord(written = ''): string {
  return written.toLowerCase().replace(/[.-]+$/u, '')
}

/** Most statements have none of these, which is quick to tell. */
const mayPrefer = /rather than|instead of|statt|anstelle von|lieber als/iu

/** `X rather than Y` in one answer, and `Y rather than X` in the other one. */
function preferences(
  own: readonly Statement[],
  others: readonly Statement[],
  budget: WorkBudget,
): FoundPair[] {
  const [ones, twos] = [own, others].map((statements) =>
    statements.flatMap((statement) =>
      [
        ...(mayPrefer.test(statement.text) && budget.allows(statement.text.length)
          ? statement.text.matchAll(preference)
          : []),
      ].map((match) => ({
        statement,
        from: statement.from + match.index,
        to: statement.from + match.index + match[0].length,
        better: plainWord(match[1]),
        worse: plainWord(match[2]),
        says: plainWord(match[1]),
      })),
    ),
  )
  return (ones ?? []).flatMap((one): FoundPair[] => {
    const other = twos?.find(({ better, worse }) => better === one.worse && worse === one.better)
    return other === undefined ? [] : [{ kind: 'recommendation', score: 3, passages: [one, other] }]
  })
}

/** `The capital is Sucre` in one answer, and `The capital is La Paz` in the other one. */
function otherNames(
  own: readonly Statement[],
  others: readonly Statement[],
  budget: WorkBudget,
): FoundPair[] {
  const [ones, twos] = [own, others].map((statements) => {
    const names = statements.flatMap((each) => (budget.allows(each.words.length) ? namesIn(each) : []))
    return Map.groupBy(names, ({ rest }) => rest)
  })
  return [...(ones ?? [])].flatMap(([rest, [one, ...more]]): FoundPair[] => {
    const [other, ...moreOthers] = twos?.get(rest) ?? []
    // A list has several names in the same place.
    if (one === undefined || other === undefined || more.length + moreOthers.length > 0) return []
    if (isSameValue(one.says, other.says) !== false) return []
    return [{ kind: 'name', score: 2, passages: [one, other] }]
  })
}

/** Names with the words around them, if these say enough. */
function namesIn(statement: Statement) {
  return statement.facts.flatMap(({ value, from, to }) => {
    const around = statement.words.filter((each) => each.to <= from || each.from >= to)
    if (value.kind !== 'name' || around.filter(({ isEmpty }) => !isEmpty).length < 2) return []
    const rest = around.map((each) => `${each.to <= from ? '<' : '>'}${each.stem}`).join(' ')
    return [{ statement, from, to, says: value, rest }]
  })
}
