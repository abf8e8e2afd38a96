import type { Tokens } from 'marked'

import { partDirections, type TextDirection, textDirection } from '../../shared/markdown/text-direction'
import { memo } from '../language/memo'
import { t } from '../language/t'
import { EnlargeButton, FloatingTools } from './enlarge/enlarge-button'
import { Inline } from './inline'
import styles from './table.module.css'
import { spreadsheetValue } from '../../shared/text/spreadsheet-text'
import { csvLineOfValues } from '../language/csv-line'
import { Icon } from '../ui/controls/icon'
import { useCopying } from '../ui/controls/copy-button'
import { TextMenuButton } from '../ui/overlays/text-menu-button'
import { plainLine } from './source/plain-text'

/** Columns with longer cells get the width of prose. */
const longCellChars = 48
const someCellChars = 18

/** A table in a box that scrolls, with buttons to copy and enlarge it. */
export function Table({ table }: { table: Tokens.Table }) {
  return (
    <div className={styles.markdownTableFrame} data-slot="markdown-table">
      <TableView table={table} />
      <FloatingTools>
        <CopyTable table={table} />
        <EnlargeButton label={t('markdown.table.enlarge')} title={t('markdown.table.label')}>
          <TableView table={table} isEnlarged />
        </EnlargeButton>
      </FloatingTools>
    </div>
  )
}

function TableView({ table, isEnlarged }: { table: Tokens.Table; isEnlarged?: true }) {
  const widths = columnWidths(table)
  const directionOf = partDirections(table.raw)
  const direction = textDirection(table.raw)
  return (
    <div
      className={styles.markdownTable}
      dir={direction}
      data-first-focus={isEnlarged}
      tabIndex={0}
      role="group"
      aria-label={t('markdown.table.label')}
    >
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th
                key={index}
                scope="col"
                dir={directionOf(cell.text)}
                className={widths[index]}
                style={{ textAlign: cell.align ?? undefined }}
              >
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, rowIndex) => (
            <TableRow key={rowIndex} row={row} directionOf={directionOf} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TableRowProps {
  row: Tokens.TableCell[]
  directionOf: (text: string) => TextDirection
}

const TableRow = memo(
  function TableRow({ row, directionOf }: TableRowProps) {
    return (
      <tr>
        {row.map((cell, index) => (
          <td key={index} dir={directionOf(cell.text)} style={{ textAlign: cell.align ?? undefined }}>
            <Inline tokens={cell.tokens} />
          </td>
        ))}
      </tr>
    )
  },
  (before, after) =>
    before.row.length === after.row.length &&
    before.row.every((cell, index) => {
      const other = after.row[index]
      // A later definition changes the tokens but not the text.
      return cell.text === other?.text && cell.align === other.align && !cell.text.includes('[')
    }),
)

/** The minimum width of each column, from its longest cell. */
function columnWidths({ header, rows }: Tokens.Table): (string | undefined)[] {
  return header.map((cell, index) => {
    const longest = rows.reduce((most, row) => Math.max(most, row[index]?.text.length ?? 0), cell.text.length)
    if (longest > longCellChars) return styles.markdownCellLong
    return longest > someCellChars ? styles.markdownCellSome : undefined
  })
}

/** The formats in which a table can be copied. */
const tableFormats = ['markdown', 'tsv', 'csv'] as const

/** Copies a table, in a format that the user chooses. */
function CopyTable({ table }: { table: Tokens.Table }) {
  const { words, copy } = useCopying()
  return (
    <TextMenuButton
      label={words ?? t('markdown.table.copy')}
      items={tableFormats.map((format) => ({
        label: t(`markdown.table.as.${format}`),
        onChoose: () => copy(tableText(table, format)),
      }))}
    >
      <Icon name={words === null ? 'copy' : 'check'} />
    </TextMenuButton>
  )
}

type TableFormat = (typeof tableFormats)[number]

/** A table as text: as it was written, or its cells as plain text for a spreadsheet. */
export function tableText(table: Tokens.Table, format: TableFormat): string {
  if (format === 'markdown') return table.raw.trim()
  const rows = [table.header, ...table.rows].map((cells) => cells.map(cellText))
  if (format === 'csv') return rows.map(csvLineOfValues).join('')
  return rows.map((cells) => `${cells.map(tsvCell).join('\t')}\n`).join('')
}

/** A cell cannot contain the character that separates cells. */
function tsvCell(text: string): string {
  return spreadsheetValue(text.replaceAll(/\s+/g, ' '))
}

/** In a cell, only `<br>` can break a line. */
function cellText({ tokens }: Tokens.TableCell): string {
  return plainLine(tokens).replaceAll(/<br ?\/?>/gi, '\n')
}
