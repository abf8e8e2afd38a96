import type { MessageId } from '../ids'
import type { ChatSummary } from './messages'

/** What a compaction will do, announced before it starts. */
export interface CompactionPlan {
  /** The last message that the summary will cover. */
  messageId: MessageId
  /** How many visible messages it will cover, and how many are kept as they are. */
  messageCount: number
  keptCount: number
  /** About how many tokens of the next request the summary will replace. */
  coveredTokens: number
  /** About how many tokens the model will read and write in all of its requests. */
  inputTokens: number
  outputTokens: number
  /** How many requests it takes, because the model cannot read everything at once. */
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

/** What the stream `sessions.compact` carries: the plan, how much was written, and the summary once it is stored. */
export type CompactionEvent =
  | ({ type: 'started'; model: string } & CompactionPlan)
  /** `request` counts from 1. */
  | { type: 'progress'; request: number; chars: number }
  | { type: 'compacted'; messageId: MessageId; summary: ChatSummary }
