import { longestPageChars } from './decode-page'

/** A node of a parsed page, as far as it is read. */
export interface PageNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: Iterable<PageNode>
  getAttribute?(name: string): string | null
  hasAttribute?(name: string): boolean
}

/** Deeper levels are read as plain text. */
const deepestLevel = 150
const textNode = 3
const elementNode = 1

/** Elements without anything to read. */
const unread = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH HEAD TITLE IFRAME OBJECT EMBED CANVAS AUDIO VIDEO BUTTON INPUT SELECT TEXTAREA DIALOG'.split(
    ' ',
  ),
)
/** Elements that begin and end a paragraph. */
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BODY DETAILS DIV DL DD DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER HTML HR MAIN NAV OL P SECTION SUMMARY TABLE UL'.split(
    ' ',
  ),
)
const hiddenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** The text of a part of a page in a simple form of Markdown. `base`: what its links are relative to. */
export function markdownText(root: PageNode, base: URL): string {
  const writer = new PageWriter(base)
  writer.write(root, 0)
  return writer.text()
}

/** Writes paragraphs; the text of the last one has not ended. */
class PageWriter {
  readonly #base: URL
  readonly #paragraphs: string[] = []
  #sizeChars = 0
  #line = ''
  /** Put before each paragraph: the indentation of lists, the marks of quotations. */
  #prefix = ''
  /** Put before the next paragraph only: the mark of a list item. */
  #mark: string | null = null

  constructor(base: URL) {
    this.#base = base
  }

  text(): string {
    this.#end()
    return this.#paragraphs
      .join('\n\n')
      .replaceAll(/^(\s*(?:[-*]|\d+\.) .*)\n\n(?=\s*(?:[-*]|\d+\.) )/gm, '$1\n')
  }

  write(node: PageNode, level: number): void {
    if (this.#sizeChars > longestPageChars) return
    if (node.nodeType === textNode) {
      this.#add(collapsed(node.textContent ?? ''))
      return
    }
    if (node.nodeType === elementNode) this.#element(node, level)
    else for (const child of node.childNodes) this.write(child, level + 1)
  }

  #element(node: PageNode, level: number): void {
    const name = node.nodeName.toUpperCase()
    if (unread.has(name) || isHidden(node)) return
    if (level > deepestLevel) {
      this.#add(collapsed(node.textContent ?? ''))
      return
    }
    const heading = /^H([1-6])$/.exec(name)?.[1]
    if (heading !== undefined) this.#paragraph(`${'#'.repeat(Number(heading))} ${this.#inline(node, level)}`)
    else if (name === 'PRE') this.#code(node.textContent ?? '')
    else if (name === 'TABLE') this.#table(node, level)
    else if (name === 'A') this.#add(this.#link(node, level))
    else if (name === 'IMG') this.#add(imageText(node))
    else if (name === 'BR') this.#line = `${this.#line.trimEnd()}\n`
    else if (name === 'CODE') this.#add(`\`${collapsed(node.textContent ?? '').trim()}\``)
    else if (name === 'LI') this.#item(node, level)
    else if (name === 'UL' || name === 'OL') this.#list(node, level, name === 'OL')
    else if (name === 'BLOCKQUOTE') this.#within('> ', node, level)
    else {
      const isBlock = blocks.has(name)
      if (isBlock) this.#end()
      for (const child of node.childNodes) this.write(child, level + 1)
      if (isBlock) this.#end()
    }
  }

