/** A spreadsheet would evaluate a text that starts like this as a formula; an apostrophe makes it text. */
const formulaStart = /^[\s]*[=+\-@\t\r]/
const signedNumber = /^[+-]\d[\d.,]*%?$/

/** One line of a CSV file (RFC 4180), with its line break. */
export function csvLine(cells: readonly (string | number)[]): string {
  return lineOf(
    cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell, harmless(cell)))),
  )
}

/** The same for texts that are values, not names: a signed number stays a number. */
export function csvLineOfValues(cells: readonly string[]): string {
  return lineOf(cells.map((cell) => csvCell(cell, harmlessValue(cell))))
}

/** A value, changed only if a spreadsheet would evaluate it. */
export function harmlessValue(value: string): string {
  return signedNumber.test(value) ? value : harmless(value)
}

function harmless(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

function csvCell(text: string, safe: string): string {
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}
