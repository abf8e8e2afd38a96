import type { ExportId, NoticeId, SessionId, SnapshotId } from '../ids'
import type { ImportReason } from './import-reasons'

/** A verified copy of everything that is stored. Times are milliseconds since the epoch. */
export interface StoreSnapshot {
  id: SnapshotId
  createdAt: number
  sizeBytes: number
  /** Why it was taken. */
  reason: 'schedule' | 'migration' | 'asked' | 'restore'
  sessionCount: number
  messageCount: number
}

/** Something that happened to the store, and what is missing because of it. */
export interface StoreNotice {
  id: NoticeId
  at: number
  title: string
  /** Whole sentences for people, one paragraph each. */
  paragraphs: string[]
}

/** Why a conversation of a file was not taken in, and how many were not for that reason. */
export interface ImportSkip extends ImportReason {
  /** In English. */
  reason: string
  count: number
  /** The titles of some of them. */
  examples: string[]
}

/** What `import.run` tells while it reads, and once at the end. */
export type ImportEvent =
  | { type: 'progress'; readBytes: number; totalBytes: number; importedCount: number; skippedCount: number }
  | {
      type: 'summary'
      source: 'parley' | 'chatgpt' | 'claude'
      importedCount: number
      messageCount: number
      /** Conversations that were here already, unchanged. */
      knownCount: number
      /** Conversations that were here already and have more messages now. */
      extendedCount: number
      /** Comparisons and prompts of Parley that came, beside conversations. */
      comparisonCount?: number
      promptCount?: number
      skipped: ImportSkip[]
      /** Conversations that were taken in although something about them was odd, and what. */
      remarks: ImportSkip[]
      /** Some of those that were taken in, to be opened. */
      sessionIds: SessionId[]
    }

/** What `export.run` tells while it writes, and once at the end. */
export type ExportEvent =
  | { type: 'progress'; doneCount: number; totalCount: number }
  | { type: 'ready'; exportId: ExportId; fileName: string; sizeBytes: number }
