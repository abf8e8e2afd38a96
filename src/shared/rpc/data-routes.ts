import { z } from 'zod'

import type { ExportId, ImportId, NoticeId, SessionId, SnapshotId } from '../ids'
import type { ReadingPlace } from '../sessions/reading-place'
import type { MarkdownFolderState } from '../store/markdown-folder'
import { languages } from '../locales/language'
import type { StoreNotice, StoreSnapshot } from '../store/store'
import type { SyncProblem, SyncState } from '../store/sync'
import { syncPassphrase, syncPlace } from '../store/sync-place'
import { route } from './definitions/define-route'
import { comparisonId, language, messageId, pageDiagrams, projectId, sessionId } from './definitions/fields'
import { id } from '../schema'
import { wireLimits } from './definitions/limits'
import { setRunId } from './comparing/set-fields'
import { rankingQuery } from './comparing/vote-routes'

const importId = id<ImportId>()
const exportId = id<ExportId>()
const snapshotId = id<SnapshotId>()
const noticeId = id<NoticeId>()
const place = z.string().min(1).max(300)
const offset = z.number().int().min(0)

const bundle = {
  format: z.literal('bundle'),
  withInstructions: z.boolean().exactOptional(),
  diagrams: pageDiagrams,
  language,
}

/**
 * The input of `export.run`: these chats, all of a project with its comparisons, or all chats; everything, which is
 * all rows of the store with the settings, without keys; one comparison with its votes, as rows or as text; or a bundle, one HTML file that is readable without Parley and contains its data: a comparison, a run of a
 * prompt set, or a ranking as of `ranking.get`. It contains system prompts only `withInstructions`. Or a run of a
 * prompt set: its answers as CSV, everything as JSON, or a configuration for promptfoo. `diagrams` are drawings for its
 * pages. `language` is that of labels, sentences and file names.
 */
export const exportInput = z.union([
  z.object({ what: z.literal('everything'), language }),
  // Before the chats, or their ids would be dropped.
  z.object({ format: z.enum(['csv', 'json', 'promptfoo']), runId: setRunId, language }),
  z.object({ format: z.enum(['json', 'markdown']), comparisonId, language }),
  z.object({ format: z.enum(['json', 'markdown', 'html']), projectId, diagrams: pageDiagrams, language }),
  z.object({
    format: z.enum(['json', 'markdown', 'html']),
    sessionIds: z.array(sessionId).min(1).max(100_000).exactOptional(),
    diagrams: pageDiagrams,
    language,
  }),
  z.object({ ...bundle, comparisonId }),
  z.object({ ...bundle, runId: setRunId }),
  z.object({ ...bundle, ranking: rankingQuery }),
])

