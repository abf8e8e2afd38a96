import { z } from 'zod'

import type { ExportId, ImportId, NoticeId, SnapshotId } from '../ids'
import type { StoreNotice, StoreSnapshot } from '../store/store'
import { route } from './define-route'
import { id, sessionId } from './fields'
import { wireLimits } from './limits'

const importId = id<ImportId>()
const exportId = id<ExportId>()
const snapshotId = id<SnapshotId>()
const noticeId = id<NoticeId>()
const place = z.string().min(1).max(300)
const offset = z.number().int().min(0)

/** The routes of everything that is stored, taken together: drafts, files in and out, snapshots, notices. */
export const dataRoutes = {
  /** What was typed and not sent, by the place it was typed in, with the time of the last change. */
  'drafts.list': route(z.object({})).returns<{
    drafts: Record<string, { text: string; updatedAt: number }>
  }>(),
  /** Keeps a draft; an empty one is forgotten. An older `updatedAt` than the stored one changes nothing. */
  'drafts.set': route(
    z.object({ place, text: z.string().max(wireLimits.messageBytes), updatedAt: z.number().int().min(0) }),
  ).returns<Record<string, never>>(),

  /** Begins to take in a file; its bytes follow by `imports.append`, and `import.run` reads it. */
  'imports.begin': route(
    z.object({ fileName: z.string().max(1024), sizeBytes: z.number().int().min(0) }),
  ).returns<{ importId: ImportId }>(),
  /** The next piece of the file, in base64. `offset` says where it belongs: pieces come in order. */
  'imports.append': route(
    z.object({ importId, offset, data: z.base64().max(wireLimits.pieceChars) }),
  ).returns<{ receivedBytes: number }>(),
  /** Forgets a file that is not to be read after all. */
  'imports.discard': route(z.object({ importId })).returns<Record<string, never>>(),
  /** The next piece of a finished export, in base64. */
  'exports.read': route(z.object({ exportId, offset })).returns<{ data: string; isLast: boolean }>(),
  /** Forgets a finished export. */
  'exports.discard': route(z.object({ exportId })).returns<Record<string, never>>(),

  /** Verified copies of everything that is stored, the newest first. */
  'snapshots.list': route(z.object({})).returns<{ snapshots: StoreSnapshot[] }>(),
  'snapshots.take': route(z.object({})).returns<{ snapshot: StoreSnapshot }>(),
  /** Starts Parley anew with this snapshot; what was stored until now is kept as a snapshot itself. */
  'snapshots.restore': route(z.object({ snapshotId })).returns<{ restarting: boolean }>(),
  /** What happened to the store that a user should know, until it is dismissed. */
  'notices.list': route(z.object({})).returns<{ notices: StoreNotice[] }>(),
  'notices.dismiss': route(z.object({ noticeId })).returns<Record<string, never>>(),
}

/** What `export.run` is asked for: these chats, or all of them. */
export const exportInput = z.object({
  format: z.enum(['json', 'markdown', 'html']),
  sessionIds: z.array(sessionId).min(1).max(100_000).exactOptional(),
})
export const importInput = z.object({ importId })
