import type { Token, Tokens } from 'marked'

import { LimitedLexer } from './limited-lexer'

const options = { gfm: true } as const
const maxPasses = 4
const maxWordChars = 200
/** Tags without attributes that change only how text looks, simple comments, and addresses. */
const harmless =
  /^<(?:br ?\/?|\/?(?:sub|sup|kbd|mark|details|summary))>|^<!--(?:(?!--)[^<>\n])*-->|^<(?:https?|mailto):[^\s<>`]*>/i
/** The start of a tag, a comment, a declaration or an instruction, after the `<`. */
const tagStart = /[A-Za-z/!?]/
/** Before this, a tag begins a block, and needs no `>`. */
const blockStart = /(?:^|\n)[\s>*+\-\d.)]*$/
const fence = /^[\t ]*(`{3,}|~{3,})/
/** Marks of quotations and list items at the start of a line. */
const containers = /^[\s>]*(?:(?:[*+-]|\d{1,9}[.)])\s+[\s>]*)*/
const languageOfFence = /^(`{3,}|~{3,})([ \t]*[\w-]+.*)$/
/** Languages of code that Obsidian or one of its common plugins runs. */
const programs: ReadonlySet<string> = new Set(
  'dataview dataviewjs query templater js-engine tasks button leaflet base'.split(' '),
)
const maxDiagramLines = 500

/**
 * The Markdown with the same words, but without anything that a program loads or runs when it shows the file: HTML
 * becomes text, pictures become links, and code that programs run becomes plain code. Other code stays as written where
 * every Markdown parser sees code; elsewhere in code, a backslash before `<` or `!` may be visible.
 */
export function inertMarkdown(markdown: string): string {
  const given = /`{3}|~{3}/.test(markdown) ? withoutPrograms(markdown) : markdown
  if (!/!\[|</.test(given)) return given
  let text = given
  // HTML that became text may have hidden where code begins and ends.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const { tokens, isCut } = new LimitedLexer(options).lexLimited(text)
    if (isCut) break
    const next = tokens.map(inertBlock).join('')
    if (next === text) return text
    text = next
  }
  return inertText(text, [])
}

