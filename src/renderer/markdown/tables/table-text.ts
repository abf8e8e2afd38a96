import type { Tokens } from 'marked'

import { csvLineOfValues, harmlessValue } from '../../language/csv-line'
import { plainLine } from '../source/plain-text'

/** The formats in which a table can be copied. */
export const tableFormats = ['markdown', 'tsv', 'csv'] as const
export type TableFormat = (typeof tableFormats)[number]

/** A table as text: as it was written, or its cells as plain text for a spreadsheet. */
export function tableText(table: Tokens.Table, format: TableFormat): string {
  if (format === 'markdown') return table.raw.trim()
  const rows = [table.header, ...table.rows].map((cells) => cells.map(cellText))
  if (format === 'csv') return rows.map(csvLineOfValues).join('')
  return rows.map((cells) => `${cells.map(tsvCell).join('\t')}\n`).join('')
}

/** A cell cannot contain the character that separates cells. */
function tsvCell(text: string): string {
  return harmlessValue(text.replaceAll(/\s+/g, ' '))
}

/** In a cell, only `<br>` can break a line. */
function cellText({ tokens }: Tokens.TableCell): string {
  return plainLine(tokens).replaceAll(/<br ?\/?>/gi, '\n')
}
