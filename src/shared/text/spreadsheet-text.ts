/**
 * Signs that a spreadsheet takes for the start of a formula, also in full-width and small forms, as some systems
 * convert them.
 */
const formulaSigns = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\u2212]/g
/** A program that expects another separator begins a new cell after any of these, even inside quotation marks. */
const separator = /[,;|\t\r\n\v\f\u0085\u2028\u2029]/
/** Characters that a spreadsheet skips at the start of a cell. */
const skipped = /[\s\p{Cc}"]/u
const signedNumber = /^[+-]\d[\d.,]*%?$/
/** A list item or number beyond this is treated as a formula. */
const maxItemChars = 2_000

/**
 * The text for a cell of a CSV or TSV file, where an apostrophe keeps a spreadsheet from evaluating it, whichever
 * separator that expects. What only looks like a list or a number in the middle of a text stays as it is.
 */
export function spreadsheetText(text: string): string {
  let safe = ''
  let last = 0
  for (const { index } of text.matchAll(formulaSigns)) {
    const at = cellStartBefore(text, index)
    if (at === null || (index > 0 && isOrdinary(text, index))) continue
    safe += `${text.slice(last, at)}'`
    last = at
  }
  return safe + text.slice(last)
}

/** Like `spreadsheetText`, but a signed number stays a number. */
export function spreadsheetValue(value: string): string {
  return signedNumber.test(value) ? value : spreadsheetText(value)
}

/** The text of a cell that `spreadsheetText` may have changed. */
export function textOfSpreadsheet(cell: string): string {
  let text = ''
  let last = 0
  for (const { index } of cell.matchAll(formulaSigns)) {
    const at = cellStartBefore(cell, index)
    if (at === null || at === index) continue
    text += cell.slice(last, at)
    last = at + 1
  }
  return text + cell.slice(last)
}

/** Returns the index at which the apostrophe before a sign is or belongs, if a cell may begin there; null otherwise. */
function cellStartBefore(text: string, index: number): number | null {
  let at = index
  while (text[at - 1] === "'") at -= 1
  let before = at
  while (before > 0) {
    const character = text.charAt(before - 1)
    if (separator.test(character)) return at
    if (!skipped.test(character)) return null
    before -= 1
  }
  return at
}

/** True if a sign inside a text begins a number or an item of a list that no spreadsheet can evaluate. */
function isOrdinary(text: string, index: number): boolean {
  if (!/[+-]/.test(text.charAt(index))) return false
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(index + 1, index + 1 + maxItemChars)) ?? []
  if (line.length === maxItemChars) return false
  const [cell = ''] = /^[^,;|\t]*/.exec(line) ?? []
  return /^\d[\d.]*%?\s*$/.test(cell) || (/^\s+\S/.test(line) && !/[!(=[|]/.test(line))
}
