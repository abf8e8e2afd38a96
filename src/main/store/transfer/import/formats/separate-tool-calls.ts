import type { Part } from '../../../../../shared/sessions/messages'
import type { InputPath } from './input-path'

type CallRecord = Record<string, unknown>

/**
 * The parts for separately listed tool calls, by the index of their answer: the one that a call names, or else the last
 * one. Without any answer that is the index after the last message. A record without a tool name is not a call.
 */
export function toolCallsByMessage({ messages, toolCalls }: InputPath): Map<number, Part[]> {
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant')
  const byMessage = new Map<number, Part[]>()
  for (const [index, record] of toolCalls.entries()) {
    const parts = toParts(record, index)
    if (parts === null) continue
    const named = first(record, ['messageIndex', 'assistant_msg_idx'])
    const isAnswer = typeof named === 'number' && messages[named]?.role === 'assistant'
    const owner = isAnswer ? named : lastAnswer === -1 ? messages.length : lastAnswer
    const known = byMessage.get(owner)
    if (known === undefined) byMessage.set(owner, parts)
    else known.push(...parts)
  }
  return byMessage
}

function toParts(record: CallRecord, index: number): Part[] | null {
  const toolName = first(record, ['toolName', 'name'])
  if (typeof toolName !== 'string' || toolName === '') return null
  const id = first(record, ['toolCallId', 'id', 'tid'])
  const toolCallId = typeof id === 'string' && id !== '' ? id.slice(0, 512) : `call-${index}`
  const output = first(record, ['output', 'result', 'snippet'])
  const isError = record['isError'] === true
  const call: Part = {
    type: 'tool-call',
    toolCallId,
    toolName: toolName.slice(0, 512),
    input: first(record, ['input', 'args', 'arguments']) ?? null,
    state: isError ? 'failed' : 'done',
  }
  if (output === undefined) return [call]
  return [call, { type: 'tool-result', toolCallId, output, ...(isError ? { isError } : {}) }]
}

/** The value of the first of `names` that exists. */
function first(record: CallRecord, names: readonly string[]): unknown {
  const name = names.find((candidate) => record[candidate] !== undefined)
  return name === undefined ? undefined : record[name]
}
