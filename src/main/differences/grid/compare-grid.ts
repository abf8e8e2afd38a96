import {
  type BlockKind,
  type FactKind,
  type GridCell,
  type GridDifferences,
  type GridRow,
  maxGridRows,
  type StatementDifference,
} from '../../../shared/differences/differences'
import { invariant } from '../../../shared/invariant'
import type { Fact } from '../facts/fact'
import { findCandidates, type Pairing } from '../matching/candidates'
import { type Comparable, similarity } from '../matching/similarity'
import { type AnswerBlock, type AnswerText, type Sentence, splitAnswer } from '../text/answer-text'
import { Vocabulary } from '../matching/vocabulary'
import type { WorkBudget } from '../matching/work-budget'
import { findFacts } from '../facts/find-facts'

/** The ends of a list of rows. */
const firstPlace = Symbol('start')
const lastPlace = Symbol('end')

const negation =
  /(?<!\p{L})(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|nicht|kein(?:e|en|em|er|es)?|nie|niemals|niemand|nichts|weder|ohne)(?!\p{L})|n['’]t(?!\p{L})/giu
const kinds: readonly FactKind[] = ['number', 'date', 'name', 'code']

/** Statements that are less similar are about different things. */
const leastSimilarity = 0.5

/** Compares what several answers state. */
export function compareGrid(texts: readonly string[], budget: WorkBudget): GridDifferences {
  const vocabulary = new Vocabulary()
  const answers = texts.map((text, answer) =>
    statementsOf(splitAnswer(text, vocabulary, budget), answer, budget),
  )
  const groups = groupStatements(answers, vocabulary, budget)
  const ordered = orderRows(
    answers.map((statements) => statements.map((statement) => groups.get(statement) ?? [statement])),
  )
  if (ordered.length > maxGridRows) budget.cut()
  const rows = ordered.slice(0, maxGridRows).map((group) => gridRow(group, texts.length))
  return { kind: 'grid', rows, isCut: budget.isCut }
}

function gridRow(group: readonly Statement[], answerCount: number): GridRow {
  const members = group.toSorted((one, other) => one.answer - other.answer)
  const typical = mostAgreedWith(members)
  const cells = Array.from({ length: answerCount }, (_, answer): GridCell => {
    const statement = members.find((each) => each.answer === answer)
    if (statement === undefined) return { kind: 'not-said' }
    const differs = disagreement(typical, statement)
    const range = [statement.from, statement.to] as const
    return differs.length === 0 ? { kind: 'said', range } : { kind: 'said-differently', range, differs }
  })
  return { block: typical.block, cells }
}

/** The statement that most others agree with; the first of several. */
function mostAgreedWith(members: readonly Statement[]): Statement {
  const agreeing = members.map(
    (one) => members.filter((other) => disagreement(one, other).length === 0).length,
  )
  const typical = members[agreeing.indexOf(Math.max(...agreeing))]
  invariant(typical !== undefined, 'a group has a statement')
  return typical
}

type Place<Row> = Row | typeof firstPlace | typeof lastPlace

/**
 * Orders rows so that those of each answer are in its order where possible: a row that no answer before has follows the
 * row before it in its own answer, or else precedes the row after it, or else is the last one.
 */
function orderRows<Row extends object>(answers: readonly (readonly Row[])[]): Row[] {
  const next = new Map<Place<Row>, Place<Row>>([[firstPlace, lastPlace]])
  const previous = new Map<Place<Row>, Place<Row>>([[lastPlace, firstPlace]])
  for (const rows of answers) {
    const firstPlaced: Place<Row> = rows.find((row) => next.has(row)) ?? lastPlace
    let before = previous.get(firstPlaced) ?? firstPlace
    for (const row of rows) {
      if (!next.has(row)) {
        const after = next.get(before) ?? lastPlace
        next.set(before, row).set(row, after)
        previous.set(row, before).set(after, row)
      }
      before = row
    }
  }
  const ordered: Row[] = []
  for (
    let row = next.get(firstPlace);
    row !== undefined && row !== firstPlace && row !== lastPlace;
    row = next.get(row)
  ) {
    ordered.push(row)
  }
  return ordered
}

/**
 * Returns the differences between two similar statements: each has a fact of a kind that the other lacks, or only one
 * is negated. Empty if they agree; a statement may be more detailed than another.
 */
function disagreement(one: Statement, other: Statement): StatementDifference[] {
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

/** Groups similar statements of different answers: most similar first, at most one of each answer in a group. */
function groupStatements(
  answers: readonly (readonly Statement[])[],
  vocabulary: Vocabulary,
  budget: WorkBudget,
): Map<Statement, Statement[]> {
  const groups = new Map<Statement, Statement[]>()
  for (const statement of answers.flat()) groups.set(statement, [statement])
  for (const { one, other } of similarPairs(answers, vocabulary, budget)) {
    const [group, joining] = [groups.get(one), groups.get(other)]
    if (group === undefined || joining === undefined || group === joining) continue
    if (group.some(({ answer }) => joining.some((each) => each.answer === answer))) continue
    group.push(...joining)
    for (const statement of joining) groups.set(statement, group)
  }
  return groups
}

interface StatementPair {
  one: Statement
  other: Statement
  similarity: number
}

function similarPairs(
  answers: readonly (readonly Statement[])[],
  vocabulary: Vocabulary,
  budget: WorkBudget,
): StatementPair[] {
  const pairs: StatementPair[] = []
  for (const [index, own] of answers.entries()) {
    for (const others of answers.slice(index + 1)) {
      if (!budget.allows()) break
      for (const pairing of findCandidates(own, others, similarity, vocabulary, budget)) {
        const pair = pairOf(own, others, pairing)
        if (pair !== null) pairs.push(pair)
      }
    }
  }
  return pairs.toSorted((one, other) => other.similarity - one.similarity)
}

function pairOf(
  own: readonly Statement[],
  others: readonly Statement[],
  { first, second, similarity: measured }: Pairing,
): StatementPair | null {
  const [one, other] = [own[first], others[second]]
  if (one === undefined || other === undefined || measured < leastSimilarity) return null
  // A block of code is not the same statement as a sentence about it.
  if ((one.block === 'code') !== (other.block === 'code')) return null
  return { one, other, similarity: measured }
}

/** A sentence, a row of a table or a block of code of one answer. */
interface Statement extends Comparable {
  readonly answer: number
  readonly block: BlockKind
  readonly from: number
  readonly to: number
  readonly text: string
  readonly facts: readonly Fact[]
}

/** The statements of an answer that are compared; later ones are left out. */
const maxStatements = 4_000

/** The statements of an answer, in order. Headings and rules make none. */
function statementsOf(text: AnswerText, answer: number, budget: WorkBudget): Statement[] {
  const facts = findFacts(text, budget)
  const statements: Statement[] = []
  let fact = 0
  for (const block of text.blocks) {
    if (block.kind === 'heading' || block.kind === 'rule') continue
    for (const part of block.kind === 'code' || block.kind === 'math' ? [block] : block.sentences) {
      if (part.weight === 0) continue
      if (statements.length === maxStatements) {
        budget.cut()
        return statements
      }
      while ((facts[fact]?.to ?? Infinity) <= part.from) fact += 1
      const own: Fact[] = []
      for (let each = facts[fact]; each !== undefined && each.from < part.to; each = facts[++fact])
        own.push(each)
      statements.push(statementOf(text, answer, block, part, own))
    }
  }
  return statements
}

function statementOf(
  { source }: AnswerText,
  answer: number,
  block: AnswerBlock,
  part: AnswerBlock | Sentence,
  facts: readonly Fact[],
): Statement {
  const { key, bag, weight } = part
  const from = Math.max(part.from, block.contentFrom)
  const text = source.slice(from, part.to).trimEnd()
  return { answer, block: block.kind, key, bag, weight, from, to: from + text.length, text, facts }
}