function isFenced(token: Token): boolean {
  return token.type === 'code' && /^ {0,3}(?:`{3}|~{3})/.test(token.raw)
}

function inertBlock(token: Token): string {
  return isFenced(token) ? token.raw : inertText(token.raw, [...fencesIn(token), ...codeSpans(token.raw)])
}

function inertText(raw: string, kept: readonly Range[]): string {
  const lastEnd = raw.lastIndexOf('>')
  const ranges = kept.toSorted(([one], [other]) => one - other)
  let [text, last, next] = ['', 0, 0]
  for (const { index } of raw.matchAll(/!(?=\[)|<(?=[A-Za-z/!?])/g)) {
    while ((ranges[next]?.[1] ?? Number.POSITIVE_INFINITY) <= index) next += 1
    if (index >= (ranges[next]?.[0] ?? Number.POSITIVE_INFINITY)) continue
    if (raw[index] === '<' && !isTag(raw, index, lastEnd)) continue
    if (isInAddress(raw, index)) {
      text += `${raw.slice(last, index)}${raw[index] === '<' ? '&lt;' : '&#33;'}`
      last = index + 1
    } else if (!isEscaped(raw, index)) {
      text += `${raw.slice(last, index)}\\`
      last = index
    }
  }
  return text + raw.slice(last)
}

/** True if the sign follows an address without a blank: a backslash could become the end of the address. */
function isInAddress(text: string, index: number): boolean {
  let start = index
  while (index - start < maxWordChars && /[^\s<]/.test(text.charAt(start - 1))) start -= 1
  return index - start === maxWordChars || /:|www\.|@/i.test(text.slice(start, index))
}

function isEscaped(text: string, index: number): boolean {
  let count = 0
  while (text[index - 1 - count] === '\\') count += 1
  return count % 2 === 1
}

function isTag(text: string, index: number, lastEnd: number): boolean {
  if (!tagStart.test(text.charAt(index + 1)) || harmless.test(text.slice(index, index + 2_000))) return false
  return lastEnd > index || blockStart.test(text.slice(Math.max(0, index - 200), index))
}

/** Names plain text as the language of code that programs run, or that has them load something. */
function withoutPrograms(markdown: string): string {
  const lines = markdown.split('\n')
  lines.forEach((line, index) => {
    const bare = line.replace(containers, '')
    const [, mark = '', words = ''] = languageOfFence.exec(bare) ?? []
    const language = /[\w-]+/.exec(words)?.[0].toLowerCase() ?? ''
    const loads = () => lines.slice(index + 1, index + 1 + maxDiagramLines).some(loadsInDiagram)
    if (!programs.has(language) && !(language === 'mermaid' && loads())) return
    lines[index] = `${line.slice(0, -bare.length)}${mark}text ${words.trim()}`
  })
  return lines.join('\n')
}

function loadsInDiagram(line: string): boolean {
  return /\bimg\b|url\(|@import|<\w/i.test(line)
}

type Range = readonly [from: number, to: number]

/** Code blocks inside a list or a quotation, if the lines between two fences are what the parser found as well. */
function fencesIn(token: Token): Range[] {
  const found: string[] = []
  collectCode(token, found)
  const ranges: Range[] = []
  const texts: string[] = []
  let open: { mark: string; from: number; lines: string[] } | null = null
  let at = 0
  for (const line of token.raw.split('\n')) {
    const [, mark] = fence.exec(line.replace(containers, '')) ?? []
    if (open === null && mark !== undefined) open = { mark, from: at + line.length, lines: [] }
    else if (
      open !== null &&
      mark?.startsWith(open.mark) === true &&
      line.replace(containers, '').trim() === mark
    ) {
      ranges.push([open.from, at])
      texts.push(open.lines.join('\n'))
      open = null
    } else open?.lines.push(bareLine(line))
    at += line.length + 1
  }
  const isSame =
    open === null && texts.length === found.length && texts.every((text, index) => text === found[index])
  return isSame ? ranges : []
}

/** Without its indentation and marks of quotations. */
function bareLine(line: string): string {
  return line.replace(/^[\s>]+/, '').trimEnd()
}

function collectCode(token: Token, found: string[]): void {
  const { type, raw, text, tokens = [], items = [] } = token as Tokens.Generic
  if (type === 'code' && fence.test(raw)) {
    found.push(String(text).split('\n').map(bareLine).join('\n'))
  }
  for (const inside of [...tokens, ...(items as Token[])]) collectCode(inside, found)
}

/**
 * Code within a line that is code for every parser: it begins after a blank or a bracket, ends in the same line, crosses
 * no cell of a table, and no backtick before it could belong to other code.
 */
function codeSpans(raw: string): Range[] {
  const spans: Range[] = []
  const uncertain = new Set<number>()
  let lineStart = 0
  for (const line of raw.split('\n')) {
    const runs = [...line.matchAll(/`+/g)]
    for (let index = 0; index < runs.length; index += 1) {
      const run = runs[index]
      if (run === undefined) break
      const length = run[0].length
      let end = index + 1
      while (end < runs.length && runs[end]?.[0].length !== length) end += 1
      const close = runs[end]
      if (close === undefined) {
        uncertain.add(length)
        continue
      }
      const inside = line.slice(run.index, close.index)
      const isAfterBlank = run.index === 0 || /[\s([{"'*_]/.test(line.charAt(run.index - 1))
      if (isAfterBlank && !uncertain.has(length) && !inside.includes('|')) {
        spans.push([lineStart + run.index, lineStart + close.index])
      } else if (!isAfterBlank) {
        for (const other of runs) uncertain.add(other[0].length)
      }
      index = end
    }
    lineStart += line.length + 1
  }
  return spans
}
