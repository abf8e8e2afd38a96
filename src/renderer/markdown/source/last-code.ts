import type { Token, Tokens } from 'marked'

import { lexBlocks } from './lex'

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
