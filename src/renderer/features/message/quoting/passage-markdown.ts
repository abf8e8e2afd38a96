import { fencedCode } from '../../../../shared/markdown/fenced-code'

/** Elements that are drawn with the text but are not part of it. */
const omitted = 'button, svg, [hidden], [data-slot="markdown-code-head"]'
const marks: ReadonlyMap<string, string> = new Map([
  ['STRONG', '**'],
  ['EM', '*'],
  ['DEL', '~~'],
])

/** The part of the message `root` that is in `range`, as Markdown; empty if that has no text. */
export function passageMarkdown(range: Range, root: Element): string {
  const reader = new PassageReader(range)
  // A question is shown as it was typed.
  if (root.matches('[data-slot="user-words"]')) {
    const before = document.createRange()
    before.setStart(root, 0)
    if (root.contains(range.startContainer)) before.setEnd(range.startContainer, range.startOffset)
    return passageText(new PassageReader(before).source(root), reader.source(root)).trim()
  }
  return reader.blocks(root).join('\n\n')
}

/** The passage of a typed text after `before`. If its first line is quoted, it begins with the marks of that line. */
export function passageText(before: string, passage: string): string {
  const begun = before.slice(before.lastIndexOf('\n') + 1)
  const line = begun + passage
  const lead = /^(?: {0,3}> ?)+/.exec(line)?.[0] ?? ''
  return lead + line.slice(Math.max(lead.length, begun.length))
}

