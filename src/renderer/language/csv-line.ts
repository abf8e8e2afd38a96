/** A spreadsheet would evaluate a text that starts like this as a formula; an apostrophe makes it text. */
const formulaStart = /^[\s]*[=+\-@\t\r]/
const signedNumber = /^[+-]\d[\d.,]*%?$/

interface CsvOptions {
  /** Numbers with a sign stay numbers, because the texts are values and not names. */
  keepsNumbers?: boolean
}

/** One line of a CSV file (RFC 4180), with its line break. */
export function csvLine(cells: readonly (string | number)[], options: CsvOptions = {}): string {
  return `${cells.map((cell) => csvCell(cell, options)).join(',')}\r\n`
}

/** The text, changed only if a spreadsheet would evaluate it. */
export function harmlessCell(value: string, { keepsNumbers = false }: CsvOptions = {}): string {
  if (keepsNumbers && signedNumber.test(value)) return value
  return formulaStart.test(value) ? `'${value}` : value
}

function csvCell(value: string | number, options: CsvOptions): string {
  if (typeof value === 'number') return String(value)
  const safe = harmlessCell(value, options)
  return safe !== value || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
