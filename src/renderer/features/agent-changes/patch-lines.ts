/** One line of a diff, for display. */
export interface PatchLine {
  kind: 'hunk' | 'context' | 'added' | 'removed'
  text: string
  /** Line number in the old file; null when the line is not in it. */
  oldNumber: number | null
  /** Line number in the new file; null when the line is not in it. */
  newNumber: number | null
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/s

/** Parses the hunks of a unified diff. Lines that it does not understand are skipped. */
export function patchLines(patch: string): PatchLine[] {
  const lines: PatchLine[] = []
  let oldNumber = 1
  let newNumber = 1
  const given = patch.split('\n')
  if (given.at(-1) === '') given.pop()
  for (const line of given) {
    const head = hunkHead.exec(line)
    if (head !== null) {
      oldNumber = Number(head[1])
      newNumber = Number(head[2])
      lines.push({ kind: 'hunk', text: head[3] ?? '', oldNumber: null, newNumber: null })
      continue
    }
    const text = line.slice(1).replace(/\r$/, '')
    switch (line[0]) {
      case '+':
        lines.push({ kind: 'added', text, oldNumber: null, newNumber })
        newNumber += 1
        break
      case '-':
        lines.push({ kind: 'removed', text, oldNumber, newNumber: null })
        oldNumber += 1
        break
      case ' ':
      case undefined:
        lines.push({ kind: 'context', text, oldNumber, newNumber })
        oldNumber += 1
        newNumber += 1
        break
      default:
        // Such as "\ No newline at end of file".
        break
    }
  }
  return lines
}
