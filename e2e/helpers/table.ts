/** Formats columns of text with headings; cells that start with a number are aligned right. */
export function formatTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = names.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? ''
        return /^[-−+]?\d/.test(cell) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(names), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
