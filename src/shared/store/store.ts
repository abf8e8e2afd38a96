import type { AppSettings } from '../app/schema'
import type { ModelPreference } from '../models/models'
import type { ErrorData } from '../errors'
import type { ComparisonId, ExportId, NoticeId, SetId, SetRunId, SessionId, SnapshotId } from '../ids'
import type { MarkdownFolderProblem } from './markdown-folder'
import type { ImportReason } from './import-reasons'

/** A verified copy of all stored data. Times are in milliseconds since the epoch. */
export interface StoreSnapshot {
  id: SnapshotId
  createdAt: number
  sizeBytes: number
  /** Why it was taken. */
  reason: 'schedule' | 'migration' | 'asked' | 'restore'
  sessionCount: number
  messageCount: number
}

/** Something that happened to the store, kept until the user dismisses it. */
export interface StoreNotice {
  id: NoticeId
  at: number
  /** In English, like the paragraphs; windows format `event` in their own language. */
  title: string
  /** Whole sentences, one paragraph each. */
  paragraphs: string[]
  /** Absent if another version of Parley stored the notice. */
  event?: StoreEvent
}

/** How damage to the database was detected. */
export const storeDamages = [
  'unreadable',
  'found-in-use',
  'missing',
  'empty',
  'log-lost',
  'log-broken',
] as const
export type StoreDamage = (typeof storeDamages)[number]

/** The subject of a notice. */
export type StoreEvent =
  | StoreRepair
  /** Only the most recent changes are lost, and they cannot be recovered. */
  | { code: 'log-lost'; newestMessageAt: number | null }
  /** A log of an older copy hid newer changes, which are there again. */
  | { code: 'older-log'; keptAs: string }
  /** The database is older than when Parley last wrote it, as after a backup was put back. */
  | { code: 'older-store'; commitCount: number; newestMessageAt: number | null }
  /** The data folder is on a network disk or in a synced folder. */
  | { code: 'risky-folder'; place: 'network' | 'synced'; folder: string }
  | { code: 'restored'; snapshotAt: number }
  | { code: 'file-damaged' | 'not-restored' | 'snapshots-fail'; error: ErrorData }
  /** An MCP server did not stop a cancelled call, and was restarted. */
  | { code: 'server-restarted'; server: string }
  /** The Markdown files of chats are not kept up to date. */
  | { code: 'markdown-folder-paused'; problem: MarkdownFolderProblem; folder: string }

/** A repair of the database. */
export interface StoreRepair {
  code: 'repaired'
  damage: StoreDamage
  /** What the repair started from. */
  base: 'snapshot' | 'file'
  /** The snapshot it started from; null when there was none, or it started from the file. */
  snapshot: { createdAt: number | null; messageCount: number } | null
  /** What was recovered from the damaged file in addition; null when none of it could be read. */
  salvaged: { messageCount: number; sessionCount: number } | null
  lost: LostMessages
  /** Whether nothing else is lost, as far as the disk shows. */
  isLostComplete: boolean
  /** Time of the newest remaining message; null if none. */
  newestMessageAt: number | null
  /** Path of the damaged file; null when there was none. */
  keptAs: string | null
}

/** Messages that could not be recovered, and their chats. */
export interface LostMessages {
  count: number
  /** Some of the chats that are still known. */
  chats: { title: string; count: number }[]
  /** How many more chats are known. */
  moreChatCount: number
  /** Lost messages of chats that are no longer known. */
  unknownCount: number
}

/** Why conversations of a file were skipped, and how many. */
export interface ImportSkip extends ImportReason {
  /** In English. */
  reason: string
  count: number
  /** Titles of some of them. */
  examples: string[]
}

/** The apps whose files can be imported. */
export type ImportSource =
  | 'parley'
  | 'chatgpt'
  | 'claude'
  | 'open-webui'
  | 'librechat'
  | 'cherry-studio'
  | 'chatbox'
  | 'big-agi'
  | 'lm-studio'
  | 'jan'
  | 'deepchat'

/**
 * The valid settings in an archive: those that differ from their defaults, providers without keys, and what the user
 * has set for models.
 */
export interface ArchivedSettings {
  settings: Partial<AppSettings>
  providers: ArchivedProvider[]
  models: ModelPreference[]
}

/** A provider in an export of everything. It has no key. */
export interface ArchivedProvider {
  id: string
  kind: 'openai' | 'anthropic' | 'google' | 'openai-compatible'
  name: string
  baseUrl: string
}

/** Events of `import.run`: progress, then one result. */
export type ImportEvent =
  | { type: 'progress'; readBytes: number; totalBytes: number; importedCount: number; skippedCount: number }
  | {
      type: 'summary'
      source: ImportSource
      importedCount: number
      messageCount: number
      /** Conversations that already existed, unchanged. */
      knownCount: number
      /** Conversations that already existed and gained messages. */
      extendedCount: number
      /** Parley comparisons, prompts, line-ups and prompt sets that were imported besides conversations. */
      comparisonCount?: number
      promptCount?: number
      lineUpCount?: number
      projectCount?: number
      setCount?: number
      skipped: ImportSkip[]
      /** Conversations that were imported with warnings, and why. */
      remarks: ImportSkip[]
      /** Some of the imported chats, so that they can be opened. */
      sessionIds: SessionId[]
      /** Likewise, comparisons. */
      comparisonIds?: ComparisonId[]
      /** How many votes of other people were imported, and how many of the user's own, which count in the ranking. */
      voteCount?: number
      ownVoteCount?: number
      /** How many runs of prompt sets were imported, and some of them. */
      setRunCount?: number
      setRuns?: { setId: SetId; runId: SetRunId }[]
      /**
       * Settings in the file. They are not applied until the user asks for it, which uses `settings.set`,
       * `providers.save` and `models.updateMany`.
       */
      settings?: ArchivedSettings
    }

/** The input of `export.run` for everything that is stored, and the settings. */
export const exportOfEverything = { what: 'everything' } as const

/** Events of `export.run`: progress, then one result. */
export type ExportEvent =
  | { type: 'progress'; doneCount: number; totalCount: number }
  | {
      type: 'ready'
      exportId: ExportId
      fileName: string
      sizeBytes: number
      /** How many comparisons an export of everything left out, because their contestants are hidden. */
      hiddenCount?: number
    }
