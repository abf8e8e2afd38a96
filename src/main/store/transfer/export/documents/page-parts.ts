import { escapeHtml } from './escape-html'
import { autoDirection, contentLanguage, plainHtml } from './markdown-html'
import { readableValue } from './chat-markdown'
import { viewerHead } from './page-viewer'
import type { Wording } from './wording'

/** The page loads nothing, whatever its text contains and wherever it is opened, and nothing runs in it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
/** What the viewer shows in its frame inherits this policy; a second one follows the viewer. */
const viewerPolicy = `${policy}; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`

/**
 * The start of a page, up to its content. `style` is trusted. `hasPages`: with the viewer for pages in answers. The page is in the language of its own texts; `lang` marks
 * what is not.
 */
export function pageStart(title: string, style: string, wording: Wording, hasPages = false): string {
  const { language } = wording
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${hasPages ? viewerPolicy : policy}">
${hasPages ? viewerHead(wording) : ''}<meta name="referrer" content="no-referrer">
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
