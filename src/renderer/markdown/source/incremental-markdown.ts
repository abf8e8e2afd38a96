import type { Links, Token } from 'marked'

import { copyLinks, maxDefinitionChars, unreadToken } from '../../../shared/markdown/limited-lexer'
import {
  collectFootnotes,
  noFootnotes,
  numberFootnotes,
  type FootnoteMarks,
  type Footnotes,
} from './footnotes'
import { collectDefinitions, lexBlocks } from './lex'

/**
 * After a read this slow, reading pauses for several times as long, so that a costly answer that grows leaves the window
 * most of the processor.
 */
const slowReadMs = 30
const restShare = 4
const longestRestMs = 1_000

/** Blocks are handed out in groups of this size, so that a long text is few things to compare. */
const groupSize = 24

/** A definition whose title is still open: what follows may yet belong to it, over any number of blank lines. */
const openDefinition =
  /^ {0,3}\[(?:\\.|[^\\[\]])+\]: *(?:\n[ \t]*)?(?:[^<\s]\S*|<[^<>\n]*>)(?: +(?:\n[ \t]*)?| *\n[ \t]*)(?:"(?:\\[^]|[^\\"])*|\((?:\\[^]|[^\\()])*)$/

/** The blocks of a text. */
export interface MarkdownBlocks {
  /**
   * All of them, in groups of one size: a block stays in its group when it is finished, and a group keeps its identity
   * when all of it is.
   */
  groups: readonly (readonly Token[])[]
  /** The last of them, which may still change. */
  tail: readonly Token[]
  /** Changes when the set of link definitions does. */
  linksKey: string
  /** Keep their identity until one comes or changes. */
  footnotes: Footnotes
  /** More of the text is there than was taken in. */
  isBehind: boolean
}

/**
 * Lexes a text that grows at its end. Only the last blocks are lexed again; those that no further text can change
 * are kept. The result is that of lexing the whole text at once.
 */
export class IncrementalMarkdown {
  #taken = 0
  #source = ''
  /** Full groups of finished blocks, and the finished ones of the group after them. */
  #groups: (readonly Token[])[] = []
  #open: Token[] = []
  #finishedLength = 0
  #finishedLinks: Links = copyLinks()
  #finishedHasBrackets = false
  #finishedFootnotes: FootnoteMarks = { references: [], definitions: [] }
  #footnotes: Footnotes = noFootnotes
  #footnotesKey = ''
  #linksKey = '{}'
  #restsUntilMs = 0
  /** What follows the finished blocks is shown as it was written. */
  #isCut = false
  #result: MarkdownBlocks = { groups: [], tail: [], linksKey: '{}', footnotes: noFootnotes, isBehind: false }

