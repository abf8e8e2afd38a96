import { assertNever } from '../../../../../shared/invariant'
import type { AnswerSource, Message, Part } from '../../../../../shared/sessions/messages'
import { untitledSession } from '../../../messages/title'
import { closeBlocks } from './close-blocks'
import type { StoredChat } from '../contents/stored-chat'
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

/** The path of the chat as Markdown, in pieces: its title and details, then each message under a heading. */
export function* chatMarkdown({ head, path }: StoredChat): Generator<string> {
  const facts = [
    `Started: ${timeText(head.createdAt)}`,
    `Last change: ${timeText(head.updatedAt)}`,
    ...(head.model === null ? [] : [`Model: ${inline(head.model)}`]),
  ]
  yield `# ${inline(head.title ?? untitledSession)}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}`
  if (head.systemPrompt !== null && head.systemPrompt !== '') {
    yield `\n## Instructions\n\n${closeBlocks(head.systemPrompt)}\n`
  }
  for (const message of path()) yield section(message)
}

function section(message: Message): string {
  const ended = whyEnded(message)
  const blocks = [
    `## ${inline(authorOf(message))}`,
    `*${timeText(message.createdAt)}*`,
    ...message.parts.map(block),
    ...(ended === null ? [] : [`*${ended}.*`]),
  ]
  return `\n${blocks.filter((text) => text !== '').join('\n\n')}\n`
}

function block(part: Part): string {
  switch (part.type) {
    case 'text':
      return closeBlocks(part.text)
    case 'reasoning':
      return part.text === '' ? '' : quoted(`**${thoughtFor(part)}**\n\n${part.text}`)
    case 'tool-call':
      return `**Tool call: ${inline(part.toolName)}** (${callState(part)})\n\n${fenced(part.input)}`
    case 'tool-result':
      return `**${resultName(part)}**\n\n${fenced(part.output)}`
    case 'attachment':
      return `*Attachment: ${inline(attachmentText(part))}*`
    case 'form':
      return `**${inline(formName(part))}**${part.isDeclined === true ? ' (declined)' : ''}${
        part.values === undefined ? '' : `\n\n${fenced(part.values)}`
      }`
    case 'plan':
      return `**${planName}**\n\n${planText(part)}`
    case 'sources':
      return `**${sourcesName}**\n\n${part.sources.map(sourceLine).join('\n')}`
    case 'error':
      return quoted(`**Error:** ${inline(part.message)}`)
    default:
      return assertNever(part)
  }
}

function sourceLine({ url, title }: AnswerSource, index: number): string {
  return `${index + 1}. [${inline(title ?? url)}](<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`
}

/** One line with all Markdown escaped. */
function inline(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ').replace(/^> $/gm, '>')
}

/** A code block with a fence longer than any in its text. */
function fenced(value: unknown): string {
  const { text, language } = valueText(value)
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
