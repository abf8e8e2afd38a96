import { type BlockKind, maxComparedChars } from '../../../shared/differences/differences'
import { readDates } from '../facts/dates'
import { type Fact, readFacts } from '../facts/fact'
import { languageOf, type TextLanguage } from '../facts/language'
import { readNames, readVersions } from '../facts/names'
import { readNumbers } from '../facts/numbers'
import type { WorkBudget } from './work-budget'
import { contentStart, maxSentences, sentencesOf } from './sentences'
import { blocksByLine, maxBlocks, type Span, type TextBlock, textBlocks, withLineFeeds } from './text-blocks'
import { clauseAt, type Word, wordsOf } from './words'

/** The statements of an answer that are compared; later ones are left out. */
const maxStatements = 4_000
/** A longer sentence is no sentence. */
const maxStatementChars = 2_000

/** A sentence, an item, or a row of a table. */
export interface Statement extends Readonly<Span> {
  /** The position of its answer. */
  answer: number
  block: BlockKind
  text: string
  /** The heading above it. */
  heading: string
  /** Of a row of a table: the heads of its columns. A clause is a cell. */
  heads: readonly (readonly Word[])[] | null
  words: readonly Word[]
  /** The words that introduce it: of its heading, and of the line before a list. */
  introduction: readonly Word[]
  facts: readonly StatedFact[]
}

/** A fact with the word that it counts, if it is a number without a unit: `three locks`. */
export interface StatedFact extends Fact {
  counted: Word | undefined
}

/** The statements of an answer, in order. Headings, code and formulas make none. */
export function statementsOf(answerText: string, answer: number, budget: WorkBudget): Statement[] {
  if (answerText.length > maxComparedChars) budget.cut()
  const source = withLineFeeds(answerText.slice(0, maxComparedChars))
  // Markdown may be built to take long to parse; without time, each line that could begin a block does.
  const blocks = budget.allows(source.length)
    ? textBlocks(source)
    : blocksByLine(source, { from: 0, to: source.length }, maxBlocks)
  if (blocks.length >= maxBlocks) budget.cut()
  const language = languageOf(source)
  const statements: Statement[] = []
  let heading = ''
  let lead = ''
  for (const block of blocks) {
    const text = source.slice(contentStart(source, block), block.to).trim()
    if (block.kind === 'heading' || isTitle(block, text)) {
      heading = text.replaceAll(/^[#*_\s]+|[#*_:\s]+$/gu, '')
      lead = ''
      continue
    }
    if (block.kind === 'code' || block.kind === 'math' || block.kind === 'rule') continue
    if (block.kind === 'paragraph') lead = text.endsWith(':') ? (text.split(/[.!?]\s/u).at(-1) ?? '') : ''
    const spans = sentencesOf(source, block)
    if (spans.length >= maxSentences) budget.cut()
    const introduction = wordsOf(`${heading} ${block.kind === 'paragraph' ? '' : lead}`.slice(0, 300), 0)
    const [head, ...rows] = spans
    const heads =
      block.kind === 'table' && head !== undefined
        ? cellsOf(source, head).map((cell) => wordsOf(source.slice(cell.from, cell.to), cell.from))
        : null
    for (const span of heads === null ? spans : rows) {
      if (statements.length === maxStatements || !budget.allows(1 + (span.to - span.from) / 10)) {
        budget.cut()
        return statements
      }
      const statement = statementOf(source, block, span, language)
      if (statement !== null) statements.push({ ...statement, answer, heading, heads, introduction })
    }
  }
  return statements
}

/** A paragraph in bold on a line of its own. */
function isTitle({ kind }: TextBlock, text: string): boolean {
  return kind === 'paragraph' && text.length < 100 && /^(?:\*\*|__)[^*_\n]+(?:\*\*|__):?$/u.test(text)
}

const formula = /\$[^$\n]*[\\^_{}][^$\n]*\$|\\[a-z]{2,}|\\[([]/iu

function statementOf(
  source: string,
  block: TextBlock,
  span: Span,
  language: TextLanguage,
): Pick<Statement, 'block' | 'text' | 'words' | 'facts' | 'from' | 'to'> | null {
  const start = Math.max(span.from, contentStart(source, block))
  const raw = source.slice(start, Math.min(span.to, start + maxStatementChars))
  const text = raw.trim()
  if (!/\p{L}/u.test(text) || formula.test(text)) return null
  const from = start + raw.indexOf(text)
  const to = from + text.length
  const words =
    block.kind === 'table'
      ? cellsOf(source, { from, to }).flatMap((cell, clause) =>
          wordsOf(source.slice(cell.from, cell.to), cell.from).map((word) => ({ ...word, clause })),
        )
      : wordsOf(text, from)
  if (words.length === 0) return null
  const facts = factsOf(text, from, language).map((fact) => ({ ...fact, counted: countedWord(words, fact) }))
  return { block: block.kind, text, words, facts, from, to }
}

function countedWord(words: readonly Word[], fact: Fact): Word | undefined {
  const clause = clauseAt(words, fact)
  const after = words.filter((word) => word.from >= fact.to && word.clause === clause).slice(0, 3)
  return after.find((word) => !word.isEmpty)
}

function cellsOf(source: string, { from, to }: Span): Span[] {
  const cells: Span[] = []
  const line = source.slice(from, to)
  const inner = line.replace(/^\s*\|/u, '')
  let at = from + line.length - inner.length
  for (const cell of inner
    .trimEnd()
    .replace(/(?<!\\)\|$/u, '')
    .split(/(?<!\\)\|/u)) {
    cells.push({ from: at, to: at + cell.length })
    at += cell.length + 1
  }
  return cells
}

const address = /\b(?:https?|ftp):\/\/[^\s<>()"'\ue000]{1,2000}/gu
const code = /(?<!`)`(?!`)[^`\n]{1,200}`(?!`)/gu

function factsOf(text: string, from: number, language: TextLanguage): Fact[] {
  const facts: Fact[] = []
  const none: Fact[] = []
  const read: Fact['value'] = { kind: 'name', name: '' }
  let rest = readFacts(text, address, () => read, none)
  rest = readFacts(rest, code, () => read, none)
  // Emphasis must not separate a number from its unit.
  rest = rest.replaceAll(/[*_]/gu, ' ')
  rest = readVersions(rest, facts)
  rest = readDates(rest, facts)
  rest = readNumbers(rest, language, facts)
  readNames(rest, language, facts)
  return facts
    .map((fact) => ({ ...fact, from: fact.from + from, to: fact.to + from }))
    .toSorted((one, other) => one.from - other.from)
}
