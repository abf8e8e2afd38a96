import { readFileSync, statSync } from 'node:fs'

import { assertNever } from '../../../../../shared/invariant'
import { citedExcerpts } from '../../../../../shared/knowledge/cited-excerpts'
import type { KnowledgeExcerpt } from '../../../../../shared/knowledge/knowledge'
import {
  type AnswerSource,
  type AttachmentPart,
  type Message,
  messageText,
  type Part,
} from '../../../../../shared/sessions/messages'
import type { ChatHead, StoredChat } from '../contents/stored-chat'
import { escapeHtml } from './escape-html'
import { htmlStyle } from './html-style'
import { contentLanguage, markdownHtml, plainHtml } from './markdown-html'
import {
  codeHtml,
  folded,
  pageEnd,
  pageStart,
  pageTitle,
  systemPromptHtml,
  time,
  valueHtml,
} from './page-parts'
import type { PageTools } from './page-tools'
import { hasViewedPage } from './page-viewer'
import { planText } from './chat-markdown'
import type { Wording } from './wording'
import { attachmentKind } from '../../../../../shared/sessions/attachments'
import { attachmentPath } from '../../../attachments/attachment-files'
import { textOf } from '../../../../base/files/text-encoding'
import type { ReadableDatabase } from '../../../database/database'

/** The path of the chat as one self-contained HTML page, in pieces. */
export function* chatHtml({ head, path }: StoredChat, made: Making): Generator<string> {
  yield start(head, made.wording, hasPages(path()))
  if (head.systemPrompt !== null && head.systemPrompt !== '') {
    yield systemPromptHtml(made.wording.t('common.systemPrompt'), head.systemPrompt)
  }
  for (const message of path()) yield article(message, made)
  yield `</main>\n${pageEnd}`
}

/** True if the viewer may be able to show something of an answer. */
export function hasPages(messages: Iterable<Message>): boolean {
  for (const { role, parts } of messages) {
    if (role === 'assistant' && parts.some((part) => part.type === 'text' && hasViewedPage(part.text)))
      return true
  }
  return false
}

function start(
  { title, model, createdAt, updatedAt }: ChatHead,
  wording: Wording,
  withViewer: boolean,
): string {
  const name = title ?? wording.untitledChat
  const { t } = wording
  const facts = [
    [t('exports.started'), time(createdAt, wording)],
    [t('exports.lastChange'), time(updatedAt, wording)],
    ...(model === null ? [] : [[t('common.model'), escapeHtml(model)]]),
  ].map(([label = '', html]) => `${escapeHtml(label)}: ${html}`)
  return `${pageStart(name, htmlStyle, wording, withViewer)}<main>
<header>
${pageTitle(name)}
<p>${facts.join(' · ')}</p>
</header>
`
}

/** The texts and files with which a page is rendered. */
export interface Making {
  embedFile: EmbedFile
  tools: PageTools
  wording: Wording
}

function article(message: Message, made: Making): string {
  const { wording } = made
  return `<article class="${message.role}">
<h2>${escapeHtml(wording.author(message))} ${time(message.createdAt, wording)}</h2>
${messageBody(message, made)}
</article>
`
}

/** The content of a message, and why it ended early. */
export function messageBody(message: Message, made: Making): string {
  const ended = made.wording.whyEnded(message)
  const note = ended === null ? '' : `<p class="ended">${escapeHtml(ended)}</p>`
  return message.parts.map((part) => partHtml(part, message, made)).join('') + note
}

