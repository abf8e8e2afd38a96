import type { MessageId } from '../ids'
import type { ChatSummary } from './messages'

/** The effect of a compaction, announced before it starts. */
export interface CompactionPlan {
  /** The last message that the summary will cover. */
  messageId: MessageId
  /** The number of visible messages it will cover, and of those that are kept as they are. */
  messageCount: number
  keptCount: number
  /** About how many tokens of the next request the summary will replace. */
  coveredTokens: number
  /** About how many tokens the model will read and write in all of its requests. */
  inputTokens: number
  outputTokens: number
  /** The number of requests it takes, because the model cannot read everything at once. */
  requestCount: number
  /** It covers files: the summary includes text from files, but only the names of images. */
  hasFiles: boolean
  /** The model costs nothing. */
  isFree: boolean
  /** The size of a file is unknown, so these are lower bounds. */
  isAtLeast: boolean
}

/** The summary that a chat's model is writing. */
export interface CompactionProgress {
  model: string
  startedAt: number
  messageCount: number
}

/** The events of the stream `sessions.compact`: the plan, the amount written, and the summary once it is stored. */
export type CompactionEvent =
  | ({ type: 'started'; model: string } & CompactionPlan)
  /** `request` counts from 1. */
  | { type: 'progress'; request: number; chars: number }
  | { type: 'compacted'; messageId: MessageId; summary: ChatSummary }
