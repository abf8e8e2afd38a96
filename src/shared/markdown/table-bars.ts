import { replaceDollarFormulas } from './math-tokens'

/** Takes the place of a bar; no text has this character. */
const placeholder = '\ufdd0'
const otherFormulas = /\$\$[^$\n]+\$\$|\\\((?:\\[^)\n]|[^\\\n])+\\\)/g

/**
 * The lines of a table, with the bars in formulas hidden where a row would otherwise have more than `columnCount` cells:
 * `$P(A|B)$` is one cell.
 */
export function hideBars(table: string, columnCount: number): string {
  if (!/[$\\]/.test(table) || table.includes(placeholder)) return table
  return table
    .split('\n')
    .map((row) => (cellCount(row) > columnCount ? hideInFormulas(row) : row))
    .join('\n')
}

/** The opposite of `hideBars`. */
export function showBars(text: string): string {
  return text.replaceAll(placeholder, '|')
}

/** The number of cells of a row or of the line below the head. */
export function cellCount(row: string): number {
  return row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/).length
}

function hideInFormulas(row: string): string {
  return replaceDollarFormulas(row.replaceAll(otherFormulas, hideAll), hideAll)
}

function hideAll(formula: string): string {
  return formula.replaceAll(/(?<!\\)\|/g, placeholder)
}
