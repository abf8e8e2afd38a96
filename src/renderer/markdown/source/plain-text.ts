import type { MarkedToken, Token, Tokens } from 'marked'

import { decodeEntities } from './entities'
import { lexBlocks } from './lex'

/** Markdown as plain text: without marks, with list markers, tables in columns, and the targets of links. */
export function plainText(markdown: string): string {
  return blocks(lexBlocks(markdown).tokens)
}

function blocks(tokens: readonly Token[], between = '\n\n'): string {
  return tokens
    .map((token) => block(token as MarkedToken))
    .filter((text) => text !== '')
    .join(between)
}

function block(token: MarkedToken): string {
  if (token.type === 'space' || token.type === 'def') return ''
  if (token.type === 'hr') return '---'
  if (token.type === 'code') return token.text
  if (token.type === 'heading' || token.type === 'paragraph') return plainLine(token.tokens)
  if (token.type === 'blockquote') return blocks(token.tokens)
  if (token.type === 'list') return list(token)
  if (token.type === 'table') return table(token)
  return inlineText(token)
}

function table({ header, rows }: Tokens.Table): string {
  return [header, ...rows].map((row) => row.map(({ tokens }) => plainLine(tokens)).join('\t')).join('\n')
}

function list({ items, ordered, start, loose }: Tokens.List): string {
  const first = typeof start === 'number' ? start : 1
  return items
    .map((item, index) => {
      const sign = ordered ? `${first + index}. ` : '- '
      const box = item.task ? (item.checked === true ? '[x] ' : '[ ] ') : ''
      const text = blocks(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        loose ? '\n\n' : '\n',
      )
      return `${sign}${box}${text.replaceAll('\n', `\n${' '.repeat(sign.length)}`)}`
    })
    .join(loose ? '\n\n' : '\n')
}

/** Inline tokens as plain text. */
export function plainLine(tokens: readonly Token[]): string {
  return tokens.map((token) => inlineText(token as MarkedToken)).join('')
}

/** Other tokens, such as formulas, footnotes and raw HTML, stay as written. */
function inlineText(token: MarkedToken): string {
  if (token.type === 'br') return '\n'
  if (token.type === 'strong' || token.type === 'em' || token.type === 'del') return plainLine(token.tokens)
  if (token.type === 'link') {
    const words = plainLine(token.tokens)
    const isAddress = token.autolink === true || words === token.href || `mailto:${words}` === token.href
    return isAddress ? words : `${words} (${token.href})`
  }
  if (token.type === 'image') return token.text === '' ? token.href : `${token.text} (${token.href})`
  if (token.type === 'codespan' || token.type === 'escape') return token.text
  if (token.type === 'text') {
    return token.tokens === undefined ? decodeEntities(token.text) : plainLine(token.tokens)
  }
  return token.raw
}

/** The last code block in Markdown, also one in a list or a quote; null if there is none. */
export function lastCode(markdown: string): string | null {
  return lastCodeIn(lexBlocks(markdown).tokens)
}

function lastCodeIn(tokens: readonly Token[]): string | null {
  for (const token of tokens.toReversed()) {
    const code = codeIn(token)
    if (code !== null) return code
  }
  return null
}

function codeIn(token: Token): string | null {
  if (token.type === 'code') return (token as Tokens.Code).text
  if (token.type === 'blockquote') return lastCodeIn((token as Tokens.Blockquote).tokens)
  if (token.type === 'list') return lastCodeIn((token as Tokens.List).items.flatMap((item) => item.tokens))
  return null
}
