import {
  Hooks,
  Lexer,
  Tokenizer,
  type Links,
  type MarkedOptions,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked'

import { invariant } from '../invariant'
import { addressPart, continuesEmail, endOfUserName, hasOtherDots } from './addresses'
import { replaceDollarFormulas, maxTextChars } from './math-tokens'
import { cellCount, hideBars, showBars } from './table-bars'

/** Blocks nested deeper than this, such as quotes in quotes, are shown as written; lists may be somewhat deeper. */
const maxBlockDepth = 24
const maxListDepth = 32
/** The depth limit of inline text, such as emphasis in emphasis. */
const maxInlineDepth = 16
/** Link definitions beyond this many are text. */
const maxDefinitions = 500
/** Longest link definition, including its title. */
export const maxDefinitionChars = 2_000
/** Longest setext heading. */
const maxHeadingChars = 2_000
/** Nested blocks are parsed again at each level, some twice; the total may be this many times the text. */
const maxNestedShare = 20
const minNestedChars = 100_000
/** Parsing a paragraph costs its length times its marks; one beyond this is shown as written. */
const maxInlineCost = 20_000_000
const inlineMarks = /[!$*@[\\\]_`<~]/g
const inlineMark = /^[!$*@[\\\]_`<~]/
/**
 * At a mark, marked may scan the rest of the paragraph, elsewhere a few hundred characters. The total may be this many
 * times the text.
 */
const maxInlineShare = 200
const minInlineChars = 40_000_000
/** Longest address without `<` and `>` that becomes a link. */
const maxAddressChars = 2_000
const beginsAddress = /^(?:https?|ftp|mailto|xmpp):|^www\./i
/** A piece is split within its last characters, where possible before one that no address can contain. */
const splitChars = 100
const splitsText = /[\s,;()<>"]|[^\0-\x7f]/
/** Most empty cells that a table may need to fill up its rows. */
const maxFilledCells = 2_000
/** Time limit for costs that the limits above miss, far above what normal text needs even on a busy machine. */
const baseMs = 1_000
const msPerChar = 1 / 500

/**
 * marked's rules for blocks in which `.` stops at other separators of lines than line feeds; those are part of a line.
 * A table after a paragraph is recognized by its first two lines; marked's rule would scan all of it each time.
 */
const blockRules = ((rules) => {
  const cellsAt = rules.table.source.indexOf(String.raw`(?:\n((?:(?!`)
  invariant(cellsAt !== -1, 'the table rule of marked ends with the rows')
  const cells = rules.table.source.slice(cellsAt)
  return {
    heading: wholeLines(rules.heading.source),
    lheading: wholeLines(rules.lheading.source),
    table: wholeLines(rules.table.source),
    paragraph: wholeLines(rules.paragraph.source.replace(cells, () => String.raw`(?:\n|$)`)),
  }
})(Lexer.rules.block.gfm)

function wholeLines(source: string): RegExp {
  return new RegExp(
    source.replaceAll(/\\.|\[[^\]]*\]|\./g, (part) => (part === '.' ? String.raw`[^\n]` : part)),
  )
}

/** Hides the marks inside formulas from emphasis that began before them. */
class FormulaMask extends Hooks {
  override emStrongMask(text: string): string {
    return replaceDollarFormulas(text, maskedFormula)
  }
}

const formulaMask = new FormulaMask()

function maskedFormula(raw: string): string {
  return `$${'a'.repeat(raw.length - 2)}$`
}

/** Thrown inside a lexer to stop parsing; never leaves this module. */
class TooCostly extends Error {
  override name = 'TooCostly'
}

/** The rest of a text that would cost too much to parse; it is shown as written. */
export interface UnreadToken {
  type: 'unread'
  raw: string
  text: string
}

/** Creates the token for unparsed text. */
export function unreadToken(raw: string): UnreadToken {
  return { type: 'unread', raw, text: raw }
}

/** The tokens of a text, with its link definitions. */
export interface LimitedTokens {
  tokens: Token[]
  links: Links
  /** The last token is an `UnreadToken`. */
  isCut: boolean
}

/** What ends every setext heading. */
const underline = /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/

/**
 * marked's rules, each in time linear in the text. Those that cannot apply are not tried: the browser takes up to 28 ms to
 * translate one for its first use. Belongs to one `LimitedLexer`.
 */
export class LimitedTokenizer extends Tokenizer {
  /** Set by the lexer. */
  limits!: LimitedLexer

  /** marked calls it at the start of each block. */
  override space(source: string): Tokens.Space | undefined {
    this.limits.check()
    return super.space(source)
  }

  /** marked calls it at the start of each inline piece. */
  override escape(source: string): Tokens.Escape | undefined {
    this.limits.chargePiece(source)
    return super.escape(source)
  }

  /** marked would parse an address again for each dot and each `&amp;` at its end, and continue it with any letter. */
  override url(source: string): Tokens.Link | undefined {
    if (beginsAddress.test(source)) {
      const part = addressPart(source.slice(0, maxAddressChars))
      // An address that reaches the limit may be longer.
      return part === null || (part.length === maxAddressChars && source.length > part.length)
        ? undefined
        : super.url(part)
    }
    const ahead = source.slice(0, maxTextChars)
    const email = super.url(ahead)
    if (email === undefined || (email.raw.length === ahead.length && ahead.length < source.length))
      return undefined
    return continuesEmail(ahead.slice(email.raw.length)) ? undefined : email
  }

  override autolink(source: string): Tokens.Link | undefined {
    const link = super.autolink(source)
    return link !== undefined && hasOtherDots(link.href) ? undefined : link
  }

  /** marked would search for an `@` up to the next blank at the start of each piece. */
  override inlineText(source: string): Tokens.Text | undefined {
    const piece = source.slice(0, textEnd(source))
    const text = super.inlineText(piece)
    if (text === undefined) return undefined
    const more = endOfUserName(text.raw, piece.slice(text.raw.length))
    if (more === 0) return text
    const rest = piece.slice(text.raw.length, text.raw.length + more)
    return { ...text, raw: text.raw + rest, text: text.text + rest }
  }

  override html(source: string): Tokens.HTML | undefined {
    return /^ {0,3}</.test(source) ? super.html(source) : undefined
  }

  override blockquote(source: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}>/.test(source)) return undefined
    return this.limits.nested(() => super.blockquote(source))
  }

  override list(source: string): Tokens.List | undefined {
    return this.limits.nestedList(() => super.list(source))
  }

  override def(source: string): Tokens.Def | undefined {
    if (!/^ {0,3}\[/.test(source)) return undefined
    if (Object.keys(this.lexer.tokens.links).length >= maxDefinitions) return undefined
    return within(maxDefinitionChars, source, (ahead) => super.def(ahead))
  }

  /** marked would search for a heading's underline to the end of the paragraph, and in a list from each line of it. */
  override lheading(source: string): Tokens.Heading | undefined {
    return within(maxHeadingChars, source, (ahead) =>
      underline.test(ahead.split(/\n\s*\n/, 1).join('')) ? super.lheading(ahead) : undefined,
    )
  }

  /** Parses a table only when its first two lines are those of one. Bars in formulas do not end a cell. */
  override table(source: string): Tokens.Table | undefined {
    const firstEnd = source.indexOf('\n')
    if (firstEnd === -1) return undefined
    const secondEnd = source.indexOf('\n', firstEnd + 1)
    const rule = source.slice(firstEnd + 1, secondEnd === -1 ? source.length : secondEnd)
    if (!/^[ \t|:-]+$/.test(rule)) return undefined
    const end = source.search(/\n *\n/)
    const written = end === -1 ? source : source.slice(0, end)
    const text = hideBars(written, cellCount(rule))
    const { inlineQueue } = this.lexer
    const queuedCount = inlineQueue.length
    const isTable = super.table(text.split('\n', 2).join('\n')) !== undefined
    inlineQueue.length = queuedCount
    if (!isTable || hasEmptyCells(text, rule.split('|').length)) return undefined
    if (text === written) return super.table(source)
    const table = super.table(text)
    for (const queued of inlineQueue.slice(queuedCount)) queued.src = showBars(queued.src)
    return table && { ...table, raw: showBars(table.raw), ...withBars(table) }
  }
}

