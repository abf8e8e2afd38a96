/** HTML blocks that continue up to an end marker, even over blank lines. */
const rawBlocks: readonly { start: RegExp; end: string }[] = [
  { start: /^ {0,3}<!--/, end: '-->' },
  { start: /^ {0,3}<\?/, end: '?>' },
  { start: /^ {0,3}<!\[CDATA\[/, end: ']]>' },
  { start: /^ {0,3}<![A-Za-z]/, end: '>' },
  { start: /^ {0,3}<pre(?=[\s>]|$)/i, end: '</pre>' },
  { start: /^ {0,3}<script(?=[\s>]|$)/i, end: '</script>' },
  { start: /^ {0,3}<style(?=[\s>]|$)/i, end: '</style>' },
  { start: /^ {0,3}<textarea(?=[\s>]|$)/i, end: '</textarea>' },
]

type OpenBlock = { kind: 'fence'; mark: string } | { kind: 'raw'; end: string }

/**
 * Closes a block of code or HTML that is still open at the end of `markdown`, as in a partial answer, so that it does
 * not absorb what follows.
 */
export function closeBlocks(markdown: string): string {
  let open: OpenBlock | null = null
  for (const line of markdown.split(/\r\n|\r|\n/)) open = open === null ? opened(line) : stillOpen(open, line)
  if (open === null) return markdown
  return `${markdown}\n${open.kind === 'fence' ? open.mark : open.end}`
}

function opened(line: string): OpenBlock | null {
  const [, mark, info] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  if (mark !== undefined && !(mark.startsWith('`') && info?.includes('`') === true)) {
    return { kind: 'fence', mark }
  }
  for (const { start, end } of rawBlocks) {
    const begin = start.exec(line)
    if (begin !== null) return stillOpen({ kind: 'raw', end }, line.slice(begin[0].length))
  }
  return null
}

function stillOpen(open: OpenBlock, line: string): OpenBlock | null {
  if (open.kind === 'raw') return line.toLowerCase().includes(open.end.toLowerCase()) ? null : open
  const [, mark] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
  return mark?.startsWith(open.mark) === true ? null : open
}
