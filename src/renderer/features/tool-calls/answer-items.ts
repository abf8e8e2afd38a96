import type { Part, ToolResultPart } from '../../../shared/sessions/messages'
import type { CallFacts } from '../approvals/call-facts'

/** A call in an answer, with the calls of its sub-agent. */
export interface CallItem extends CallFacts {
  kind: 'call'
  index: number
  inner: readonly CallListItem[]
}

/** Consecutive read-only calls. */
export interface QuietItem {
  kind: 'quiet'
  index: number
  calls: readonly CallItem[]
}

/** An entry of a list of calls: one call, or consecutive read-only calls. */
export type CallListItem = CallItem | QuietItem

/** One item of an answer, with the index of its part. */
export type AnswerItem = CallListItem | { kind: 'part'; index: number; part: Part }

/** The depth to which sub-agents are nested; the calls of deeper ones are next to their own. */
const maxAgentDepth = 8

const quietKinds: ReadonlySet<string | undefined> = new Set(['read', 'search', 'fetch'])

/**
 * The items of an answer: results at their calls, calls of sub-agents in the call that started them, and read-only calls
 * grouped. `isAsked` says which calls have a pending request; these are not grouped.
 */
export function answerItems(parts: readonly Part[], isAsked: (toolCallId: string) => boolean): AnswerItem[] {
  const results = new Map<string, ToolResultPart>()
  const called = new Set<string>()
  for (const part of parts) {
    if (part.type === 'tool-result') results.set(part.toolCallId, part)
    else if (part.type === 'tool-call') called.add(part.toolCallId)
  }
  const items: AnswerItem[] = []
  const innerOf = new Map<string, { calls: CallItem[]; depth: number }>()
  const flat: { item: CallItem; inner: CallItem[] }[] = []
  for (const [index, part] of parts.entries()) {
    if (part.type === 'tool-call') {
      // Only an earlier call can be the parent, so no cycles are possible.
      const parent = part.parentToolCallId === undefined ? undefined : innerOf.get(part.parentToolCallId)
      const inner: CallItem[] = []
      const item: CallItem = { kind: 'call', index, call: part, result: results.get(part.toolCallId), inner }
      const depth = (parent?.depth ?? 0) + 1
      innerOf.set(
        part.toolCallId,
        depth > maxAgentDepth && parent !== undefined ? parent : { calls: inner, depth },
      )
      flat.push({ item, inner })
      if (parent === undefined) items.push(item)
      else parent.calls.push(item)
    } else if (isShown(part, called)) items.push({ kind: 'part', index, part })
  }
  // Deepest first: the content of a call is complete before the call itself is grouped.
  for (const { item, inner } of flat.toReversed()) {
    if (inner.length > 0) item.inner = taken(inner, isAsked)
  }
  return taken(items, isAsked)
}

/** The number of calls by a sub-agent, including those of its own sub-agents. */
export function callCount(items: readonly CallListItem[]): number {
  let count = 0
  for (const item of items) {
    if (item.kind === 'quiet') count += item.calls.length
    else count += 1 + callCount(item.inner)
  }
  return count
}

function isShown(part: Part, called: ReadonlySet<string>): boolean {
  if (part.type === 'tool-result') return !called.has(part.toolCallId)
  if (part.type === 'plan') return part.entries.length > 0
  return part.type !== 'reasoning' || part.text !== ''
}

function taken<Item extends AnswerItem>(
  items: readonly Item[],
  isAsked: (toolCallId: string) => boolean,
): (Item | QuietItem)[] {
  const after: (Item | QuietItem)[] = []
  let run: CallItem[] = []
  const endRun = () => {
    const [first] = run
    if (first !== undefined) after.push({ kind: 'quiet', index: first.index, calls: run })
    run = []
  }
  for (const item of items) {
    if (item.kind === 'call' && isQuiet(item, isAsked)) run.push(item)
    else {
      endRun()
      after.push(item)
    }
  }
  endRun()
  return after
}

function isQuiet({ call, inner }: CallItem, isAsked: (toolCallId: string) => boolean): boolean {
  return (
    quietKinds.has(call.kind) &&
    inner.length === 0 &&
    call.changes === undefined &&
    call.approval === undefined &&
    !isAsked(call.toolCallId)
  )
}
