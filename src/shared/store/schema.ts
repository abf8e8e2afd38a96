import { z } from 'zod'

import type { NoticeId } from '../ids'
import { errorData, storedId } from '../schema'
import { markdownFolderProblems } from './markdown-folder'
import { storeDamages } from './store'

const count = z.number()
const time = z.number()

/** Messages that could not be recovered, and their chats. */
const lostMessages = z.object({
  count,
  /** Some of the chats that are still known. */
  chats: z.array(z.object({ title: z.string(), count })),
  /** The number of further chats that are still known. */
  moreChatCount: count,
  /** Lost messages of chats that are no longer known. */
  unknownCount: count,
})
export type LostMessages = z.infer<typeof lostMessages>

/** A repair of the database. */
const storeRepair = z.object({
  code: z.literal('repaired'),
  damage: z.enum(storeDamages),
  /** The starting point of the repair. */
  base: z.enum(['snapshot', 'file']),
  /** The snapshot it started from; null when there was none, or it started from the file. */
  snapshot: z.object({ createdAt: time.nullable(), messageCount: count }).nullable(),
  /** Content that was recovered from the damaged file in addition; null when none of it could be read. */
  salvaged: z.object({ messageCount: count, sessionCount: count }).nullable(),
  lost: lostMessages,
  /** Nothing else is lost, as far as the disk shows. */
  isLostComplete: z.boolean(),
  /** Time of the newest remaining message; null if none. */
  newestMessageAt: time.nullable(),
  /** Path of the damaged file; null when there was none. */
  keptAs: z.string().nullable(),
})
export type StoreRepair = z.infer<typeof storeRepair>

/** The subject of a notice. */
const storeEvent = z.discriminatedUnion('code', [
  storeRepair,
  /** Only the most recent changes are lost, and they cannot be recovered. */
  z.object({ code: z.literal('log-lost'), newestMessageAt: time.nullable() }),
  /** A log of an older copy hid newer changes, which are there again. */
  z.object({ code: z.literal('older-log'), keptAs: z.string() }),
  /** The database is older than when Parley last wrote it, as after a backup was put back. */
  z.object({ code: z.literal('older-store'), commitCount: count, newestMessageAt: time.nullable() }),
  /** The data folder is on a network disk or in a synced folder. */
  z.object({ code: z.literal('risky-folder'), place: z.enum(['network', 'synced']), folder: z.string() }),
  z.object({ code: z.literal('restored'), snapshotAt: time }),
  z.object({ code: z.enum(['file-damaged', 'not-restored', 'snapshots-fail']), error: errorData }),
  /** An MCP server did not stop a cancelled call, and was restarted. */
  z.object({ code: z.literal('server-restarted'), server: z.string() }),
  /** Chance does not explain that a watched model answers differently. */
  z.object({
    code: z.literal('drift'),
    set: z.string(),
    model: z.string(),
    change: z.enum(['worse', 'better']),
  }),
  /** The Markdown files of chats are not kept up to date. */
  z.object({
    code: z.literal('markdown-folder-paused'),
    problem: z.enum(markdownFolderProblems),
    folder: z.string(),
  }),
])
export type StoreEvent = z.infer<typeof storeEvent>

/** Something that happened to the store, kept until the user dismisses it. */
export const storeNotice = z
  .object({
    id: storedId<NoticeId>(),
    at: time,
    /** In English, like the paragraphs; windows format `event` in their own language. */
    title: z.string(),
    /** Whole sentences, one paragraph each. */
    paragraphs: z.array(z.string()),
    /** Absent if another version of Parley stored the notice. */
    event: storeEvent.nullish().catch(null),
  })
  .transform(({ event, ...notice }) => ({ ...notice, ...(event == null ? {} : { event }) }))
export type StoreNotice = z.infer<typeof storeNotice>
