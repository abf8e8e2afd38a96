import type { AppSettings } from '../app/schema'
import type { ModelPreference, RemoteProviderKind } from '../models/models'
import type { ComparisonId, ExportId, SetId, SetRunId, SessionId, SnapshotId } from '../ids'
import type { ImportReason } from './import-reasons'

export type { LostMessages, StoreEvent, StoreNotice, StoreRepair } from './schema'

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

/** The ways in which damage to the database was detected. */
export const storeDamages = [
  'unreadable',
  'found-in-use',
  'missing',
  'empty',
  'log-lost',
  'log-broken',
] as const
export type StoreDamage = (typeof storeDamages)[number]

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
  kind: RemoteProviderKind
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
      /** The number of imported votes of other people, and of the user's own, which count in the ranking. */
      voteCount?: number
      ownVoteCount?: number
      /** The number of imported runs of prompt sets, and some of them. */
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
      /** The number of comparisons that an export of everything left out, because their contestants are hidden. */
      hiddenCount?: number
    }