  #list(node: PageNode, level: number, isNumbered: boolean): void {
    this.#end()
    let number = 1
    for (const child of node.childNodes) {
      if (child.nodeName.toUpperCase() === 'LI')
        this.#item(child, level + 1, isNumbered ? `${number++}. ` : '- ')
      else this.write(child, level + 1)
    }
    this.#end()
  }

  #item(node: PageNode, level: number, mark = '- '): void {
    this.#end()
    this.#mark = mark
    this.#within(' '.repeat(mark.length), node, level)
    this.#mark = null
  }

  /** Writes the children with `prefix` before each of their paragraphs. */
  #within(prefix: string, node: PageNode, level: number): void {
    this.#end()
    const outer = this.#prefix
    this.#prefix += prefix
    for (const child of node.childNodes) this.write(child, level + 1)
    this.#end()
    this.#prefix = outer
  }

  #code(text: string): void {
    this.#paragraph(`\`\`\`\n${text.replace(/^\n+|\s+$/g, '')}\n\`\`\``)
  }

  #table(table: PageNode, level: number): void {
    const cellText = (cell: PageNode) => this.#inline(cell, level).replaceAll('|', '\\|')
    const rows = rowsOf(table).map((row) => cellsOf(row).map(cellText))
    const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
    // Tables with one column are for layout.
    if (filled.every(({ length }) => length < 2)) {
      for (const [cell = ''] of filled) this.#paragraph(cell)
      return
    }
    const lines = filled.map((cells) => `| ${cells.join(' | ')} |`)
    lines.splice(1, 0, `|${' --- |'.repeat(filled[0]?.length ?? 1)}`)
    this.#paragraph(lines.join('\n'))
  }

  #link(node: PageNode, level: number): string {
    const text = this.#inline(node, level)
    const address = URL.parse(node.getAttribute?.('href') ?? '', this.#base.href)
    const isLink = address !== null && /^(?:https?|mailto):$/.test(address.protocol)
    if (!isLink || text === '') return text
    const isSamePage = address.hash !== '' && address.href.startsWith(`${withoutHash(this.#base)}#`)
    return isSamePage ? text : `[${text}](${address.href})`
  }

  /** The text of a node as one line. */
  #inline(node: PageNode, level: number): string {
    if (this.#sizeChars > longestPageChars) return ''
    const inner = new PageWriter(this.#base)
    for (const child of node.childNodes) inner.write(child, level + 1)
    const text = collapsed(inner.text()).trim()
    this.#sizeChars += text.length
    return text
  }

  #add(text: string): void {
    if (text === '' || (text === ' ' && (this.#line === '' || /\s$/.test(this.#line)))) return
    this.#sizeChars += text.length
    this.#line += /\s$/.test(this.#line) || this.#line === '' ? text.trimStart() : text
  }

  #paragraph(text: string): void {
    this.#end()
    this.#line = text
    this.#end()
  }

  /** Ends the paragraph. */
  #end(): void {
    const text = this.#line.trim()
    this.#line = ''
    if (text === '') return
    const [first = '', ...rest] = text.split('\n')
    const mark = this.#mark
    const start = mark === null ? this.#prefix : this.#prefix.slice(0, -mark.length) + mark
    this.#mark = null
    this.#paragraphs.push([start + first, ...rest.map((line) => this.#prefix + line)].join('\n'))
  }
}

function collapsed(text: string): string {
  return text.replaceAll(/[\s\u00a0\u200b\ufeff]+/g, ' ')
}

function isHidden(node: PageNode): boolean {
  return node.hasAttribute?.('hidden') === true || hiddenStyle.test(node.getAttribute?.('style') ?? '')
}

function imageText(node: PageNode): string {
  const alternative = collapsed(node.getAttribute?.('alt') ?? '').trim()
  return alternative === '' ? '' : `[Image: ${alternative}]`
}

function rowsOf(table: PageNode): PageNode[] {
  return [...table.childNodes].flatMap((child) => {
    const name = child.nodeName.toUpperCase()
    if (name === 'TR') return [child]
    return name === 'THEAD' || name === 'TBODY' || name === 'TFOOT' ? rowsOf(child) : []
  })
}

function cellsOf(row: PageNode): PageNode[] {
  return [...row.childNodes].filter(({ nodeName }) => /^t[dh]$/i.test(nodeName))
}

function withoutHash({ href, hash }: URL): string {
  return hash === '' ? href : href.slice(0, -hash.length)
}