/** marked's lexer for untrusted text: parts that are too deep or too costly stay as written. */
export class LimitedLexer extends Lexer {
  #blockDepth = 0
  #inlineDepth = 0
  #nestedChars = 0
  #maxNestedChars = 0
  #inlineChars = 0
  #maxInlineChars = 0
  #deadlineMs = Number.POSITIVE_INFINITY

  constructor(options: MarkedOptions, tokenizer: LimitedTokenizer = new LimitedTokenizer()) {
    super({ ...options, tokenizer })
    tokenizer.limits = this
    const { block, inline } = tokenizer.rules
    tokenizer.rules = {
      ...tokenizer.rules,
      block: { ...block, ...blockRules },
      inline: { ...inline, ...delimiterRules },
    }
  }

  /** Tokens of `source` with line ends as `\n`. Never throws: the last token holds whatever cannot be parsed. */
  lexLimited(source: string): LimitedTokens {
    const text = source.replaceAll(/\r\n|\r/g, '\n')
    this.#maxNestedChars = minNestedChars + text.length * maxNestedShare
    this.#maxInlineChars = minInlineChars + text.length * maxInlineShare
    this.#deadlineMs = Date.now() + baseMs + text.length * msPerChar
    const isCut = !this.#readsBlocks(text)
    const tokens = this.tokens.map(readable)
    if (isCut) tokens.push(unreadToken(text.slice(lengthOf(tokens))))
    const unreadFrom = this.#readLines(tokens)
    if (unreadFrom !== null) {
      const read = tokens.slice(0, unreadFrom)
      tokens.splice(unreadFrom, Number.POSITIVE_INFINITY, unreadToken(text.slice(lengthOf(read))))
    }
    this.inlineQueue = []
    return { tokens, links: copyLinks(this.tokens.links), isCut: isCut || unreadFrom !== null }
  }

