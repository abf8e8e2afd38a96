import { Marked, Parser } from 'marked'

import { assertNever } from '../invariant'
import { LimitedLexer } from '../markdown/limited-lexer'
import { csvContent } from '../text/csv-delimiter'
import { escapedHtml } from '../text/escaped-html'
import { scripts } from './own-react'
import type { AnswerPage } from './page'

/** Of a table; an ellipsis stands for further rows. */
const maxRows = 5_000
const maxColumns = 200
/** Objects with many different names would make a table of mostly empty cells. */
const maxCells = 200_000

const start = '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
const look =
  '<style>:root{color-scheme:light dark}body{margin:1.5rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'table{border-collapse:collapse;overflow-wrap:normal}.data{width:max-content}.data td{max-width:min(28rem,75vw);overflow-wrap:anywhere}th,td{border:1px solid #8888;padding:.25rem .6rem;text-align:start;vertical-align:top}' +
  'th{background:#8882}pre{white-space:pre-wrap}code{font:.9em ui-monospace,monospace}img,svg{max-width:100%}' +
  'blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid #8888}</style>'

/**
 * The HTML document of a page. Line numbers of HTML and SVG are those of the source. A React component only runs in
 * Parley's frame, so its document shows the source.
 */
export function documentOf({ kind, source }: AnswerPage): string {
  switch (kind) {
    case 'html':
      return /<!doctype|<html[\s>]/i.test(source) ? source : start + source
    case 'svg':
      // Colours for the dark need a dark ground.
      return `${start}<style>${source.includes('prefers-color-scheme') ? ':root{color-scheme:light dark}' : ''}body{margin:0}body>svg{display:block;margin:auto;max-width:100%;max-height:100vh}</style>${source}`
    case 'markdown':
      return start + look + markdownHtml(source)
    case 'json':
      return start + look + jsonHtml(source)
    case 'csv':
      return start + look + csvHtml(source)
    case 'react':
      return start + look + preformatted(source)
    default:
      return assertNever(kind)
  }
}

/** Pages with many scripts would become long. */
const maxLineBreaks = 1_000_000

/**
 * The document as it is written into a frame, where browsers count the lines of a script from its start: each one begins
 * with as many line breaks as precede it, so that the lines of its errors are those of the source.
 */
export function withLineNumbers(html: string): string {
  let line = 0
  let at = 0
  let added = 0
  return html.replaceAll(scripts, (found: string, tag: string | undefined, index: number) => {
    if (tag === undefined || added > maxLineBreaks) return found
    const tagEnd = index + tag.length
    for (; at < tagEnd; at += 1) if (html[at] === '\n') line += 1
    added += line
    return tag + '\n'.repeat(line) + found.slice(tag.length)
  })
}

function preformatted(text: string): string {
  return `<pre><code>${escapedHtml(text)}</code></pre>`
}

/** HTML in Markdown is shown as text, as it is in an answer. */
const { defaults: markdownOptions } = new Marked({
  gfm: true,
  renderer: {
    html: (token) =>
      'block' in token && token.block ? `<p>${escapedHtml(token.text)}</p>` : escapedHtml(token.text),
  },
  extensions: [{ name: 'unread', renderer: ({ raw }) => preformatted(raw) }],
})

function markdownHtml(source: string): string {
  return Parser.parse(new LimitedLexer({ gfm: true }).lexLimited(source).tokens, markdownOptions)
}

function jsonHtml(source: string): string {
  try {
    const value: unknown = JSON.parse(source)
    if (typeof value !== 'object' || value === null) return preformatted(source)
    if (Array.isArray(value)) return tableOfList(value)
    // The first list of objects, such as the results in a response, is a table of its own below the rest.
    const entries = Object.entries(value)
    const list = entries.find(([, part]) => Array.isArray(part) && columnsOf(part) !== null)
    const others = entries.filter((entry) => entry !== list).map(([name, part]) => [name, jsonText(part)])
    const below =
      list === undefined
        ? ''
        : `<h2 dir="auto">${escapedHtml(list[0])}</h2>${tableOfList(list[1] as unknown[])}`
    return (others.length === 0 ? '' : table(others)) + below
  } catch {
    // Not JSON, such as JSON with comments, or nested too deeply.
    return preformatted(source)
  }
}

function tableOfList(list: readonly unknown[]): string {
  const columns = columnsOf(list)
  if (columns === null) return table(list.map((part) => [jsonText(part)]))
  const rows = list.map((row) => {
    const parts = new Map<string, unknown>(Object.entries(row as object))
    return columns.map((name) => jsonText(parts.get(name)))
  })
  return table(rows, columns)
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}

/** The names in objects that are rows of one table; null if they are not all objects. */
function columnsOf(values: readonly unknown[]): string[] | null {
  const names = new Set<string>()
  for (const value of values) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    for (const name of Object.keys(value)) names.add(name)
    if (names.size > maxColumns || names.size * values.length > maxCells) return null
  }
  return names.size === 0 ? null : [...names]
}

function csvHtml(source: string): string {
  const { content, delimiter } = csvContent(source)
  const cells = new RegExp(`(?:"((?:[^"]+|"")*)"?)?([^\\n${delimiter}]*)(\\n|[${delimiter}]|$)`, 'g')
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted = '', bare = '', end] of content.replace(/^\uFEFF/, '').matchAll(cells)) {
    row.push(quoted.replaceAll('""', '"') + bare.replace(/\r$/, ''))
    if (end === delimiter) continue
    if (row.some((text) => text !== '')) rows.push(row.slice(0, maxColumns))
    row = []
    if (end === '' || rows.length > maxRows + 1) break
  }
  const [names, ...others] = rows
  return table(others, names)
}

function lineOf(cells: readonly string[], name: 'td' | 'th'): string {
  return `<tr>${cells.map((text) => `<${name} dir="auto">${escapedHtml(text)}</${name}>`).join('')}</tr>`
}

function table(rows: readonly string[][], columns: readonly string[] = []): string {
  const head = columns.length === 0 ? '' : `<thead>${lineOf(columns, 'th')}</thead>`
  const shown = rows.slice(0, maxRows).map((row) => lineOf(row, 'td'))
  if (rows.length > maxRows) shown.push('<tr><td>…</td></tr>')
  return `<table class="data">${head}<tbody>${shown.join('')}</tbody></table>`
}
