const delimiters = [',', ';', '\t', '|'] as const

/** Excel's first line for a file whose columns have another separator. */
const separatorLine = /^\uFEFF?"?sep=(?<delimiter>.)"?[,;\t]*\r?(?:\n|$)/i

/** A CSV file without the first line that names the separator for Excel, and its separator. */
export function csvContent(text: string): { content: string; delimiter: string } {
  const [line, delimiter] = separatorLine.exec(text) ?? []
  if (line === undefined || delimiter === undefined) return { content: text, delimiter: csvDelimiter(text) }
  return { content: text.slice(line.length), delimiter }
}

/**
 * Returns the column separator of a CSV file: the most frequent candidate in its header. Spreadsheets write semicolons
 * where the comma is the decimal mark, and tabs into the clipboard.
 */
function csvDelimiter(text: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  let hasText = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      if (hasText) break
      continue
    }
    const count = counts.get(character)
    if (count !== undefined && !isQuoted) counts.set(character, count + 1)
    hasText ||= character !== '\uFEFF'
  }
  // The comma, if there is only one column.
  return delimiters.reduce((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best))
}
