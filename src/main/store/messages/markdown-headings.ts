/** A heading of a Markdown text, without markup. */
export interface Heading {
  level: number
  text: string
}

/** Longer headings are cut: removing their markup can take quadratic time. */
const maxHeadingChars = 500

/** The headings of a Markdown text that start with `#`, in order, excluding code. */
export function headingsOf(markdown: string): Heading[] {
  const headings: Heading[] = []
  let fence: string | null = null
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null
      continue
    }
    if (mark !== undefined) {
      fence = mark
      continue
    }
    const found = /^ {0,3}(#{1,6})[ \t]+(.+)$/.exec(line)
    const text = found?.[2] === undefined ? '' : plain(found[2].slice(0, maxHeadingChars))
    if (text !== '') headings.push({ level: found?.[1]?.length ?? 1, text })
  }
  return headings
}

/** The text of a heading: without closing markers and emphasis, and with links replaced by their texts. */
function plain(heading: string): string {
  return heading
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*{1,3})(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/`+/g, '')
    .trim()
}
