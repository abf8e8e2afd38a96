import { z } from 'zod'

import type { ParleyError } from '../../../../shared/errors'
import type { NoticeId } from '../../../../shared/ids'
import type { StoreNotice } from '../../../../shared/store/store'
import type { Clock } from '../../../base/clock'
import type { Dispose } from '../../../base/dispose'
import { Emitter } from '../../../base/emitter'
import { JsonFile } from '../../../base/files/json-file'

/** More than this nobody reads: the oldest go. */
const maxNotices = 50

export const noticeSchema: z.ZodType<StoreNotice> = z.object({
  id: z.string().transform((id) => id as NoticeId),
  at: z.number(),
  title: z.string(),
  paragraphs: z.array(z.string()),
})

/** What happened to the store that a user should know, until it is dismissed: in `notices.json`, the newest first. */
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

  /** One that is there already, by its id, is not told twice. */
  add(notice: StoreNotice): void {
    if (this.#notices.some(({ id }) => id === notice.id)) return
    this.#change([notice, ...this.#notices].slice(0, maxNotices))
  }

  dismiss(id: NoticeId): void {
    this.#change(this.#notices.filter((notice) => notice.id !== id))
  }

  /** Called with all of them whenever they changed. */
  onChanged(listener: (notices: StoreNotice[]) => void): Dispose {
    return this.#changed.on(listener)
  }

  #change(notices: StoreNotice[]): void {
    this.#notices = notices
    try {
      this.#file.write(notices)
    } catch (error) {
      // A full disk must not keep anybody from being told of it.
      this.#onProblem(error)
    }
    this.#changed.fire(notices)
  }
}
