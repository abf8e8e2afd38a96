import { Marked, type MarkedToken, type Token, type Tokens } from 'marked'

import { assertNever } from '../../../../../shared/invariant'
import { LimitedLexer, type UnreadToken } from '../../../../../shared/markdown/limited-lexer'
import {
  isBareReference,
  mathBlock,
  mathInline,
  type MathToken,
} from '../../../../../shared/markdown/math-tokens'
import {
  drawableTex,
  type FormulaNumbers,
  labelledFormulas,
  numberFormulas,
} from '../../../../../shared/markdown/tex-source'
import {
  hasRightToLeft,
  partDirections,
  type TextDirection,
  textDirection,
} from '../../../../../shared/markdown/text-direction'
import type { FoundPage } from '../../../../../shared/pages/answer-pages'
import { unrulyPieces } from '../../../../../shared/text/unruly-text'
import { escapeHtml, escapeMarkdownText } from './escape-html'
import type { PageTools } from './page-tools'
import { exportedPages, pageButton } from './page-viewer'
import type { Wording } from './wording'

/** Marked's own tokens, formulas, and text too costly to parse. */
type PageToken = MarkedToken | MathToken | UnreadToken

const options = new Marked({ gfm: true, breaks: true, extensions: [mathBlock, mathInline] }).defaults

/** The language of what users and models wrote: unknown, and not that of the page. */
export const contentLanguage = 'und'

const followed = new Set(['http:', 'https:', 'mailto:'])

/**
 * Markdown as HTML with a few harmless elements. Raw HTML is shown as text, links lead only to the web or to mail, and
 * images become links, so nothing runs or loads. `tools` renders formulas, code and diagrams.
 */
export function markdownHtml(
  markdown: string,
  { tools, wording }: { tools: PageTools; wording: Wording },
): string {
  if (tools.needs?.(markdown) === false) return ''
  const { tokens } = new LimitedLexer(options).lexLimited(markdown)
  const numbers = numberFormulas(labelledFormulas(tokens))
  const hasDirections = hasRightToLeft(markdown)
  const pages = exportedPages(markdown)
  const html = new MarkdownPage({ tools, wording, numbers, hasDirections, pages }).blocks(tokens)
  const whole = pages.find(({ block }) => block === null)
  return whole === undefined ? html : html + pageButton(whole, wording)
}

/** Text as written, in a language that is unknown. */
export function plainHtml(text: string): string {
  return `<p class="plain"${autoDirection(text)} lang="${contentLanguage}">${writtenHtml(text, escapeHtml)}</p>`
}

/** Text whose lines end at any separator, and whose marks stay in their line. */
function writtenHtml(text: string, escape: (text: string) => string): string {
  const pieces = unrulyPieces(text)
  if (pieces === null) return escape(text)
  const html = pieces.map((piece) => {
    if (piece.kind === 'line-end') return '<br>'
    return piece.kind === 'text' ? escape(piece.text) : `<span class="stack">${escape(piece.text)}</span>`
  })
  return html.join('')
}

/** The attribute of an element with text as written. */
export function autoDirection(text: string): string {
  return hasRightToLeft(text) ? ' dir="auto"' : ''
}

interface PageText {
  tools: PageTools
  wording: Wording
  numbers: FormulaNumbers
  /** Some of the text is written from right to left. */
  hasDirections: boolean
  pages: readonly FoundPage[]
}

class MarkdownPage {
  readonly #tools: PageTools
  readonly #wording: Wording
  readonly #numbers: FormulaNumbers

  readonly #hasDirections: boolean
  readonly #pages: readonly FoundPage[]

  constructor({ tools, wording, numbers, hasDirections, pages }: PageText) {
    this.#pages = pages
    this.#tools = tools
    this.#wording = wording
    this.#numbers = numbers
    this.#hasDirections = hasDirections
  }

  blocks(tokens: readonly Token[]): string {
    return tokens.map((token) => this.#block(token as PageToken)).join('')
  }

  #block(token: PageToken): string {
    switch (token.type) {
      case 'space':
      case 'def':
        return ''
      case 'paragraph':
        return `<p${this.#direction(token.raw)}>${this.#line(token.tokens)}</p>`
      case 'heading': {
        // Higher levels are for the page's own title and authors.
        const level = Math.min(6, token.depth + 2)
        return `<h${level}${this.#direction(token.raw)}>${this.#line(token.tokens)}</h${level}>`
      }
      case 'code':
        return this.#code(token)
      case 'math':
        return this.#math(token, 'div')
      case 'blockquote':
        return `<blockquote${this.#direction(token.raw)}>${this.blocks(token.tokens)}</blockquote>`
      case 'list':
        return this.#list(token)
      case 'table':
        return this.#table(token)
      case 'hr':
        return '<hr>'
      case 'html':
      case 'unread':
        return `<p class="plain"${autoDirection(token.text)}>${writtenHtml(token.text.trimEnd(), escapeHtml)}</p>`
      case 'text':
        return this.#inline(token)
      case 'br':
      case 'checkbox':
      case 'codespan':
      case 'del':
      case 'em':
      case 'escape':
      case 'image':
      case 'link':
      case 'list_item':
      case 'strong':
        return this.#inline(token)
      default:
        return assertNever(token)
    }
  }