  /** True if blocks here must not nest deeper. */
  get isDeep(): boolean {
    return this.#blockDepth >= maxBlockDepth * 2
  }

  /** The result of `read`, unless it would be nested too deeply. */
  nested<Found>(read: () => Found | undefined): Found | undefined {
    return this.isDeep ? undefined : this.#deeper(read)
  }

  nestedList<Found>(read: () => Found | undefined): Found | undefined {
    return this.#blockDepth >= maxListDepth * 2 ? undefined : this.#deeper(read)
  }

  /** @throws TooCostly when parsing has taken too long. */
  check(): void {
    if (Date.now() > this.#deadlineMs) throw new TooCostly()
  }

  /** Counts what marked scans for the inline piece at the start of `source`. @throws TooCostly past the limit. */
  chargePiece(source: string): void {
    this.#inlineChars += inlineMark.test(source) ? source.length : Math.min(source.length, maxTextChars)
    if (this.#inlineChars > this.#maxInlineChars) throw new TooCostly()
    this.check()
  }

  override blockTokens(source: string, tokens?: Token[], isLastClipped?: boolean): Token[]
  override blockTokens(source: string, tokens?: TokensList, isLastClipped?: boolean): TokensList
  override blockTokens(source: string, tokens?: Token[], isLastClipped?: boolean): Token[] {
    if (this.#blockDepth > 0) this.#nestedChars += source.length
    if (this.#nestedChars > this.#maxNestedChars) throw new TooCostly()
    return this.#deeper(() => super.blockTokens(source, tokens, isLastClipped))
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (this.#inlineDepth >= maxInlineDepth || isCostly(source)) return asWritten(source, tokens)
    this.#inlineDepth += 1
    this.options.hooks = source.includes('$') && /[*_~]/.test(source) ? formulaMask : null
    try {
      return super.inlineTokens(source, tokens)
    } catch (error) {
      if (this.#inlineDepth > 1 || error instanceof TooCostly) throw error
      return asWritten(source, tokens)
    } finally {
      this.#inlineDepth -= 1
    }
  }

  #readsBlocks(text: string): boolean {
    try {
      this.blockTokens(text, this.tokens)
      return true
    } catch {
      // Too costly, or marked's own rules failed on the text.
      return false
    }
  }

  /** Parses the inline text of all blocks. Returns the index of the first token that was too costly, else null. */
  #readLines(tokens: readonly Token[]): number | null {
    for (const { src, tokens: inside } of this.inlineQueue) {
      Object.assign(this.state, { inLink: false, linkEmitted: false, inRawBlock: false })
      try {
        this.inlineTokens(src, inside)
      } catch (error) {
        invariant(error instanceof TooCostly, 'reading a line throws only TooCostly')
        return tokens.findIndex((token) => holds(token, inside))
      }
    }
    return null
  }

  #deeper<Found>(read: () => Found): Found {
    this.#blockDepth += 1
    try {
      return read()
    } finally {
      this.#blockDepth -= 1
    }
  }
}

/**
 * Returns the result of `read` for the first `maxChars` of `source`; undefined if it reaches the limit, because it may
 * be longer.
 */
function within<Found extends { raw: string }>(
  maxChars: number,
  source: string,
  read: (ahead: string) => Found | undefined,
): Found | undefined {
  const token = read(source.slice(0, maxChars))
  return source.length <= maxChars || (token?.raw.length ?? 0) < maxChars ? token : undefined
}

/** Without a prototype, because the names are foreign and may include `constructor`. */
export function copyLinks(links: Links = {}): Links {
  return Object.assign(Object.create(null) as Links, links)
}

/** A paragraph that is too costly stays as written. */
function readable(token: Token): Token {
  return token.type === 'paragraph' && isCostly(token.raw) ? unreadToken(token.raw) : token
}

/** marked fills up short rows: a wide header over many of them would create more cells than the text has characters. */
function hasEmptyCells(source: string, columnCount: number): boolean {
  const end = source.search(/\n[ \t]*\n/)
  const chars = end === -1 ? source.length : end
  let rowCount = 0
  for (let at = source.indexOf('\n'); at !== -1 && at < chars; at = source.indexOf('\n', at + 1))
    rowCount += 1
  return rowCount * columnCount > chars + maxFilledCells
}

function withBars({ header, rows }: Tokens.Table): Pick<Tokens.Table, 'header' | 'rows'> {
  return { header: header.map(withBarsInCell), rows: rows.map((row) => row.map(withBarsInCell)) }
}

function withBarsInCell(cell: Tokens.TableCell): Tokens.TableCell {
  return { ...cell, text: showBars(cell.text) }
}

function isCostly(source: string): boolean {
  if (source.length ** 2 <= maxInlineCost) return false
  return (source.match(inlineMarks)?.length ?? 0) * source.length > maxInlineCost
}

/** Returns the last index at which plain text is split. */
function textEnd(source: string): number {
  if (source.length <= maxTextChars) return source.length
  for (let at = maxTextChars; at > maxTextChars - splitChars; at -= 1) {
    // Not among blanks, which may form a line break.
    if (splitsText.test(source.charAt(at)) && !/\s/.test(source.charAt(at - 1))) return at
  }
  return maxTextChars
}

/** True if `value` is `inside` or contains it. */
function holds(value: unknown, inside: readonly Token[]): boolean {
  if (value === inside) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((each) => holds(each, inside))
}

function asWritten(source: string, tokens: Token[]): Token[] {
  tokens.length = 0
  tokens.push({ type: 'text', raw: source, text: source, escaped: false })
  return tokens
}

function lengthOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { raw }) => sum + raw.length, 0)
}

