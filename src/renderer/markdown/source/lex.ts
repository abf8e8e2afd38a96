import { Marked, type Links, type Token, type Tokens, type MarkedToken } from 'marked'

import {
  LimitedLexer,
  LimitedTokenizer,
  type LimitedTokens,
  type UnreadToken,
} from '../../../shared/markdown/limited-lexer'
import { footnote, footnoteReference, type FootnoteToken, type FootnoteReferenceToken } from './footnotes'
import { mathBlock, mathInline, type MathToken } from '../../../shared/markdown/math-tokens'

const options = new Marked({
  gfm: true,
  breaks: true,
  extensions: [mathBlock, mathInline, footnote, footnoteReference],
}).defaults

/**
 * marked's rules, with two changes that make a block independent of where lexing starts: raw HTML, which is shown as
 * text, does not affect what follows it; and a repeated definition stays a token, so that the raw texts of the tokens
 * always add up to the source.
 */
class BlockTokenizer extends LimitedTokenizer {
  override tag(source: string): Tokens.Tag | undefined {
    const { inLink, inRawBlock } = this.lexer.state
    const token = super.tag(source)
    Object.assign(this.lexer.state, { inLink, inRawBlock })
    return token
  }

  override def(source: string): Tokens.Def | undefined {
    const token = super.def(source)
    if (token === undefined) return undefined
    const { links } = this.lexer.tokens
    return token.tag in links ? { ...token, tag: `${token.tag}\0${Object.keys(links).length}` } : token
  }
}

/** Lexes `source` with the definitions in `known` as if they preceded it; `links` contains those and its own. */
export function lexBlocks(source: string, known: Links = {}): LimitedTokens {
  const lexer = new LimitedLexer(options, new BlockTokenizer())
  Object.assign(lexer.tokens.links, known)
  return lexer.lexLimited(source)
}

/** Adds the definitions in `tokens`, including nested ones, to `links`; the first of each name wins. */
export function collectDefinitions(tokens: readonly Token[], links: Links): void {
  for (const token of tokens) {
    if (token.type === 'def') {
      const definition = token as Tokens.Def
      links[definition.tag] ??= { href: definition.href, title: definition.title }
    }
    if (token.type === 'list') {
      for (const item of (token as Tokens.List).items) collectDefinitions(item.tokens, links)
    }
    if (token.type === 'blockquote') collectDefinitions((token as Tokens.Blockquote).tokens, links)
    if (token.type === 'footnote') collectDefinitions((token as FootnoteToken).tokens, links)
  }
}

/** Every kind of token in an answer: marked's and ours. */
export type AnswerToken = MarkedToken | MathToken | FootnoteReferenceToken | FootnoteToken | UnreadToken