  /** The attribute for the direction of a block, in a text with letters from right to left. */
  #direction(source: string): string {
    return this.#hasDirections ? directed(textDirection(source)) : ''
  }

  #list({ raw, ordered, start, items }: Tokens.List): string {
    const directionOf = partDirections(raw)
    const entries = items
      .map((item) => `<li${directed(directionOf(item.raw))}>${this.blocks(item.tokens)}</li>`)
      .join('')
    const direction = this.#direction(raw)
    if (!ordered) return `<ul${direction}>${entries}</ul>`
    const first = typeof start === 'number' && start !== 1 ? ` start="${start}"` : ''
    return `<ol${first}${direction}>${entries}</ol>`
  }

  #table({ raw, header, rows }: Tokens.Table): string {
    const directionOf = partDirections(raw)
    const head = this.#tableRow(header, 'th', directionOf)
    const body = rows.map((cells) => this.#tableRow(cells, 'td', directionOf)).join('')
    const direction = this.#direction(raw)
    return `<table tabindex="0"${direction}><thead>${head}</thead><tbody>${body}</tbody></table>`
  }

  #tableRow(
    cells: readonly Tokens.TableCell[],
    element: 'th' | 'td',
    directionOf: (text: string) => TextDirection,
  ): string {
    const html = cells.map(({ align, text: source, tokens }) => {
      const side = align === null ? '' : ` class="${align}"`
      const text = this.#line(tokens)
      // An empty header says nothing about its column.
      const cell = text === '' ? 'td' : element
      return `<${cell}${side}${directed(directionOf(source))}>${text}</${cell}>`
    })
    return `<tr>${html.join('')}</tr>`
  }

  #line(tokens: readonly Token[] | undefined): string {
    return tokens === undefined ? '' : tokens.map((token) => this.#inline(token as PageToken)).join('')
  }

  #inline(token: PageToken): string {
    switch (token.type) {
      case 'text':
        return token.tokens === undefined
          ? writtenHtml(token.text, escapeMarkdownText)
          : this.#line(token.tokens)
      case 'escape':
        return escapeHtml(token.text)
      case 'strong':
        return `<strong>${this.#line(token.tokens)}</strong>`
      case 'em':
        return `<em>${this.#line(token.tokens)}</em>`
      case 'del':
        return `<del>${this.#line(token.tokens)}</del>`
      case 'codespan':
        return `<code>${escapeHtml(token.text)}</code>`
      case 'br':
        return '<br>\n'
      case 'math':
        return this.#math(token)
      case 'checkbox':
        return token.checked ? '☑ ' : '☐ '
      case 'link':
        return link(token.href, token.autolink === true ? escapeHtml(token.text) : this.#line(token.tokens))
      case 'image':
        return link(token.href, this.#imageName(token.text))
      case 'blockquote':
      case 'code':
      case 'def':
      case 'heading':
      case 'hr':
      case 'html':
      case 'list':
      case 'list_item':
      case 'paragraph':
      case 'space':
      case 'table':
      case 'unread':
        // Raw HTML, and anything else that is not inline content, is shown as written.
        return escapeHtml(token.raw)
      default:
        return assertNever(token)
    }
  }

  /** Diagrams that were not drawn are shown as their source. */
  #code({ text, lang = '' }: Tokens.Code): string {
    const word = /^[^\s{,]*/.exec(lang)?.[0] ?? ''
    const code = `<pre tabindex="0"><code>${this.#tools.code(text, word) ?? escapeHtml(text)}</code></pre>`
    const page = this.#pages.find(({ block }) => block === text)
    if (page !== undefined) return code + pageButton(page, this.#wording)
    if (word.toLowerCase() !== 'mermaid') return code
    const { language, t } = this.#wording
    const image = this.#tools.diagram(text, t('markdown.diagram.label'))
    const source = escapeHtml(t('exports.diagramSource'))
    return image === null
      ? `<p class="note" lang="${language}">${source}:</p>${code}`
      : `<figure class="diagram" lang="${language}">${image}<figcaption><details><summary>${source}</summary>${code}</details></figcaption></figure>`
  }

  #imageName(name: string): string {
    const label = this.#wording.t('markdown.image.label')
    return escapeHtml(name === '' ? label : `${label}: ${name}`)
  }

  /** MathML has no place for a number at the margin. */
  #math(token: MathToken, element: 'div' | 'span' = 'span'): string {
    const { raw, isDisplay, isClosed } = token
    const tex = drawableTex(token, { numbers: this.#numbers, isInline: true })
    const drawn = isClosed && tex !== null ? this.#tools.math(tex, isDisplay) : null
    const html =
      drawn ?? (isBareReference(token) ? escapeHtml(raw) : `<code>${escapeHtml(raw.trim())}</code>`)
    return isDisplay ? `<${element} class="math">${html}</${element}>` : html
  }
}

function directed(direction: TextDirection): string {
  return direction === undefined ? '' : ` dir="${direction}"`
}

/** A link if the address is allowed; else only its text. */
function link(href: string, html: string): string {
  const address = decodedAmpersands(href)
  if (!URL.canParse(address)) return html
  const url = new URL(address)
  if (!followed.has(url.protocol)) return html
  return `<a href="${escapeHtml(url.href)}" rel="noopener noreferrer nofollow">${html}</a>`
}

/** `&amp;` in the address of a link means `&`, so it is decoded before the address is checked. */
function decodedAmpersands(href: string): string {
  return href.replaceAll(/&amp;/gi, '&')
}
