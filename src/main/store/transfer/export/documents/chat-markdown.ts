import { fencedCode } from '../../../../../shared/markdown/fenced-code'
import { inertMarkdown } from '../../../../../shared/markdown/inert-markdown'
import { assertNever } from '../../../../../shared/invariant'
import { citedExcerpts } from '../../../../../shared/knowledge/cited-excerpts'
import {
  type AnswerSource,
  type KnowledgePart,
  type Message,
  messageText,
  type Part,
} from '../../../../../shared/sessions/messages'
import type { StoredChat } from '../contents/stored-chat'
import type { Wording } from './wording'

/**
 * Text of a message, for a file that other programs show: inert, and with a code block closed that is still open at
 * its end, as in a partial answer, so that it does not absorb what follows.
 */
export function foreignMarkdown(markdown: string): string {
  const text = inertMarkdown(markdown)
  let open: string | null = null
  for (const line of text.split('\n'))
    open = open === null ? fenceOpenedBy(line) : isClosedBy(line, open) ? null : open
  return open === null ? text : `${text}\n${open}`
}

function fenceOpenedBy(line: string): string | null {
  const [, mark, info] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  return mark === undefined || (mark.startsWith('`') && info?.includes('`') === true) ? null : mark
}

function isClosedBy(line: string, open: string): boolean {
  const [, mark] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
  return mark?.startsWith(open) === true
}

/** The path of the chat as Markdown, in pieces: its title and details, then each message under a heading. */
export function* chatMarkdown({ head, path }: StoredChat, wording: Wording): Generator<string> {
  const { t } = wording
  const facts = [
    `${t('exports.started')}: ${wording.time(head.createdAt)}`,
    `${t('exports.lastChange')}: ${wording.time(head.updatedAt)}`,
    ...(head.model === null ? [] : [`${t('common.model')}: ${inline(head.model)}`]),
  ]
  yield `# ${inline(head.title ?? wording.untitledChat)}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`
  if (head.systemPrompt !== null && head.systemPrompt !== '') {
    yield `\n## ${t('common.systemPrompt')}\n\n${foreignMarkdown(head.systemPrompt)}\n`
  }
  for (const message of path()) {
    yield markdownSection(message, `## ${inline(wording.author(message))}`, wording)
  }
}

/** A message under this heading, with its time and why it ended early. */
export function markdownSection(message: Message, heading: string, wording: Wording): string {
  const ended = wording.whyEnded(message)
  const blocks = [
    heading,
    `*${wording.time(message.createdAt)}*`,
    ...message.parts.map((part) => block(part, message, wording)),
    ...(ended === null ? [] : [`*${ended}.*`]),
  ]
  return `\n${blocks.filter((text) => text !== '').join('\n\n')}\n`
}

function block(part: Part, message: Message, wording: Wording): string {
  switch (part.type) {
    case 'text':
      return part.isLate === true
        ? `**${wording.t('messages.answer.late')}**\n\n${foreignMarkdown(part.text)}`
        : foreignMarkdown(part.text)
    case 'reasoning':
      return part.text === '' ? '' : quoted(`**${wording.thought(part)}**\n\n${foreignMarkdown(part.text)}`)
    case 'tool-call':
      return `**${inline(wording.toolCall(part))}**\n\n${fencedValue(part.input)}`
    case 'tool-result':
      return `**${wording.toolResult(part)}**\n\n${fencedValue(part.output)}`
    case 'attachment':
      return `*${inline(wording.attachment(part))}*`
    case 'form': {
      const values = part.values === undefined ? '' : `\n\n${fencedValue(part.values)}`
      return `**${inline(wording.form(part))}**${values}`
    }
    case 'plan':
      return `**${wording.t('messages.plan.name')}**\n\n${foreignMarkdown(planText(part))}`
    case 'sources':
      return `**${wording.t('messages.answer.sources')}**\n\n${part.sources.map(sourceLine).join('\n')}`
    case 'knowledge':
      return knowledgeText(part, message, wording)
    case 'error':
      return quoted(`**${wording.t('messages.tool.error')}:** ${inline(wording.error(part))}`)
    default:
      return assertNever(part)
  }
}

function sourceLine({ url, title }: AnswerSource, index: number): string {
  return `${index + 1}. [${inline(title ?? url)}](<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`
}

/** The passages of the project's files that the answer cites, with the files' names. */
function knowledgeText({ excerpts }: KnowledgePart, message: Message, wording: Wording): string {
  const cited = citedExcerpts(messageText(message), excerpts)
  if (cited.length === 0) return ''
  const items = cited.map(({ excerpt, number }) => {
    // Markdown would number a list by itself.
    const name = `- [${number}] ${inline(wording.excerpt(excerpt))}`
    return excerpt.passage === undefined ? name : `${name}\n\n${quoted(fencedCode(excerpt.passage.text, ''))}`
  })
  return `**${wording.t('messages.knowledge.title')}**\n\n${items.join('\n')}`
}

/** One line with all Markdown escaped. */
export function inline(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
}

/** The text as a quotation, in which its own headings and open blocks end. */
export function quoted(text: string): string {
  return text.replace(/^/gm, '> ').replace(/^> $/gm, '>')
}

function fencedValue(of: unknown): string {
  const { text, language } = readableValue(of)
  return fencedCode(text, language)
}

const planMarks = { pending: '[ ]', 'in-progress': '[~]', completed: '[x]' } as const

/** A plan with one line per step. */
export function planText({ entries }: Extract<Part, { type: 'plan' }>): string {
  return entries.map(({ text, status }) => `- ${planMarks[status]} ${text.replaceAll('\n', ' ')}`).join('\n')
}

/** The input or output of a tool as readable text. */
export function readableValue(value: unknown): { text: string; language: 'json' | 'text' } {
  if (typeof value === 'string') return { text: value, language: 'text' }
  return { text: JSON.stringify(value, null, 2) ?? '', language: 'json' }
}
