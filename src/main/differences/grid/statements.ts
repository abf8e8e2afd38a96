import type { BlockKind } from '../../../shared/differences/differences'
import type { Fact } from '../facts/fact'
import { findFacts } from '../facts/find-facts'
import type { Comparable } from '../matching/similarity'
import type { AnswerBlock, AnswerText, Sentence } from '../text/answer-text'
import type { WorkBudget } from '../matching/work-budget'

/** What one answer says in a sentence, a row of a table or a block of code. */
export interface Statement extends Comparable {
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
export function statementsOf(text: AnswerText, answer: number, budget: WorkBudget): Statement[] {
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
      statements.push(statement(text, answer, block, part, own))
    }
  }
  return statements
}

function statement(
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
