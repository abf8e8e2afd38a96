import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'

import { assertNever } from '../../../shared/invariant'
import { escapeHtml, escapeMarkdownText } from './escape-html'

/** Longer texts, or more marks in one paragraph, are shown as they were written: reading them could take minutes. */
const maxChars = 400_000
const maxMarks = 5_000
const followed = new Set(['http:', 'https:', 'mailto:'])

/**
 * Markdown as HTML of a few harmless elements. Whatever HTML is in it is shown as text, links lead to the web or a
 * mail alone, and images are links: nothing runs and nothing is loaded.
 */
export function markdownHtml(markdown: string): string {
  if (takesTooLong(markdown)) return plainHtml(markdown)
  try {
    return blocks(new Lexer({ gfm: true }).lex(markdown))
  } catch (error) {
    // Nested deeper than the stack goes.
    if (error instanceof RangeError) return plainHtml(markdown)
    throw error
  }
}

/** What emphasis costs grows with the square of the marks that may be part of it. */
function takesTooLong(markdown: string): boolean {
  if (markdown.length > maxChars) return true
  let markCount = 0
  for (const [found] of markdown.matchAll(/[*_~]|\n[ \t]*(?=\r?\n)/g)) {
    markCount = found.startsWith('\n') ? 0 : markCount + 1
    if (markCount > maxMarks) return true
  }
  return false
}

/** Text as it was written. */
export function plainHtml(text: string): string {
  return `<p class="plain">${escapeHtml(text)}</p>`
}

function blocks(tokens: readonly Token[]): string {
  return tokens.map((token) => block(token as MarkedToken)).join('')
}

function block(token: MarkedToken): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return ''
    case 'paragraph':
      return `<p>${line(token.tokens)}</p>`
    case 'heading': {
      // The page's own headings are its title and who said what.
      const level = Math.min(6, token.depth + 2)
      return `<h${level}>${line(token.tokens)}</h${level}>`
    }
    case 'code':
      return `<pre><code>${escapeHtml(token.text)}</code></pre>`
    case 'blockquote':
      return `<blockquote>${blocks(token.tokens)}</blockquote>`
    case 'list':
      return list(token)
    case 'table':
      return table(token)
    case 'hr':
      return '<hr>'
    case 'html':
      return plainHtml(token.text.trimEnd())
    case 'text':
      return inline(token)
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
      return inline(token)
    default:
      return assertNever(token)
  }
}

function list({ ordered, start, items }: Tokens.List): string {
  const entries = items.map((item) => `<li>${blocks(item.tokens)}</li>`).join('')
  if (!ordered) return `<ul>${entries}</ul>`
  return typeof start === 'number' && start !== 1
    ? `<ol start="${start}">${entries}</ol>`
    : `<ol>${entries}</ol>`
}

function table({ header, rows }: Tokens.Table): string {
  const body = rows.map((cells) => tableRow(cells, 'td')).join('')
  return `<table><thead>${tableRow(header, 'th')}</thead><tbody>${body}</tbody></table>`
}

function tableRow(cells: readonly Tokens.TableCell[], element: 'th' | 'td'): string {
  const html = cells.map(({ align, tokens }) => {
    const side = align === null ? '' : ` class="${align}"`
    return `<${element}${side}>${line(tokens)}</${element}>`
  })
  return `<tr>${html.join('')}</tr>`
}

function line(tokens: readonly Token[] | undefined): string {
  return tokens === undefined ? '' : tokens.map((token) => inline(token as MarkedToken)).join('')
}

function inline(token: MarkedToken): string {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? escapeMarkdownText(token.text) : line(token.tokens)
    case 'escape':
      return escapeHtml(token.text)
    case 'strong':
      return `<strong>${line(token.tokens)}</strong>`
    case 'em':
      return `<em>${line(token.tokens)}</em>`
    case 'del':
      return `<del>${line(token.tokens)}</del>`
    case 'codespan':
      return `<code>${escapeHtml(token.text)}</code>`
    case 'br':
      return '<br>'
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'link':
      return link(token.href, token.autolink === true ? escapeHtml(token.text) : line(token.tokens))
    case 'image':
      return link(token.href, `Image: ${escapeHtml(token.text === '' ? 'untitled' : token.text)}`)
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
      // Raw HTML, and whatever else has no place inside a line, is shown as it was written.
      return escapeHtml(token.raw)
    default:
      return assertNever(token)
  }
}

/** A link to an address that may be followed; else its text alone. */
function link(href: string, html: string): string {
  const address = decodedAmpersands(href)
  if (!URL.canParse(address)) return html
  const url = new URL(address)
  if (!followed.has(url.protocol)) return html
  return `<a href="${escapeHtml(url.href)}" rel="noopener noreferrer nofollow">${html}</a>`
}

/** What is written `&amp;` in the address of a link is `&`. It is looked at after that. */
function decodedAmpersands(href: string): string {
  return href.replaceAll(/&amp;/gi, '&')
}
