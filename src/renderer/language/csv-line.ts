/** A spreadsheet would evaluate a text that starts like this as a formula; an apostrophe makes it text. */
const formulaStart = /^[\s]*[=+\-@\t\r]/

/** One line of a CSV file (RFC 4180), with its line break. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = formulaStart.test(value) ? `'${value}` : value
  return safe !== value || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