const punctuation = '[!-/:-@\\[-`{-}]'
/** Any other sign, and letters of other scripts than the Latin one. */
const wide = String.raw`(?:(?![\0-\x7f\s\u0300-\u036f\p{Script=Latin}])[^])`

/**
 * Runs of a mark that may close. The number of the group says what else the run may do; marked knows the kinds by these
 * numbers.
 */
function closing(mark: string, run: string): string {
  const ends = `(?!${mark})`
  const letter = String.raw`(?:(?!${punctuation})[^\s${mark}])`
  const other = `(?!${mark})${punctuation}`
  return [
    // Consumes what precedes a run.
    `[^${mark}]+(?=[^${mark}])`,
    // 1 and 2: can only close.
    String.raw`${other}(${run})(?=\s|$)`,
    String.raw`(?!${wide}${run}${ends}${punctuation})${letter}(${run})${ends}(?=\s|${punctuation}|$)`,
    // 3 and 4: can only open.
    String.raw`(?!${other}${run}${wide})(?:\s|${other})(${run})(?=${letter})`,
    String.raw`\s(${run})${ends}(?=${punctuation})`,
    // 5 and 6: can do both.
    String.raw`(?:${wide}|${other})(${run})${ends}(?=${punctuation}|${wide})`,
    String.raw`(?!\d${run}\d)${letter}(${run})(?=${letter})`,
  ].join('|')
}

/**
 * marked's rules for `*` and `~`, with two changes.
 *
 * Numbers stay as they are: only two `~` strike text, as in `3~5` and `100~200`, and no `*` between digits ends
 * emphasis, as in `2*3*4`.
 *
 * CommonMark decides by spaces and punctuation whether a mark opens or closes, which fails in text without spaces. Here,
 * only ASCII signs are punctuation, and beside them a letter of another script counts as a space, as in `**注意：**正文`
 * and `**확인(check)**은`.
 *
 * @see https://github.com/tats-u/markdown-cjk-friendly, which proposes the same for Chinese, Japanese and Korean
 */
const delimiterRules = {
  /** May precede a mark that opens before punctuation. marked passes only half of some characters. */
  punctuation: new RegExp(String.raw`^((?![*_])(?:[\s\p{P}\p{S}\udc00-\udfff]|${wide}))`, 'u'),
  emStrongLDelim: new RegExp(
    String.raw`^(?:\*+(?:((?!\*)${punctuation})|([^\s*]))?)|^_+(?:((?![_~])[\p{P}\p{S}])|([^\s_]))?`,
    'u',
  ),
  emStrongRDelimAst: new RegExp(
    // Skips a lone mark within strong text of the other kind.
    String.raw`^[^_*]*?__[^_*]*?\*[^_*]*?(?=__)|${closing(String.raw`\*`, String.raw`\*+`)}`,
    'gu',
  ),
  delLDelim: new RegExp(String.raw`^~~(?:((?!~)${punctuation})|[^\s~])`, 'u'),
  delRDelim: new RegExp(closing('~', '~~'), 'gu'),
}
