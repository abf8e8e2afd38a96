const noLineEnd = '\\ No newline at end of file'

/** A text with the hunks of a unified diff applied; null if they do not fit. */
export function patchedText(text: string, patch: string): string | null {
  if (patch === '') return text
  const old = linesOf(text)
  const made: string[] = []
  let at = 0
  const lines = patch.replace(/\n$/, '').split('\n')
  for (const [index, line] of lines.entries()) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(line)
    if (head !== null) {
      const start = head[2] === '0' ? Number(head[1]) : Number(head[1]) - 1
      made.push(...old.slice(at, start))
      at = start
      continue
    }
    if (line === noLineEnd) continue
    const content = lines[index + 1] === noLineEnd ? line.slice(1) : `${line.slice(1)}\n`
    if (line[0] === '+') made.push(content)
    else if (old[at] !== content) return null
    else {
      if (line[0] === ' ') made.push(content)
      at += 1
    }
  }
  return [...made, ...old.slice(at)].join('')
}

/** The lines of a text with their line ends. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => `${line}\n`)
  const last = lines.pop()?.slice(0, -1) ?? ''
  return last === '' ? lines : [...lines, last]
}
