import type { z } from 'zod'

import { failure } from '../../../../../shared/failures/failure'
import { isNestedDeeperThan } from '../../../../../shared/json-depth'
import type { importedMessage } from '../../../../../shared/rpc/imported-message'
import type { Part } from '../../../../../shared/sessions/messages'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import { importLimits, inMegabytes } from '../../../uploads/import-limits'

/** The latest time that a date can represent. */
const lastMoment = 8_640_000_000_000_000

/** A checked message from `sessions.import`. */
type InputMessage = z.output<typeof importedMessage>

/** Consecutive messages, with tool calls listed separately. */
export interface InputPath {
  messages: readonly InputMessage[]
  toolCalls: readonly Record<string, unknown>[]
}

/** The times of the first and the last message, if known. */
export function timesOf(messages: readonly { createdAt?: number | null | undefined }[]): {
  first: number | null
  last: number | null
} {
  let first: number | null = null
  let last: number | null = null
  for (const { createdAt } of messages) {
    if (createdAt == null) continue
    first = first === null ? createdAt : Math.min(first, createdAt)
    last = last === null ? createdAt : Math.max(last, createdAt)
  }
  return { first, last }
}

/** A path in the form in which it is stored. */
interface SinglePath {
  /** Generated on demand, so that a long path does not block others. */
  messages: Iterable<TreeMessage>
  leafKey: string | null
}

/**
 * The messages one after another. One without a time comes right after the one before it; without any times they start
 * at `now`. Iterating over `messages` throws INVALID_INPUT at one that is too large or nested too deeply.
 */
export function singlePath(path: InputPath, now: number): SinglePath {
  const calls = toolCallsByMessage(path)
  // Calls without any answer that could have made them get an answer for themselves.
  const count = path.messages.length + (calls.has(path.messages.length) ? 1 : 0)
  return { messages: inOrder(path, calls, count, now), leafKey: count === 0 ? null : String(count - 1) }
}

function* inOrder(
  { messages }: InputPath,
  calls: Map<number, Part[]>,
  count: number,
  now: number,
): Generator<TreeMessage> {
  const timed = messages.findIndex((message) => message.createdAt !== undefined)
  // Messages before the first one with a time come right before it.
  let createdAt = timed === -1 ? now - 1 : Math.max(0, (messages[timed]?.createdAt ?? now) - timed) - 1
  for (let index = 0; index < count; index += 1) {
    const message: InputMessage = messages[index] ?? { role: 'assistant', content: '' }
    createdAt = message.createdAt ?? Math.min(createdAt + 1, lastMoment)
    const parts = [...(calls.get(index) ?? []), ...toParts(message.content)]
    assertFits(parts, index)
    yield toTreeMessage(index, message.role, parts, createdAt)
  }
}

function toTreeMessage(
  index: number,
  role: TreeMessage['role'],
  parts: Part[],
  createdAt: number,
): TreeMessage {
  const parentKey = index === 0 ? null : String(index - 1)
  return { key: String(index), parentKey, role, parts, status: 'complete', createdAt }
}

function toParts(content: InputMessage['content']): readonly Part[] {
  if (typeof content !== 'string') return content
  return content === '' ? [] : [{ type: 'text', text: content }]
}

function assertFits(parts: readonly Part[], index: number): void {
  const place = { field: `messages.${index}.content`, number: index + 1 }
  if (isNestedDeeperThan(parts, importLimits.depth)) {
    throw failure('INVALID_INPUT', 'message-too-deep', { ...place, max: importLimits.depth })
  }
  if (Buffer.byteLength(JSON.stringify(parts)) > importLimits.messageBytes) {
    const limit = inMegabytes(importLimits.messageBytes)
    throw failure('INVALID_INPUT', 'message-too-large', { ...place, limit })
  }
}

type CallRecord = Record<string, unknown>

/**
 * The parts for separately listed tool calls, by the index of their answer: the one that a call names, or else the last
 * one. Without any answer that is the index after the last message. A record without a tool name is not a call.
 */
function toolCallsByMessage({ messages, toolCalls }: InputPath): Map<number, Part[]> {
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant')
  const byMessage = new Map<number, Part[]>()
  for (const [index, record] of toolCalls.entries()) {
    const parts = callParts(record, index)
    if (parts === null) continue
    const named = firstOf(record, ['messageIndex', 'assistant_msg_idx'])
    const isAnswer = typeof named === 'number' && messages[named]?.role === 'assistant'
    const owner = isAnswer ? named : lastAnswer === -1 ? messages.length : lastAnswer
    const known = byMessage.get(owner)
    if (known === undefined) byMessage.set(owner, parts)
    else known.push(...parts)
  }
  return byMessage
}

function callParts(record: CallRecord, index: number): Part[] | null {
  const toolName = firstOf(record, ['toolName', 'name'])
  if (typeof toolName !== 'string' || toolName === '') return null
  const id = firstOf(record, ['toolCallId', 'id', 'tid'])
  const toolCallId = typeof id === 'string' && id !== '' ? id.slice(0, 512) : `call-${index}`
  const output = firstOf(record, ['output', 'result', 'snippet'])
  const isError = record['isError'] === true
  const call: Part = {
    type: 'tool-call',
    toolCallId,
    toolName: toolName.slice(0, 512),
    input: firstOf(record, ['input', 'args', 'arguments']) ?? null,
    state: isError ? 'failed' : 'done',
  }
  if (output === undefined) return [call]
  return [call, { type: 'tool-result', toolCallId, output, ...(isError ? { isError } : {}) }]
}

/** The value of the first of `names` that exists. */
function firstOf(record: CallRecord, names: readonly string[]): unknown {
  const name = names.find((candidate) => record[candidate] !== undefined)
  return name === undefined ? undefined : record[name]
}
