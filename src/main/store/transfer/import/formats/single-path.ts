import { failure } from '../../../../../shared/failures/failure'
import { isNestedDeeperThan } from '../../../../../shared/json-depth'
import type { Part } from '../../../../../shared/sessions/messages'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import type { InputMessage, InputPath } from './input-path'
import { importLimits, inMegabytes } from '../../../uploads/import-limits'
import { toolCallsByMessage } from './separate-tool-calls'

/** The latest time that a date can represent. */
const lastMoment = 8_640_000_000_000_000

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
