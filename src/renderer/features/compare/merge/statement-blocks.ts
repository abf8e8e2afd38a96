import type { MergedStatement, TextPart } from '../../../../shared/sessions/messages'

/** A statement with its Markdown, without the syntax that positions it in the text. */
export interface ShownStatement {
  statement: MergedStatement
  /** Its place among the statements of the answer. */
  index: number
  markdown: string
}

/** Statements that are drawn together: a paragraph, an item, a heading, or one statement alone. */
export interface StatementBlock {
  kind: 'paragraph' | 'item' | 'heading' | 'alone' | 'conflict'
  /** The marker of an item: a bullet, a number or a box. */
  marker: string
  statements: ShownStatement[]
}

const item = /^([-*+]|\d{1,9}[.)])\s+/
const box = /^\[([ xX])\]\s+/
const heading = /^#{1,6}\s+/
/** More than one line, or not a sentence: drawn as a block. */
const isBlock = /\n|^(?:`{3,}|~{3,}|\||>|\$\$)/
const conflictMark = /^-\s+≠\s+/

/** Groups the statements of a merged text into the blocks that they form. */
export function statementBlocks({ text, statements = [] }: TextPart): StatementBlock[] {
  const blocks: StatementBlock[] = []
  for (const [index, statement] of statements.entries()) {
    const written = text.slice(statement.from, statement.to)
    const trimmed = written.trim()
    const last = blocks.at(-1)
    const continues = !written.startsWith('\n') && last !== undefined && last.kind !== 'alone'
    if (continues && !isBlock.test(trimmed)) last.statements.push({ statement, index, markdown: trimmed })
    else if (trimmed !== '') blocks.push(newBlock(trimmed, statement, index))
  }
  return blocks
}

function newBlock(trimmed: string, statement: MergedStatement, index: number): StatementBlock {
  const block = (kind: StatementBlock['kind'], markdown: string, marker = ''): StatementBlock => ({
    kind,
    marker,
    statements: [{ statement, index, markdown }],
  })
  if (statement.kind === 'conflict') return block('conflict', trimmed.replace(conflictMark, ''), '≠')
  if (isBlock.test(trimmed)) return block('alone', trimmed)
  if (heading.test(trimmed)) return block('heading', trimmed.replace(heading, ''))
  const [itemMark, marker = ''] = item.exec(trimmed) ?? []
  if (itemMark === undefined) return block('paragraph', trimmed)
  const words = trimmed.slice(itemMark.length)
  const [boxMark, state] = box.exec(words) ?? []
  if (boxMark !== undefined) return block('item', words.slice(boxMark.length), state === ' ' ? '☐' : '☑')
  return block('item', words, /\d/.test(marker) ? marker : '•')
}
