import { escapeHtml } from './escape-html'
import { autoDirection, contentLanguage, plainHtml } from './markdown-html'
import { readableValue } from './chat-markdown'
import type { Wording } from './wording'

/** Nothing runs in the page and it loads nothing, whatever its text contains and wherever it is opened. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/**
 * The start of a page, up to its content. `style` is trusted. The page is in the language of its own texts; `lang` marks
 * what is not.
 */
export function pageStart(title: string, style: string, { language }: Wording): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
`
}

/** A title that a user or a model wrote. */
export function pageTitle(title: string): string {
  return `<h1${autoDirection(title)} lang="${contentLanguage}">${escapeHtml(title)}</h1>`
}

/** A folded system prompt under this label. */
export function systemPromptHtml(label: string, systemPrompt: string): string {
  return `<details class="instructions"><summary>${escapeHtml(label)}</summary>${plainHtml(systemPrompt)}</details>\n`
}

/** The end of a page, after its content. */
export const pageEnd = '</body>\n</html>\n'

/** `html` below a summary that unfolds it. */
export function folded(summary: string, html: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>${html}</details>`
}

/** Code, or something written by a program. */
export function codeHtml(html: string): string {
  return `<pre tabindex="0" lang="${contentLanguage}"><code>${html}</code></pre>`
}

/** The input or output of a program. */
export function valueHtml(value: unknown): string {
  return codeHtml(escapeHtml(readableValue(value).text))
}

/** A time as HTML; empty for an invalid number. */
export function time(at: number, wording: Wording): string {
  const text = wording.time(at)
  return text === '' ? '' : `<time datetime="${new Date(at).toISOString()}">${escapeHtml(text)}</time>`
}
