import { assertNever } from '../../../../../shared/invariant'
import type { AnswerSource, AttachmentPart, Message, Part } from '../../../../../shared/sessions/messages'
import { untitledSession } from '../../../messages/title'
import type { EmbedFile } from './embedded-files'
import { escapeHtml } from './escape-html'
import { htmlStyle } from './html-style'
import { markdownHtml, plainHtml } from './markdown-html'
import { noTools, type PageTools } from './page-tools'
import type { ChatHead, StoredChat } from '../contents/stored-chat'
import {
  attachmentText,
  callState,
  formName,
  planName,
  planText,
  resultName,
  sourcesName,
  thoughtFor,
  timeText,
  valueText,
  authorOf,
  whyEnded,
} from './wording'

/** Nothing runs in the page and it loads nothing, whatever its text contains and wherever it is opened. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** The path of the chat as one self-contained HTML page, in pieces. */
export function* chatHtml(
  { head, path }: StoredChat,
  embedFile: EmbedFile = () => null,
  tools: PageTools = noTools,
): Generator<string> {
  const made = { embedFile, tools }
  yield start(head)
  if (head.systemPrompt !== null && head.systemPrompt !== '') {
    yield `<details class="instructions"><summary>Instructions</summary>${plainHtml(head.systemPrompt)}</details>\n`
  }
  for (const message of path()) yield article(message, made)
  yield `</main>\n${pageEnd}`
}

/** The end of a page, after its content. */
export const pageEnd = '</body>\n</html>\n'

function start({ title, model, createdAt, updatedAt }: ChatHead): string {
  const name = escapeHtml(title ?? untitledSession)
  const facts = [
    `Started ${time(createdAt)}`,
    `last change ${time(updatedAt)}`,
    ...(model === null ? [] : [escapeHtml(model)]),
  ]
  return `${pageStart(name, htmlStyle)}<main>
<header>
<h1>${name}</h1>
<p>${facts.join(' · ')}</p>
</header>
`
}

/** The start of a page, up to its content. `name` is HTML, `style` is trusted. */
export function pageStart(name: string, style: string): string {
  return `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${style}</style>
</head>
<body>
`
}

/** What a page is rendered with. */
export interface Making {
  embedFile: EmbedFile
  tools: PageTools
}

function article(message: Message, made: Making): string {
  const { role, createdAt } = message
  return `<article class="${role}">
<h2>${escapeHtml(authorOf(message))} ${time(createdAt)}</h2>
${messageBody(message, made)}
</article>
`
}

/** The content of a message, and why it ended early. */
export function messageBody(message: Message, made: Making): string {
  const ended = whyEnded(message)
  const note = ended === null ? '' : `<p class="ended">${ended}</p>`
  return message.parts.map((part) => partHtml(part, message.role, made)).join('') + note
}

function partHtml(part: Part, role: Message['role'], made: Making): string {
  switch (part.type) {
    case 'text':
      return role === 'assistant' ? markdownHtml(part.text, made.tools) : plainHtml(part.text)
    case 'reasoning':
      return part.text === '' ? '' : folded(thoughtFor(part), plainHtml(part.text))
    case 'tool-call':
      return folded(`Tool call: ${part.toolName} (${callState(part)})`, value(part.input))
    case 'tool-result':
      return folded(resultName(part), value(part.output))
    case 'attachment':
      return attachmentHtml(part, made)
    case 'form': {
      const title = `${formName(part)}${part.isDeclined === true ? ' (declined)' : ''}`
      const values = part.values === undefined ? '' : value(part.values)
      return `<p class="note">${escapeHtml(title)}</p>${values}`
    }
    case 'plan':
      return folded(planName, plainHtml(planText(part)))
    case 'sources':
      return `<h3>${sourcesName}</h3><ol>${part.sources.map(sourceHtml).join('')}</ol>`
    case 'error':
      return `<p class="error">${escapeHtml(part.message)}</p>`
    default:
      return assertNever(part)
  }
}

/** Its name and, if it could be embedded, the picture or the text. */
function attachmentHtml(part: AttachmentPart, { embedFile, tools }: Making): string {
  const embedded = embedFile(part)
  const name = escapeHtml(attachmentText(part))
  if (embedded === null) return `<p class="note">Attachment: ${name}</p>`
  if (embedded.kind === 'image') {
    return `<figure><img src="${embedded.source}" alt="${escapeHtml(part.name)}"><figcaption class="note">${name}</figcaption></figure>`
  }
  const ending = /\.([\w+-]+)$/.exec(part.name)?.[1] ?? ''
  const text = tools.code(embedded.text, ending) ?? escapeHtml(embedded.text)
  return folded(`Attachment: ${attachmentText(part)}`, `<pre tabindex="0"><code>${text}</code></pre>`)
}

function sourceHtml({ url, title }: AnswerSource): string {
  return `<li><a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(title ?? url)}</a></li>`
}

function folded(summary: string, html: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>${html}</details>`
}

function value(of: unknown): string {
  return `<pre tabindex="0"><code>${escapeHtml(valueText(of).text)}</code></pre>`
}

/** A time as HTML; empty for an invalid number. */
export function time(at: number): string {
  const text = timeText(at)
  return text === '' ? '' : `<time datetime="${new Date(at).toISOString()}">${text}</time>`
}
