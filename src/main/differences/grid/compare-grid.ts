import {
  type GridCell,
  type GridDifferences,
  type GridRow,
  maxGridRows,
} from '../../../shared/differences/differences'
import { invariant } from '../../../shared/invariant'
import { readAnswer } from '../text/answer-text'
import { Vocabulary } from '../matching/vocabulary'
import type { WorkBudget } from '../matching/work-budget'
import { disagreement } from './agreement'
import { orderRows } from './row-order'
import { groupStatements } from './statement-groups'
import { type Statement, statementsOf } from './statements'

/** Compares what several answers state. */
export function compareGrid(texts: readonly string[], budget: WorkBudget): GridDifferences {
  const vocabulary = new Vocabulary()
  const answers = texts.map((text, answer) =>
    statementsOf(readAnswer(text, vocabulary, budget), answer, budget),
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