  /**
   * The blocks of `text`, cheap when that is the text of the last call with something added. At most `maxChars`
   * more than last time are taken in, and with `mayRest` none for a while after a slow read; a call for the same text
   * takes in the next ones.
   */
  update(
    whole: string,
    { maxChars = Number.POSITIVE_INFINITY, mayRest = false }: { maxChars?: number; mayRest?: boolean } = {},
  ): MarkdownBlocks {
    const isBehind = whole.length > this.#taken + maxChars
    const text = isBehind ? whole.slice(0, this.#taken + maxChars) : whole
    const source = text.includes('\r') ? text.replaceAll(/\r\n|\r/g, '\n') : text
    if (source === this.#source && isBehind === this.#result.isBehind) return this.#result
    const startedMs = performance.now()
    if (mayRest && startedMs < this.#restsUntilMs && source.startsWith(this.#source)) {
      return (this.#result = { ...this.#result, isBehind: true })
    }
    this.#taken = text.length
    if (!source.startsWith(this.#source)) this.#reset()
    this.#source = source
    const tail = this.#isCut ? [] : this.#read()
    if (this.#isCut) tail.push(unreadToken(source.slice(this.#finishedLength)))
    const readMs = performance.now() - startedMs
    if (readMs > slowReadMs)
      this.#restsUntilMs = startedMs + readMs + Math.min(readMs * restShare, longestRestMs)
    const groups = [...this.#groups, ...inGroups([...this.#open, ...tail])]
    this.#result = {
      groups,
      tail,
      linksKey: this.#linksKey,
      footnotes: this.#numberFootnotes(tail),
      isBehind,
    }
    return this.#result
  }

  /** The blocks after the finished ones that may still change. */
  #read(): Token[] {
    let { tokens, links, isCut } = lexBlocks(this.#source.slice(this.#finishedLength), this.#finishedLinks)
    let linksKey = JSON.stringify(links)
    if (linksKey !== this.#linksKey && this.#finishedHasBrackets) {
      // A definition has come that earlier blocks may refer to.
      this.#reset()
      ;({ tokens, links, isCut } = lexBlocks(this.#source))
      linksKey = JSON.stringify(links)
    }
    this.#linksKey = linksKey
    this.#isCut = isCut
    if (!isCut) return this.#finish(tokens, this.#safeCount(tokens))
    this.#finish(tokens, tokens.length - 1)
    return []
  }

  #reset(): void {
    this.#isCut = false
    this.#groups = []
    this.#open = []
    this.#finishedFootnotes = { references: [], definitions: [] }
    this.#finishedLength = 0
    this.#finishedLinks = copyLinks()
    this.#finishedHasBrackets = false
  }

  /** Moves the first `safeCount` blocks, which cannot change any more, to the finished groups; gives back the rest. */
  #finish(tokens: Token[], safeCount: number): Token[] {
    const finished = tokens.slice(0, safeCount)
    for (const token of finished) {
      this.#finishedLength += token.raw.length
      this.#finishedHasBrackets ||= token.raw.includes('[')
      this.#open.push(token)
      if (this.#open.length < groupSize) continue
      this.#groups.push(this.#open)
      this.#open = []
    }
    collectDefinitions(finished, this.#finishedLinks)
    collectFootnotes(finished, this.#finishedFootnotes)
    return tokens.slice(safeCount)
  }

  #numberFootnotes(tail: readonly Token[]): Footnotes {
    const { references, definitions } = this.#finishedFootnotes
    const marks = { references: [...references], definitions: [...definitions] }
    collectFootnotes(tail, marks)
    if (marks.definitions.length === 0) return (this.#footnotes = noFootnotes)
    const key = JSON.stringify([marks.references, marks.definitions.map(({ raw }) => raw), this.#linksKey])
    if (key !== this.#footnotesKey || this.#footnotes.length === 0) this.#footnotes = numberFootnotes(marks)
    this.#footnotesKey = key
    return this.#footnotes
  }

  /**
   * How many of `tokens` are final. What is appended can reach back into the last block and, where the last one
   * turns out to be part of the one before it, into that; so both wait.
   */
  #safeCount(tokens: readonly Token[]): number {
    let blocksSeen = 0
    let candidate = tokens.length
    while (candidate > 0 && blocksSeen < 2) {
      candidate -= 1
      if (tokens[candidate]?.type !== 'space') blocksSeen += 1
    }
    if (blocksSeen < 2) return 0
    let offset = this.#finishedLength
    for (let index = 0; index < candidate; index += 1) {
      const raw = tokens[index]?.raw ?? ''
      if (!this.#source.startsWith(raw, offset)) return index
      if (/^ {0,3}\[/.test(raw) && this.#mayBeDefinition(offset)) return index
      offset += raw.length
    }
    return candidate
  }

  #mayBeDefinition(offset: number): boolean {
    const rest = this.#source.slice(offset, offset + maxDefinitionChars + 1)
    return rest.length <= maxDefinitionChars && openDefinition.test(rest)
  }
}

function inGroups(tokens: readonly Token[]): (readonly Token[])[] {
  const groups: (readonly Token[])[] = []
  for (let start = 0; start < tokens.length; start += groupSize) {
    groups.push(tokens.slice(start, start + groupSize))
  }
  return groups
}
