import type { ComparisonId, MergeId, MessageId, PaneId, SessionId } from '../ids'

/**
 * The results that a merge can make of its sources: the best of all, only their contradictions, a checklist, the first
 * source improved with the others, or a result by the user's instructions.
 */
export const mergeKinds = ['best', 'conflicts', 'checklist', 'improve', 'custom'] as const
export type MergeKind = (typeof mergeKinds)[number]

/** Limits of a merge. */
export const mergeLimits = {
  minSources: 2,
  instructionChars: 8_000,
  /** The length of all source answers together, in UTF-16 units. */
  sourceChars: 400_000,
}

/** An answer that was merged. */
export interface MergedAnswer {
  paneId: PaneId
  messageId: MessageId
}

/** A merge of answers in a comparison. Its question and answer are the messages of its session. */
export interface StoredMerge {
  mergeId: MergeId
  comparisonId: ComparisonId
  sessionId: SessionId
  /** `provider/model`: the model that merges. */
  model: string
  kind: MergeKind
  instructions: string | null
  /** In the order chosen by the user; `improve` improves the first. */
  answers: MergedAnswer[]
  createdAt: number
}
