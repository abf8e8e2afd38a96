import type { Links, Token } from 'marked'

import {
  type FormulaNumbers,
  labelledFormulas,
  noNumbers,
  numberFormulas,
} from '../../../shared/markdown/tex-source'
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
 * After a read this slow, parsing pauses for several times as long, so that a costly growing answer leaves the window
 * most of the processor.
 */
const slowReadMs = 30
const restShare = 4
const longestRestMs = 1_000

/** Blocks are returned in groups of this size, so that React compares few items for a long text. */
const groupSize = 24

/** A definition with an open title, which may continue over any number of blank lines. */
const openDefinition =
  /^ {0,3}\[(?:\\.|[^\\[\]])+\]: *(?:\n[ \t]*)?(?:[^<\s]\S*|<[^<>\n]*>)(?: +(?:\n[ \t]*)?| *\n[ \t]*)(?:"(?:\\[^]|[^\\"])*|\((?:\\[^]|[^\\()])*)$/

/** The blocks of a text. */
export interface MarkdownBlocks {
  /**
   * All blocks, in groups of one size: a finished block stays in its group, and a finished group keeps its identity.
   */
  groups: readonly (readonly Token[])[]
  /** The last blocks, which may still change. */
  tail: readonly Token[]
  /** Changes with the set of link definitions. */
  linksKey: string
  /** Keep their identity until one is added or changes. */
  footnotes: Footnotes
  /** Keep their identity until one changes. */
  numbers: FormulaNumbers
  /** Part of the text has not been parsed yet. */
  isBehind: boolean
  /** The number of characters that were read for this result. */
  readChars: number
}

/**
 * Lexes a text that grows at its end. It lexes only the last blocks again and keeps those that no further text can
 * change. The result is the same as lexing the whole text at once.
 */
export class IncrementalMarkdown {
  #taken = 0
  #source = ''
  /** Full groups of finished blocks, and the finished blocks of the group after them. */
  #groups: (readonly Token[])[] = []
  #open: Token[] = []
  #finishedLength = 0
  #finishedLinks: Links = copyLinks()
  #finishedHasBrackets = false
  #finishedFootnotes: FootnoteMarks = { references: [], definitions: [] }
  #finishedFormulas: string[] = []
  #numbers: FormulaNumbers = noNumbers
  #numbersKey = ''
  #footnotes: Footnotes = noFootnotes
  #footnotesKey = ''
  #linksKey = '{}'
  #restsUntilMs = 0
  /** Everything after the finished blocks is shown as written. */
  #isCut = false
  #result: MarkdownBlocks = {
    groups: [],
    tail: [],
    linksKey: '{}',
    footnotes: noFootnotes,
    numbers: noNumbers,
    isBehind: false,
    readChars: 0,
  }

  /**
   * The blocks of `text`, cheap if it extends the text of the previous call. It takes at most `maxChars` more than the
   * last call did, and with `mayRest` none for a while after a slow read; calling it again with the same text takes the
   * next part.
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
      return (this.#result = { ...this.#result, isBehind: true, readChars: 0 })
    }
    const readChars = text.length - this.#taken
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
      numbers: this.#numberFormulas(tail),
      isBehind,
      readChars,
    }
    return this.#result
  }

  /** The blocks after the finished ones, which may still change. */
  #read(): Token[] {
    const rest = ownCopy(this.#source.slice(this.#finishedLength))
    let { tokens, links, isCut } = lexBlocks(rest, this.#finishedLinks)
    let linksKey = JSON.stringify(links)
    if (linksKey !== this.#linksKey && this.#finishedHasBrackets) {
      // A new definition that earlier blocks may refer to.
      this.#reset()
      ;({ tokens, links, isCut } = lexBlocks(ownCopy(this.#source)))
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
    this.#finishedFormulas = []
    this.#finishedLength = 0
    this.#finishedLinks = copyLinks()
    this.#finishedHasBrackets = false
  }

  /** Moves the first `safeCount` blocks, which can no longer change, to the finished groups; returns the rest. */
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
    this.#finishedFormulas.push(...labelledFormulas(finished))
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

  #numberFormulas(tail: readonly Token[]): FormulaNumbers {
    const formulas = [...this.#finishedFormulas, ...labelledFormulas(tail)]
    const key = formulas.join('\n')
    if (key !== this.#numbersKey) this.#numbers = numberFormulas(formulas)
    this.#numbersKey = key
    return this.#numbers
  }

  /**
   * The number of `tokens` that are final. Appended text can change the last block and, if that turns out to be part of the one
   * before it, that one as well, so both wait.
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

/**
 * Copies a text to memory of its own. Tokens are slices of what was parsed, and V8 keeps the whole text of a slice alive:
 * without this, each finished token would keep everything that had arrived by then.
 */
function ownCopy(text: string): string {
  // Lone surrogates survive.
  return JSON.parse(JSON.stringify(text)) as string
}

function inGroups(tokens: readonly Token[]): (readonly Token[])[] {
  const groups: (readonly Token[])[] = []
  for (let start = 0; start < tokens.length; start += groupSize) {
    groups.push(tokens.slice(start, start + groupSize))
  }
  return groups
}
