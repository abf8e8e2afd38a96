import { assertNever } from '../../../shared/invariant'
import type { Message } from '../../../shared/sessions/messages'
import type { RunRequest } from '../../run-source/run-source'
import { type MessageFiles, partText } from '../../run-source/message-files'
import { assistantTurns, resultsIn, type TurnOptions } from './tool-turns'
import type { Conversation, TextContent, Turn } from './turns'

/**
 * The path of messages as a conversation: one system text, then alternating user and assistant turns. Empty messages (an
 * answer cut before its first token) are omitted and consecutive messages of one role joined, because many chat
 * templates require turns. Errors are not sent, nor is reasoning, except with the data that the family named by
 * `providerDataKey` gave to it.
 */
export function toConversation(
  request: Pick<RunRequest, 'messages' | 'systemPrompt'> & { files?: MessageFiles },
  family: Omit<TurnOptions, 'files'> = {},
): Conversation {
  const system = [request.systemPrompt ?? '']
  const { files = new Map() } = request
  const turns: Turn[] = []
  request.messages.forEach((message, index) => {
    switch (message.role) {
      case 'system':
        system.push(plainText(message, files))
        return
      case 'user':
        addUser(turns, userContent(message, files))
        return
      case 'assistant':
        for (const turn of assistantTurns(message, followingResults(request.messages, index), {
          ...family,
          files,
        }))
          addTurn(turns, turn)
        return
      case 'tool':
        // Handled together with the assistant message that called the tool.
        return
      default:
        assertNever(message.role)
    }
  })
  return { system: system.filter((text) => text.trim() !== '').join('\n\n'), turns }
}

/** The conversation for a server that knows no system prompt: it begins the first message of the user. */
export function withoutSystem({ system, turns }: Conversation): Conversation {
  if (system === '') return { system, turns }
  const text: TextContent = { type: 'text', text: system }
  const [first, ...others] = turns
  if (first?.role !== 'user') return { system: '', turns: [{ role: 'user', content: [text] }, ...turns] }
  const [said, ...rest] = first.content
  const content =
    said?.type === 'text'
      ? [{ ...text, text: `${system}\n\n${said.text}` }, ...rest]
      : [text, ...first.content]
  return { system: '', turns: [{ role: 'user', content }, ...others] }
}

/** Results that an import keeps in separate messages after the call. */
function followingResults(messages: readonly Message[], index: number) {
  const results = []
  for (let next = index + 1; messages[next]?.role === 'tool'; next++) {
    results.push(...resultsIn(messages[next]?.parts ?? []))
  }
  return results
}

function plainText({ parts }: Message, files: MessageFiles): string {
  const texts = parts.map((part) => partText(part, files))
  return texts.filter((text) => text !== '').join('\n\n')
}

type UserContent = Extract<Turn, { role: 'user' }>['content']

/** A user's message: text, with images in their places. */
function userContent({ parts }: Message, files: MessageFiles): UserContent {
  const content: UserContent = []
  for (const part of parts) {
    const file = part.type === 'attachment' ? files.get(part) : undefined
    if (part.type === 'attachment' && file?.kind === 'image') {
      content.push({ type: 'file', mediaType: file.mediaType, bytes: file.bytes })
      continue
    }
    const text = partText(part, files)
    const last = content.at(-1)
    if (text === '') continue
    if (last?.type === 'text') last.text = `${last.text}\n\n${text}`
    else content.push({ type: 'text', text })
  }
  return content
}

function addUser(turns: Turn[], content: UserContent): void {
  const says = content.filter((part) => part.type !== 'text' || part.text.trim() !== '')
  if (says.length > 0) addTurn(turns, { role: 'user', content: says })
}

/** Joins consecutive messages of one role, except after tool calls. */
function addTurn(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1)
  const lastText = last === undefined ? null : onlyText(last)
  const text = onlyText(turn)
  if (last?.role === 'user' && turn.role === 'user' && (lastText === null || text === null)) {
    last.content.push(...turn.content)
  } else if (last?.role === 'assistant' && turn.role === 'assistant' && lastText !== null && text === null) {
    last.content.push(...turn.content)
  } else if (last?.role !== turn.role || lastText === null || text === null) turns.push(turn)
  else lastText.text = `${lastText.text}\n\n${text.text}`
}

function onlyText(turn: Turn): TextContent | null {
  if (turn.role === 'tool') return null
  const [part, ...rest] = turn.content
  return part?.type === 'text' && rest.length === 0 ? part : null
}
