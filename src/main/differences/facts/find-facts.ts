import type { AnswerBlock, AnswerText } from '../text/answer-text'
import type { WorkBudget } from '../matching/work-budget'
import { readCodeNames } from './code-names'
import { readDates } from './dates'
import type { Fact } from './fact'
import { languageOf, type TextLanguage } from './language'
import { readNames } from './names'
import { readNumbers } from './numbers'

/** Text of a block that is read at once, so that the budget is checked in between. */
const maxPieceChars = 20_000

/** The numbers, dates, names and identifiers that an answer states, in order. */
export function findFacts({ source, blocks, words }: AnswerText, budget: WorkBudget): Fact[] {
  const language = languageOf(source)
  const facts: Fact[] = []
  for (const block of blocks) {
    for (let from = block.contentFrom; from < block.to; from += maxPieceChars) {
      const text = source.slice(from, Math.min(block.to, from + maxPieceChars))
      if (!budget.allows(1 + text.length / 10)) return facts
      for (const fact of factsOf(text, block, language)) {
        if (fact.isUnsure === true && words.has(fact.value.toLowerCase())) continue
        facts.push({ ...fact, from: fact.from + from, to: fact.to + from })
      }
    }
  }
  return facts
}

function factsOf(text: string, { kind }: AnswerBlock, language: TextLanguage): Fact[] {
  const facts: Fact[] = []
  const rest = readDates(readCodeNames(text, facts), language, facts)
  const words = readNumbers(rest, language, facts)
  if (kind !== 'code' && kind !== 'math') readNames(words, language, kind === 'heading', facts)
  return facts.toSorted((one, other) => one.from - other.from)
}
