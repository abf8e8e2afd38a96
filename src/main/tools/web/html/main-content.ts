import { Readability } from '@mozilla/readability'
import { DOMParser } from 'linkedom'

import { longestPageChars } from './decode-page'
import { markdownText, type PageNode } from './markdown-text'

/** The readable part of a page. */
export interface PageContent {
  title: string | null
  text: string
}

/** A page with more tags than this was not written by people. Its document would take a gigabyte of memory. */
const mostTags = 150_000
/** Readability takes time that grows with the cube of the depth, and with the number of elements. */
const deepestPage = 80
const mostElements = 30_000
/** Main content with less text than this share of the page is probably the wrong part of it. */
const leastShare = 0.1
const longestTitleChars = 300

/** A document as far as it is used here; the library's types need those of a browser. */
interface PageDocument extends PageNode {
  readonly body: PageNode | null
  querySelector(selector: string): PageNode | null
}

/**
 * The title and main content of an HTML page, without navigation and advertisements, as text with its headings, lists,
 * tables and links. Nothing in the page is run or loaded. May take long for a page that was made to take long.
 */
export function mainContent(html: string, address: URL): PageContent {
  if (tagCount(html) > mostTags) return { title: null, text: withoutTags(html).slice(0, longestPageChars) }
  const document = parsed(html)
  const base =
    URL.parse(document.querySelector('base')?.getAttribute?.('href') ?? '', address.href) ?? address
  const title = titleOf(document)
  const whole = markdownText(document.body ?? document, base)
  const article = isDeeper(document, deepestPage) ? null : articleIn(html)
  const main = article === null ? '' : markdownText(article, base)
  const isWrongPart = main.length < whole.length * leastShare
  return { title, text: (isWrongPart ? whole : main).slice(0, longestPageChars) }
}

/** The main content of a new document, which is changed in the process; null if there is none. */
function articleIn(html: string): PageNode | null {
  try {
    const document = parsed(html) as unknown as ConstructorParameters<typeof Readability>[0]
    const reader = new Readability<PageNode>(document, {
      serializer: (node) => node,
      charThreshold: 200,
      maxElemsToParse: mostElements,
    })
    return reader.parse()?.content ?? null
  } catch {
    // The library assumes a complete document, and refuses a large one. The whole page is used then.
    return null
  }
}

function parsed(html: string): PageDocument {
  // The parser takes the first element of a fragment for the whole document.
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  return new DOMParser().parseFromString(whole, 'text/html')
}

function titleOf(document: PageDocument): string | null {
  const title = (document.querySelector('title')?.textContent ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestTitleChars)
    .toWellFormed()
  return title === '' ? null : title
}

/** True if anything in the document is nested deeper than `limit`. */
function isDeeper(document: PageNode, limit: number): boolean {
  let level: PageNode[] = [document]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((node) => [...node.childNodes])
  }
  return false
}

function tagCount(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count += 1
  return count
}

function withoutTags(html: string): string {
  return html
    .replaceAll(/<(script|style)\b.*?<\/\1\s*>/gis, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
