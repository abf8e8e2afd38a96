import { spreadsheetText, spreadsheetValue } from '../../shared/text/spreadsheet-text'

/** One line of a CSV file (RFC 4180), with its line break. */
export function csvLine(cells: readonly (string | number)[]): string {
  return lineOf(
    cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell, spreadsheetText(cell)))),
  )
}

/** Like `csvLine`, but for values instead of names: a signed number stays a number. */
export function csvLineOfValues(cells: readonly string[]): string {
  return lineOf(cells.map((cell) => csvCell(cell, spreadsheetValue(cell))))
}

function csvCell(text: string, safe: string): string {
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}