function partHtml(part: Part, message: Message, made: Making): string {
  const { wording } = made
  switch (part.type) {
    case 'text':
      if (part.isLate === true)
        return `<h3>${escapeHtml(wording.t('messages.answer.late'))}</h3>${answerHtml(part.text, made)}`
      return message.role === 'assistant' ? answerHtml(part.text, made) : plainHtml(part.text)
    case 'reasoning':
      return part.text === '' ? '' : folded(wording.thought(part), plainHtml(part.text))
    case 'tool-call':
      return folded(wording.toolCall(part), valueHtml(part.input))
    case 'tool-result':
      return folded(wording.toolResult(part), valueHtml(part.output))
    case 'attachment':
      return attachmentHtml(part, made)
    case 'form': {
      const values = part.values === undefined ? '' : valueHtml(part.values)
      return `<p class="note">${escapeHtml(wording.form(part))}</p>${values}`
    }
    case 'plan':
      return folded(wording.t('messages.plan.name'), plainHtml(planText(part)))
    case 'sources': {
      const title = escapeHtml(wording.t('messages.answer.sources'))
      return `<h3>${title}</h3><ol>${part.sources.map(sourceHtml).join('')}</ol>`
    }
    case 'knowledge': {
      const cited = citedExcerpts(messageText(message), part.excerpts)
      if (cited.length === 0) return ''
      const title = escapeHtml(wording.t('messages.knowledge.title'))
      const items = cited.map(
        ({ excerpt, number }) => `<li value="${number}">${excerptHtml(excerpt, wording)}</li>`,
      )
      return `<h3>${title}</h3><ol>${items.join('')}</ol>`
    }
    case 'error':
      return `<p class="error">${escapeHtml(wording.error(part))}</p>`
    default:
      return assertNever(part)
  }
}

/** An answer, whose language is unknown. */
export function answerHtml(markdown: string, made: Pick<Making, 'tools' | 'wording'>): string {
  const html = markdownHtml(markdown, made)
  return html === '' ? '' : `<div class="text" lang="${contentLanguage}">${html}</div>`
}

/** Its name and, if it could be embedded, the picture or the text. */
function attachmentHtml(part: AttachmentPart, { embedFile, tools, wording }: Making): string {
  const embedded = embedFile(part)
  const label = wording.attachment(part)
  if (embedded === null) return `<p class="note">${escapeHtml(label)}</p>`
  if (embedded.kind === 'image') {
    const caption = escapeHtml(wording.file(part))
    return `<figure><img src="${embedded.source}" alt="${escapeHtml(part.name)}"><figcaption class="note">${caption}</figcaption></figure>`
  }
  const ending = /\.([\w+-]+)$/.exec(part.name)?.[1] ?? ''
  const text = tools.code(embedded.text, ending) ?? escapeHtml(embedded.text)
  return folded(label, codeHtml(text))
}

function excerptHtml(excerpt: KnowledgeExcerpt, wording: Making['wording']): string {
  const name = wording.excerpt(excerpt)
  return excerpt.passage === undefined ? escapeHtml(name) : folded(name, plainHtml(excerpt.passage.text))
}

function sourceHtml({ url, title }: AnswerSource): string {
  return `<li lang="${contentLanguage}"><a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(title ?? url)}</a></li>`
}

/** Limits for one file and for a whole chat; beyond them files are only named. */
const maxFileBytes = 5 * 1024 * 1024
const maxTotalBytes = 32 * 1024 * 1024

/** The embedded form of a file: a picture as a `data:` address, or a text. */
type EmbeddedFile = { kind: 'image'; source: string } | { kind: 'text'; text: string }

/** Embeds the file; null when it is neither an image nor text, is missing, or exceeds the limits. */
export type EmbedFile = (part: AttachmentPart) => EmbeddedFile | null

/** Embeds the pictures and texts of one chat from the first on, as long as there is room. */
export function fileEmbedder(database: ReadableDatabase, folder: string): EmbedFile {
  const known = database.query<{ hash: string; media_type: string }>(
    'SELECT hash, media_type FROM attachments WHERE id = ?',
  )
  let totalBytes = 0
  return ({ attachmentId }) => {
    const row = known.get(attachmentId)
    const kind = row === undefined ? null : attachmentKind(row.media_type)
    if (row === undefined || (kind !== 'image' && kind !== 'text')) return null
    const path = attachmentPath(folder, row.hash)
    const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY
    if (sizeBytes > maxFileBytes || totalBytes + sizeBytes > maxTotalBytes) return null
    totalBytes += sizeBytes
    const bytes = readFileSync(path)
    if (kind === 'image') return { kind, source: `data:${row.media_type};base64,${bytes.toString('base64')}` }
    const text = textOf(bytes)
    return text === null ? null : { kind, text }
  }
}
