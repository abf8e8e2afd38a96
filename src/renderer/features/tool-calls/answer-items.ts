import type { Part, ToolResultPart } from '../../../shared/sessions/messages'
import type { CallFacts } from '../approvals/call-facts'

/** A call where it stands in an answer, with those that were made for it. */
export interface CallItem extends CallFacts {
  kind: 'call'
  index: number
  inner: readonly CallListItem[]
}

/** Consecutive calls that only looked at something. */
export interface QuietItem {
  kind: 'quiet'
  index: number
  calls: readonly CallItem[]
}

export type CallListItem = CallItem | QuietItem

/** One thing of an answer that is shown, by its place among the parts. */
export type AnswerItem = CallListItem | { kind: 'part'; index: number; part: Part }

/** Sub-agents within sub-agents are shown this deep; the calls of deeper ones stand beside their own. */
const maxAgentDepth = 8

const quietKinds: ReadonlySet<string | undefined> = new Set(['read', 'search', 'fetch'])

/**
 * What is shown of an answer: results at their calls, calls of sub-agents in the call that began them, and calls that
 * only look taken together. `isAsked` says of which calls something is asked: these stand for themselves.
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
      // Only a call that came before can have made this one: so none is its own parent, over however many others.
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
  // The deepest first: what stands in a call is whole before the call itself is taken together with others.
  for (const { item, inner } of flat.toReversed()) {
    if (inner.length > 0) item.inner = taken(inner, isAsked)
  }
  return taken(items, isAsked)
}

/** How many calls a sub-agent has made, those of its own sub-agents among them. */
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
