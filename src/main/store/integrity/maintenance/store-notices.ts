import { z } from 'zod'

import { errorCodes, type ErrorData, type ParleyError } from '../../../../shared/errors'
import { inEnglish } from '../../../../shared/failures/failure'
import type { NoticeId } from '../../../../shared/ids'
import { markdownFolderProblems } from '../../../../shared/store/markdown-folder'
import { noticeText } from '../../../../shared/store/notice-text'
import { storeDamages, type StoreEvent, type StoreNotice } from '../../../../shared/store/store'
import type { Clock } from '../../../base/clock'
import type { Dispose } from '../../../base/dispose'
import { Emitter } from '../../../base/emitter'
import { JsonFile } from '../../../base/files/json-file'

/** The limit on notices: beyond it, the oldest are dropped. */
const maxNotices = 50

const counted = z.object({ title: z.string(), count: z.number() })
const errorSchema: z.ZodType<ErrorData> = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).exactOptional(),
})

const eventSchema: z.ZodType<StoreEvent> = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('repaired'),
    damage: z.enum(storeDamages),
    base: z.enum(['snapshot', 'file']),
    snapshot: z.object({ createdAt: z.number().nullable(), messageCount: z.number() }).nullable(),
    salvaged: z.object({ messageCount: z.number(), sessionCount: z.number() }).nullable(),
    lost: z.object({
      count: z.number(),
      chats: z.array(counted),
      moreChatCount: z.number(),
      unknownCount: z.number(),
    }),
    isLostComplete: z.boolean(),
    newestMessageAt: z.number().nullable(),
    keptAs: z.string().nullable(),
  }),
  z.object({ code: z.literal('log-lost'), newestMessageAt: z.number().nullable() }),
  z.object({ code: z.literal('older-log'), keptAs: z.string() }),
  z.object({
    code: z.literal('older-store'),
    commitCount: z.number(),
    newestMessageAt: z.number().nullable(),
  }),
  z.object({ code: z.literal('risky-folder'), place: z.enum(['network', 'synced']), folder: z.string() }),
  z.object({ code: z.literal('restored'), snapshotAt: z.number() }),
  z.object({ code: z.literal('server-restarted'), server: z.string() }),
  z.object({
    code: z.literal('markdown-folder-paused'),
    problem: z.enum(markdownFolderProblems),
    folder: z.string(),
  }),
  z.object({ code: z.enum(['file-damaged', 'not-restored', 'snapshots-fail']), error: errorSchema }),
])

/** A notice whose event this version does not know keeps its English text. */
export const noticeSchema: z.ZodType<StoreNotice> = z
  .object({
    id: z.string().transform((id) => id as NoticeId),
    at: z.number(),
    title: z.string(),
    paragraphs: z.array(z.string()),
    event: eventSchema.nullish().catch(null),
  })
  .transform(({ event, ...notice }) => ({ ...notice, ...(event == null ? {} : { event }) }))

/** Notices are rare, and a start would have to load the data of this format. */
function formatTime(time: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' }).format(time)
}

/** A notice about `event`, with its English text. */
export function noticeAbout(event: StoreEvent, { id, at }: Pick<StoreNotice, 'id' | 'at'>): StoreNotice {
  return { id, at, ...noticeText(event, { t: inEnglish(), formatTime }), event }
}

/** What happened to the store, for the user, until it is dismissed: in `notices.json`, newest first. */
export class StoreNotices {
  readonly #file: JsonFile<StoreNotice[]>
  readonly #onProblem: (error: unknown) => void
  readonly #changed = new Emitter<StoreNotice[]>()
  #notices: StoreNotice[]

  constructor(path: string, deps: { clock: Clock; onProblem: (error: unknown) => void }) {
    this.#onProblem = deps.onProblem
    this.#file = new JsonFile<StoreNotice[]>(path, {
      schema: z
        .array(noticeSchema.nullable().catch(null))
        .transform((notices) => notices.filter((notice) => notice !== null)),
      empty: [],
      clock: deps.clock,
      onProblem: (error: ParleyError) => deps.onProblem(error),
    })
    this.#notices = this.#file.read()
  }

  list(): StoreNotice[] {
    return this.#notices
  }

  /** Ignores a notice whose id already exists. */
  add(notice: StoreNotice): void {
    if (this.#notices.some(({ id }) => id === notice.id)) return
    this.#change([notice, ...this.#notices].slice(0, maxNotices))
  }

  dismiss(id: NoticeId): void {
    this.#change(this.#notices.filter((notice) => notice.id !== id))
  }

  /** Calls `listener` with all notices whenever they change. */
  onChanged(listener: (notices: StoreNotice[]) => void): Dispose {
    return this.#changed.on(listener)
  }

  #change(notices: StoreNotice[]): void {
    this.#notices = notices
    try {
      this.#file.write(notices)
    } catch (error) {
      // Windows must get the notice even if a full disk cannot store it.
      this.#onProblem(error)
    }
    this.#changed.fire(notices)
  }
}
