import { isRecord } from '../../../shared/record'

/** A list of messages as other programs store it, with the parts that a prompt uses. */
export interface MessageList {
  /** The last question. */
  text: string
  system: string
  /** The texts before the question, oldest first. */
  turns: { role: 'user' | 'assistant'; text: string }[]
  /** The answer to the last question; absent if the list ends with the question. */
  answer?: string
  /** What else there is, such as images and calls of tools. */
  others: string[]
}

/** Null if it is no list of messages with a question. */
export function readMessages(value: unknown): MessageList | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isMessage)) return null
  const others: string[] = []
  const said = value.map(({ role, content, ...rest }) => {
    others.push(
      ...['tool_calls', 'function_call'].filter((name) => Array.isArray(rest[name]) || isRecord(rest[name])),
    )
    return { role, text: textOf(content, others) }
  })
  const last = said.findLastIndex(({ role }) => role === 'user')
  const question = said[last]
  if (question === undefined) return null
  const answer = said.slice(last + 1).findLast(({ role, text }) => role === 'assistant' && text !== '')
  const turns = said.slice(0, last).flatMap(({ role, text }) => {
    if (role === 'user' || role === 'assistant') return [{ role, text } as const]
    if (!isSystem(role)) others.push(`role: ${role}`)
    return []
  })
  return {
    text: question.text,
    system: said.flatMap(({ role, text }) => (isSystem(role) ? [text] : [])).join('\n\n'),
    turns,
    ...(answer === undefined ? {} : { answer: answer.text }),
    others,
  }
}

function isMessage(value: unknown): value is Record<string, unknown> & { role: string } {
  return isRecord(value) && typeof value['role'] === 'string' && 'content' in value
}

function isSystem(role: string): boolean {
  return role === 'system' || role === 'developer'
}

function textOf(content: unknown, others: string[]): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.flatMap((part) => {
    if (isRecord(part) && typeof part['text'] === 'string') return [part['text']]
    others.push(isRecord(part) && typeof part['type'] === 'string' ? part['type'] : 'content')
    return []
  })
  return texts.join('\n')
}
