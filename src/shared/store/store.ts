import type { ErrorData } from '../errors'
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

/** Something that happened to the store, until the user has read it. */
export interface StoreNotice {
  id: NoticeId
  at: number
  /** In English, as are the paragraphs; windows say what `event` is in their language. */
  title: string
  /** Whole sentences for people, one paragraph each. */
  paragraphs: string[]
  /** Absent from notices that an older version stored. */
  event?: StoreEvent
}

/** How damage to the file with the chats showed. */
export const storeDamages = [
  'unreadable',
  'found-in-use',
  'missing',
  'empty',
  'log-lost',
  'log-broken',
] as const
export type StoreDamage = (typeof storeDamages)[number]

/** What a notice is about. */
export type StoreEvent =
  | StoreRepair
  /** Only the newest changes are gone, and nothing can bring them back. */
  | { code: 'log-lost'; newestMessageAt: number | null }
  | { code: 'restored'; snapshotAt: number }
  | { code: 'file-damaged' | 'not-restored' | 'snapshots-fail'; error: ErrorData }

/** A repair of the file with the chats. */
export interface StoreRepair {
  code: 'repaired'
  damage: StoreDamage
  /** What the repair began with. */
  base: 'snapshot' | 'file'
  /** The snapshot that it began with; null when there was none, or it began with the file. */
  snapshot: { createdAt: number | null; messageCount: number } | null
  /** What the damaged file gave beyond that; null when nothing of it could be read. */
  salvaged: { messageCount: number; sessionCount: number } | null
  lost: LostMessages
  /** Whether nothing else is lost, as far as what was on the disk tells. */
  isLostComplete: boolean
  /** The time of the newest message that is left; null without any. */
  newestMessageAt: number | null
  /** The path of the damaged file; null when it was not there. */
  keptAs: string | null
}

/** Messages that could not be read any more, and the chats that they were in. */
export interface LostMessages {
  count: number
  /** Some of the chats that are still known. */
  chats: { title: string; count: number }[]
  /** How many more are known. */
  moreChatCount: number
  /** Messages of chats that are not known any more. */
  unknownCount: number
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