/** Routes of stored data as a whole: drafts, imports, exports, snapshots and notices. */
export const dataRoutes = {
  /** Unsent text by the composer it was typed in, with the time of its last change. */
  'drafts.list': route(() => z.object({})).returns<{
    drafts: Record<string, { text: string; updatedAt: number }>
  }>(),
  /** Saves a draft; an empty one is deleted. An `updatedAt` older than the stored one changes nothing. */
  'drafts.set': route(() =>
    z.object({ place, text: z.string().max(wireLimits.messageBytes), updatedAt: z.number().int().min(0) }),
  ).returns<Record<string, never>>(),

  /** Where the user was reading in each stored chat and pane that was not left at its end. */
  'readingPlaces.list': route(() => z.object({})).returns<{ places: Record<SessionId, ReadingPlace> }>(),
  /** Null: the end. Nothing is stored for a temporary chat, or one that does not exist. */
  'readingPlaces.set': route(() =>
    z.object({ sessionId, place: z.object({ messageId, topPx: z.number().min(-1e9).max(1e9) }).nullable() }),
  ).returns<Record<string, never>>(),

  /** Starts an upload; the bytes follow in `imports.append`, and `import.run` reads them. */
  'imports.begin': route(() =>
    z.object({ fileName: z.string().max(1024), sizeBytes: z.number().int().min(0) }),
  ).returns<{ importId: ImportId }>(),
  /** The next piece of the file, in base64, at `offset`; pieces arrive in order. */
  'imports.append': route(() =>
    z.object({ importId, offset, data: z.base64().max(wireLimits.pieceChars) }),
  ).returns<{ receivedBytes: number }>(),
  /** Discards an uploaded file. */
  'imports.discard': route(() => z.object({ importId })).returns<Record<string, never>>(),
  /** The sources of the diagrams that the pages of an export would show, to be drawn for `export.run`. */
  'exports.diagrams': route(() => exportInput).returns<{ sources: string[] }>(),
  /** A piece of a finished export, in base64. */
  'exports.read': route(() => z.object({ exportId, offset })).returns<{ data: string; isLast: boolean }>(),
  /** Discards a finished export. */
  'exports.discard': route(() => z.object({ exportId })).returns<Record<string, never>>(),

  /** The folder with a Markdown file for each chat. */
  'markdownFolder.get': route(() => z.object({})).returns<{ state: MarkdownFolderState }>(),
  /**
   * Chooses the folder and starts to write. Null: no folder any more; the files stay.
   * @throws INVALID_INPUT the path is not absolute
   */
  'markdownFolder.set': route(() =>
    z.object({
      folder: z.string().trim().min(1).max(4_096).nullable(),
      isKept: z.boolean(),
      language: z.enum(languages),
    }),
  ).returns<{ state: MarkdownFolderState }>(),
  /** Brings all files up to date now. */
  'markdownFolder.write': route(() => z.object({})).returns<{ state: MarkdownFolderState }>(),

  /** The exchange with the person's other machines. The passphrase is never sent to windows. */
  'sync.get': route(() => z.object({})).returns<{ state: SyncState }>(),
  /**
   * Exchanges everything through a folder or a server from now on, unless there is a problem. `isNew`: the folder gets a
   * key for this passphrase if it has none. `secret`: the password of the server, or the secret of its access key. If this
   * place is in use, an empty secret or passphrase is the one in use.
   * @throws INVALID_INPUT the path is not absolute
   */
  'sync.start': route(() =>
    z.object({
      place: syncPlace,
      secret: z.string().max(4_096),
      passphrase: z.string().max(1_000),
      isNew: z.boolean(),
    }),
  ).returns<{ state: SyncState; problem: SyncProblem | null }>(),
  /** Another passphrase opens the place from now on, unless there is a problem. */
  'sync.changePassphrase': route(() => z.object({ passphrase: syncPassphrase })).returns<{
    state: SyncState
    problem: SyncProblem | null
  }>(),
  /** Exchanges nothing any more. The files in the folder stay, and so does everything here. */
  'sync.stop': route(() => z.object({})).returns<{ state: SyncState }>(),
  /**
   * Removes what a device has written, once this one has written it again. It can come back with the passphrase.
   * @throws INVALID_INPUT it is this device, or not all of it is here
   */
  'sync.removeDevice': route(() => z.object({ deviceId: z.string().min(1).max(64) })).returns<{
    state: SyncState
  }>(),

  /** Verified copies of all stored data, newest first. */
  'snapshots.list': route(() => z.object({})).returns<{ snapshots: StoreSnapshot[] }>(),
  'snapshots.take': route(() => z.object({})).returns<{ snapshot: StoreSnapshot }>(),
  /** Restarts Parley with this snapshot; the current data is first saved as another snapshot. */
  'snapshots.restore': route(() => z.object({ snapshotId })).returns<{ restarting: boolean }>(),
  /** Undismissed notices about the store. */
  'notices.list': route(() => z.object({})).returns<{ notices: StoreNotice[] }>(),
  'notices.dismiss': route(() => z.object({ noticeId })).returns<Record<string, never>>(),
}

/** The input of routes and streams about one import. */
export const importInput = z.object({ importId })
