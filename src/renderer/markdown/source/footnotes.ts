import type { Token, Tokens } from 'marked'

import type { FootnoteReferenceToken, FootnoteToken } from './footnote-tokens'

/** A footnote as shown, numbered in the order of first references. */
export interface ShownFootnote {
  label: string
  number: number
  tokens: readonly Token[]
}

/** The footnotes of a text. */
export type Footnotes = readonly ShownFootnote[]

/** One list for all texts without footnotes, so that they are not rendered again. */
export const noFootnotes: Footnotes = []

/** References and definitions of footnotes in part of a text. */
export interface FootnoteMarks {
  /** In the order of the text. */
  references: string[]
  definitions: FootnoteToken[]
}

/** Adds the references and definitions in `tokens`, including nested ones. */
export function collectFootnotes(tokens: readonly Token[], marks: FootnoteMarks): void {
  for (const token of tokens) {
    // Neither the token nor its children can contain any.
    if (!token.raw.includes('[^')) continue
    if (token.type === 'footnote-reference') {
      marks.references.push((token as unknown as FootnoteReferenceToken).label)
    } else if (token.type === 'footnote') {
      marks.definitions.push(token as unknown as FootnoteToken)
    } else if (token.type === 'list') {
      for (const item of (token as Tokens.List).items) collectFootnotes(item.tokens, marks)
    } else if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      for (const cell of [...header, ...rows.flat()]) collectFootnotes(cell.tokens, marks)
    } else if ('tokens' in token && token.tokens !== undefined) {
      collectFootnotes(token.tokens, marks)
    }
  }
}

/** Every footnote once: referenced ones first, then the others. */
export function numberFootnotes({ references, definitions }: FootnoteMarks): Footnotes {
  const byLabel = new Map<string, FootnoteToken>()
  for (const definition of definitions) {
    if (!byLabel.has(definition.label)) byLabel.set(definition.label, definition)
  }
  const labels = new Set([...references.filter((label) => byLabel.has(label)), ...byLabel.keys()])
  return [...labels].map((label, index) => ({
    label,
    number: index + 1,
    tokens: byLabel.get(label)?.tokens ?? [],
  }))
}
