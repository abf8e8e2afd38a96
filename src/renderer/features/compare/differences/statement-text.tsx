import type { BlockKind } from '../../../../shared/differences/differences'
import { hideBars, showBars } from '../../../../shared/markdown/table-bars'
import { plainText } from '../../../markdown/source/plain-text'
import styles from './differences.module.css'

interface StatementTextProps {
  block: BlockKind
  /** The Markdown of one statement: a sentence, a row of a table, or a block of code with its fence. */
  markdown: string
}

/** A statement as text, without the marks of its Markdown. */
export function StatementText({ block, markdown }: StatementTextProps) {
  const source = markdown.trim()
  if (block === 'table') return cellsOf(source).map(plainText).join(' · ')
  const text = plainText(source)
  return block === 'code' ? <code className={styles.code}>{text}</code> : text
}

/** A whole block as text; a table has a line for each row. */
export function BlockText({ block, markdown }: StatementTextProps) {
  if (block !== 'table') return <StatementText block={block} markdown={markdown} />
  const rows = markdown
    .trim()
    .split('\n')
    .filter((row) => !/^[\s|:-]+$/.test(row))
  return rows.map((row) => cellsOf(row.trim()).map(plainText).join(' · ')).join('\n')
}

/** A bar may be escaped in a cell. */
function cellsOf(row: string): string[] {
  return hideBars(row, 0)
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      showBars(cell)
        .trim()
        .replaceAll(String.raw`\|`, '|'),
    )
    .filter((cell) => cell !== '')
}