/** Markdown as a quote. */
function quoted(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** Reads the elements that Markdown was drawn as, and only what the range contains of them. */
class PassageReader {
  readonly #range: Range

  constructor(range: Range) {
    this.#range = range
  }

  blocks(parent: Element): string[] {
    const blocks: string[] = []
    let words = ''
    const endWords = () => {
      if (words.trim() !== '') blocks.push(words.trim())
      words = ''
    }
    for (const node of this.#inside(parent)) {
      const block = node instanceof Element ? this.#block(node) : null
      if (block === null) words += this.#inline(node)
      else {
        endWords()
        blocks.push(...block.filter((text) => text !== ''))
      }
    }
    endWords()
    return blocks
  }

  /** The text as it is in the document, with its line breaks. */
  source(node: Node): string {
    if (!this.#range.intersectsNode(node)) return ''
    if (node instanceof Text) return this.#clipped(node)
    if (node instanceof HTMLBRElement) return '\n'
    return [...node.childNodes].map((child) => this.source(child)).join('')
  }

  /** Null for an inline element. */
  #block(element: Element): string[] | null {
    switch (element.tagName) {
      case 'P':
        return [this.#line(element)]
      case 'H2':
      case 'H3':
      case 'H4':
      case 'H5':
      case 'H6':
        // One level up, because headings in answers are drawn one level lower.
        return [prefixed(`${'#'.repeat(Number(element.tagName[1]) - 1)} `, this.#line(element))]
      case 'PRE':
        return [codeBlock(this.source(element), element.closest<HTMLElement>('[data-language]'))]
      case 'BLOCKQUOTE':
        return [this.blocks(element).map(quoted).join('\n>\n')]
      case 'UL':
      case 'OL':
        return [this.#list(element)]
      case 'TABLE':
        return [this.#table(element as HTMLTableElement)]
      case 'HR':
        return ['---']
      case 'DIV':
      case 'SECTION':
        return element.matches('[data-math]') ? [mathSource(element)] : this.blocks(element)
      default:
        return null
    }
  }

  #line(element: Element): string {
    return this.#inside(element)
      .map((node) => this.#inline(node))
      .join('')
      .trim()
  }

  #inline(node: Node): string {
    if (node instanceof Text) {
      const words = this.#clipped(node).replaceAll(/\s+/g, ' ')
      return node.previousSibling instanceof HTMLBRElement ? words.trimStart() : words
    }
    if (!(node instanceof Element)) return ''
    if (node.matches('[data-math]')) return mathSource(node)
    if (node instanceof HTMLBRElement) return '\n'
    if (node instanceof HTMLInputElement) return node.checked ? '[x] ' : '[ ] '
    if (node instanceof HTMLImageElement) return node.alt
    if (node.tagName === 'CODE') return codeSpan(this.source(node))
    const words = this.#inside(node)
      .map((child) => this.#inline(child))
      .join('')
    if (node instanceof HTMLAnchorElement) return linked(words, node.href)
    return marked(words, marks.get(node.tagName) ?? '')
  }

  #list(list: Element): string {
    const first = list instanceof HTMLOListElement ? list.start : null
    const items = [...list.children].flatMap((item, index) => {
      if (!this.#range.intersectsNode(item)) return []
      const text = this.blocks(item).join('\n')
      const sign = first === null ? '- ' : `${first + index}. `
      return text === '' ? [] : [sign + text.replaceAll('\n', `\n${' '.repeat(sign.length)}`)]
    })
    return items.join('\n')
  }

  /** Words of a single cell are quoted without the table; rows keep its header, without which they mean nothing. */
  #table(table: HTMLTableElement): string {
    const [head, ...body] = table.rows
    if (head === undefined) return ''
    const rows = body.map((row) => this.#cells(row)).filter(hasWords)
    const words = [this.#cells(head), ...rows].flat().filter((cell) => cell !== '')
    if (words.length <= 1) return words.join('')
    const whole = document.createRange()
    whole.selectNodeContents(head)
    const header = rows.length === 0 ? this.#cells(head) : new PassageReader(whole).#cells(head)
    const lines = [header, ...rows].map((cells) => `| ${cells.map(inCell).join(' | ')} |`)
    return lines.toSpliced(1, 0, `|${' --- |'.repeat(header.length)}`).join('\n')
  }

  #cells(row: HTMLTableRowElement): string[] {
    return [...row.cells].map((cell) => (this.#range.intersectsNode(cell) ? this.#line(cell) : ''))
  }

  #inside(parent: Node): Node[] {
    return [...parent.childNodes].filter(
      (node) => this.#range.intersectsNode(node) && !(node instanceof Element && node.matches(omitted)),
    )
  }

  #clipped(node: Text): string {
    const { startContainer, startOffset, endContainer, endOffset } = this.#range
    if (!this.#range.intersectsNode(node)) return ''
    const end = node === endContainer ? endOffset : node.length
    return node.data.slice(node === startContainer ? startOffset : 0, end)
  }
}

function hasWords(cells: readonly string[]): boolean {
  return cells.some((cell) => cell !== '')
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function prefixed(prefix: string, text: string): string {
  return text === '' ? '' : prefix + text
}

function codeBlock(code: string, block: HTMLElement | null): string {
  return code.trim() === '' ? '' : fencedCode(code, block?.dataset['language'])
}

function codeSpan(code: string): string {
  if (code === '') return ''
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length))
  const mark = '`'.repeat(longest + 1)
  const gap = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return mark + gap + code + gap + mark
}

/** Puts the marks directly around the text: with a space in between, they would have no effect. */
function marked(words: string, mark: string): string {
  const inner = words.trim()
  return inner === '' ? words : words.replace(inner, () => mark + inner + mark)
}

function linked(words: string, href: string): string {
  const isSame = words === href || `${words}/` === href || `mailto:${words}` === href
  return words === '' || isSame ? words : `[${words}](${href})`
}

/** A formula is quoted completely. */
function mathSource(element: Element): string {
  return element instanceof HTMLElement ? (element.dataset['source'] ?? '') : ''
}

/** Inserts Markdown as a quote into a composer's field, below the existing text, with the caret after it. */
export function insertQuote(field: HTMLTextAreaElement, markdown: string): void {
  const before = field.value.trimEnd()
  field.focus()
  field.setSelectionRange(before.length, field.value.length)
  // The browser's undo can revert this, as if it had been typed. It could not if the value were set.
  document.execCommand('insertText', false, `${before === '' ? '' : '\n\n'}${quoted(markdown)}\n\n`)
  field.scrollTop = field.scrollHeight
}
