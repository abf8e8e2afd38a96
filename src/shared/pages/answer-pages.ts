import type { Token, Tokens } from 'marked'

import { lookupTable } from '../lookup-table'
import { isFenceClosed } from '../markdown/fenced-code'
import { LimitedLexer } from '../markdown/limited-lexer'
import type { AnswerPage, PageKind } from './page'

/** A page of an answer, and the code block that its button belongs to. */
export interface FoundPage extends AnswerPage {
  /** The text of the block; null if the whole answer is the page. */
  block: string | null
}

const htmlDocument = /^\s*(?:<!--[^]{0,1000}?-->\s*)?<(?:!doctype\s+html|html)[\s>]/i
const svgDocument =
  /^\s*(?:<\?xml[^>]{0,1000}>\s*)?(?:<!--[^]{0,1000}?-->\s*)?(?:<!doctype\s+svg[^>]{0,1000}>\s*)?<svg[\s>]/i
const component = /\bexport\s+(?:default\b|\{[^}]*\bas\s+default\b)/
/** Models often name the language of a component without its markup. */
const unnamedComponent = new RegExp(String.raw`^(?=[^]*${component.source})[^]*(?:<\/[\w.]*>|\/>)`)
const anything = /./
const inHtml = ['html', /<[a-z!]/i] as const
const byLanguage = lookupTable<readonly [kind: PageKind, sign: RegExp]>({
  html: inHtml,
  htm: inHtml,
  xhtml: inHtml,
  svg: ['svg', svgDocument],
  xml: ['svg', svgDocument],
  jsx: ['react', component],
  tsx: ['react', component],
  javascript: ['react', unnamedComponent],
  js: ['react', unnamedComponent],
  typescript: ['react', unnamedComponent],
  ts: ['react', unnamedComponent],
  markdown: ['markdown', anything],
  md: ['markdown', anything],
  json: ['json', /^[[{]/],
  csv: ['csv', /\n/],
  tsv: ['csv', /\n/],
})

/** The page that a code block is on its own; null if it is none. `language` is the word after the fence. */
export function pageOfBlock(language: string, text: string): AnswerPage | null {
  if (/^(?:|text|txt|plaintext)$/i.test(language)) return documentIn(text)
  const [kind, sign] = byLanguage.get(language.toLowerCase()) ?? []
  return kind === undefined || sign?.test(text.trim()) !== true ? null : { kind, source: text }
}

/**
 * The pages of an answer in the order of its code blocks, so that one keeps its index while the answer grows. Separate
 * blocks of CSS and JavaScript become part of the HTML that needs them. `isGrowing`: the last block may be incomplete.
 */
export function pagesOf(answer: string, isGrowing = false): FoundPage[] {
  const whole = documentIn(answer)
  if (whole !== null) {
    const ended = (whole.kind === 'svg' ? /^[^]*<\/svg\s*>/i : /^[^]*<\/html\s*>/i).exec(answer)?.[0]
    if (ended === undefined && isGrowing) return []
    return [{ kind: whole.kind, source: ended ?? answer, block: null }]
  }
  if (!/`{3}|~{3}|^ {4}/m.test(answer)) return []
  const blocks = codeBlocks(new LimitedLexer({ gfm: true }).lexLimited(answer).tokens)
    .filter(({ raw }) => !isGrowing || isFenceClosed(raw))
    .map(({ lang = '', text }) => ({ language: /^\S*/.exec(lang)?.[0].toLowerCase() ?? '', text }))
  const found = blocks.flatMap(({ language, text }) => {
    const page = pageOfBlock(language, text)
    return page === null ? [] : [{ ...page, block: text }]
  })
  const textsIn = (...languages: string[]) =>
    blocks
      .filter(({ language, text }) => languages.includes(language) && pageOfBlock(language, text) === null)
      .map(({ text }) => text)
  const [styles, scripts] = [textsIn('css'), textsIn('js', 'javascript', 'mjs')]
  const isOnly = found.filter(({ kind }) => kind === 'html').length === 1
  return found.map((page, index) => {
    if (index < found.length - maxJoined) return page
    if (page.kind === 'react') return { ...page, source: styled(page.source, styles) }
    return page.kind === 'html' ? { ...page, source: joined(page.source, { styles, scripts, isOnly }) } : page
  })
}

const pageFence =
  /^[ \t>]*(?:[*+-]|\d{1,9}[.)])?[ \t]*(?:`{3,}|~{3,})[ \t]*(?:html?|xhtml|svg|markdown|md|[ct]sv|json)[ \t]*$/im

/** Blocks are joined to at most as many pages of one answer: each gets a copy of all. */
const maxJoined = 20

/** True if the answer has a page; it is only searched where its fences do not say so. */
export function hasPage(answer: string): boolean {
  if (pageFence.test(answer)) return true
  return /<html|<!doctype|<svg|(?:export|as)\s+default/i.test(answer) && pagesOf(answer).length > 0
}

/** The page that is shown first: the last one that is more than text or a table, else the last. */
export function mainPage(pages: readonly FoundPage[]): number {
  const last = pages.findLastIndex(({ kind }) => kind === 'html' || kind === 'svg' || kind === 'react')
  return last === -1 ? pages.length - 1 : last
}

/** The page that an answer is shown as; undefined if it has none. */
export function mainPageOf(answer: string): FoundPage | undefined {
  const pages = pagesOf(answer)
  return pages[mainPage(pages)]
}

function documentIn(text: string): AnswerPage | null {
  if (htmlDocument.test(text)) return { kind: 'html', source: text }
  return svgDocument.test(text) ? { kind: 'svg', source: text } : null
}

function codeBlocks(tokens: readonly Token[]): Tokens.Code[] {
  return tokens.flatMap((token) => {
    if (token.type === 'code') return [token as Tokens.Code]
    const { tokens: inside = [], items = [] } = token as Tokens.Generic
    return codeBlocks([...inside, ...(items as Token[])])
  })
}

/** What the HTML loads from files beside it: from addresses without a scheme or a host. */
const localSheet =
  /<link\b(?=[^<>]*\bstylesheet\b)(?=[^<>]*\bhref\s*=\s*["']?(?!["'\s]|[a-z]+:|\/\/))[^<>]*>/gi
const localScript = /<script\b(?=[^<>]*\ssrc\s*=\s*["']?(?!["'\s]|[a-z]+:|\/\/))[^<>]*>\s*<\/script\s*>/gi
const ownSheet = /<style[\s>]/i
const ownScript = /<script\b(?![^<>]*\ssrc\s*=)[^<>]*>\s*[^\s<]/i

interface OtherBlocks {
  styles: readonly string[]
  scripts: readonly string[]
  /** There is no other HTML that the blocks could be meant for. */
  isOnly: boolean
}

/**
 * Appends the blocks that the HTML loads as files, or that can only be meant for it. They follow the HTML, whose lines
 * keep their numbers.
 */
function joined(html: string, { styles, scripts, isOnly }: OtherBlocks): string {
  let text = html
  let end = ''
  const withoutSheets = html.replace(localSheet, lineBreaksOf)
  if (withoutSheets !== html || (isOnly && !ownSheet.test(html))) {
    if (styles.length > 0) text = withoutSheets
    end += styles
      .map((style) => `\n<style>\n${style.replaceAll(/<(?=\/style)/gi, String.raw`\3C `)}\n</style>`)
      .join('')
  }
  const withoutScripts = text.replace(localScript, lineBreaksOf)
  if (withoutScripts !== text || (isOnly && !ownScript.test(html))) {
    if (scripts.length > 0) text = withoutScripts
    end += scripts.map(scriptElement).join('')
  }
  return text + end
}

/** A sheet beside a component that imports it. */
const importedSheet = /^import[ \t]*["']\.[^"'\n]*\.css["'];?/gm

/** Replaces what a component imports as its sheet with the blocks of CSS; its lines keep their numbers. */
function styled(source: string, styles: readonly string[]): string {
  const withoutImports = source.replace(importedSheet, '')
  if (styles.length === 0 || withoutImports === source) return source
  const text = JSON.stringify(styles.join('\n'))
  return `${withoutImports}\n\ndocument.head.append(Object.assign(document.createElement('style'), { textContent: ${text} }))`
}

function scriptElement(script: string): string {
  const type = /^[ \t]*(?:import|export)\b/m.test(script) ? ' type="module"' : ''
  return `\n<script${type}>\n${script.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3C`)}\n</script>`
}

function lineBreaksOf(element: string): string {
  return element.replaceAll(/[^\n]/g, '')
}
