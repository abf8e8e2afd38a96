import type { Part, ReasoningPart } from '../sessions/messages'
import type { ContinuedAt, RunEventBody, RunSnapshot } from './events'

type Thought = Omit<ReasoningPart, 'type'>

/** Index of the last part that is not sources; -1 if none. */
export function lastIndex(parts: readonly Part[]): number {
  return parts.length - (parts.at(-1)?.type === 'sources' ? 2 : 1)
}

/** The state of a run that continues an answer. */
export function continued(
  state: RunSnapshot,
  { parts, usage }: Extract<RunEventBody, { type: 'continued' }>,
): RunSnapshot {
  const index = lastIndex(parts)
  const text = parts[index]
  return {
    ...state,
    ...(text?.type === 'text' ? { continuedAt: { index, chars: text.text.length, thoughts: 0 } } : {}),
    message: { ...state.message, parts, ...(usage === undefined ? {} : { usage }) },
  }
}

/**
 * The parts and the place after a piece of reasoning that comes before the rest of the text: reasoning must not split
 * the text in two. Null if the text no longer grows.
 */
export function withThought(
  parts: Part[],
  at: ContinuedAt | undefined,
  { text, ...rest }: Thought,
): { parts: Part[]; continuedAt: ContinuedAt } | null {
  if (at === undefined || at.index !== lastIndex(parts)) return null
  const before = at.thoughts > 0 ? parts[at.index - 1] : undefined
  if (before?.type === 'reasoning' && before.providerData === undefined) {
    const longer = { ...before, text: before.text + text, ...rest }
    return { parts: parts.with(at.index - 1, longer), continuedAt: at }
  }
  const continuedAt = { ...at, index: at.index + 1, thoughts: at.thoughts + 1 }
  return { parts: parts.toSpliced(at.index, 0, { type: 'reasoning', text, ...rest }), continuedAt }
}

/** Turns all text of this run into reasoning. What a continued answer had before stays. */
export function asReasoning(state: RunSnapshot): RunSnapshot {
  const { continuedAt: at, message } = state
  const parts = message.parts.flatMap((part, index): Part[] => {
    if (part.type !== 'text' || (at !== undefined && index < at.index)) return [part]
    if (index !== at?.index) return [{ type: 'reasoning', text: part.text }]
    const thought = { type: 'reasoning' as const, text: part.text.slice(at.chars) }
    return [thought, { ...part, text: part.text.slice(0, at.chars) }]
  })
  const next = { ...state, message: { ...message, parts } }
  if (at === undefined) return next
  return { ...next, continuedAt: { ...at, index: at.index + 1, thoughts: at.thoughts + 1 } }
}
