import { z } from 'zod'

import type { ParleyError } from '../../../shared/errors'
import { inEnglish } from '../../../shared/failures/failure'
import type { NoticeId } from '../../../shared/ids'
import { noticeText } from '../../../shared/store/notice-text'
import { type StoreEvent, type StoreNotice, storeNotice } from '../../../shared/store/schema'
import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import { JsonFile } from '../../base/files/json-file'
import type { LostMessages, StoreDamage, StoreRepair } from '../../../shared/store/store'
import type { LostBySession, Repaired } from './repair-store'

/** The limit on notices: beyond it, the oldest are dropped. */
const maxNotices = 50

/** Notices are rare, and a start would have to load the data of this format. */
function formatTime(time: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' }).format(time)
}

/** A notice about `event`, with its English text. */
export function noticeAbout(event: StoreEvent, { id, at }: Pick<StoreNotice, 'id' | 'at'>): StoreNotice {
  return { id, at, ...noticeText(event, { t: inEnglish(), formatTime }), event }
}

/** Notices to the user about the store, kept until dismissed: in `notices.json`, newest first. */
export class StoreNotices {
  readonly #file: JsonFile<StoreNotice[]>
  readonly #onProblem: (error: unknown) => void
  readonly #changed = new Emitter<StoreNotice[]>()
  #notices: StoreNotice[]

  constructor(path: string, deps: { clock: Clock; onProblem: (error: unknown) => void }) {
    this.#onProblem = deps.onProblem
    this.#file = new JsonFile<StoreNotice[]>(path, {
      schema: z
        .array(storeNotice.nullable().catch(null))
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

/** The number of titles that a notice names; the others are counted. */
const namedTitles = 20

/** The event for a repair: what happened, what Parley continues with, what is missing, and where the old file is. */
export function repairEvent(
  { snapshot, salvaged, lost, isLostComplete, newestMessageAt }: Repaired,
  order: Pick<StoreRepair, 'base' | 'keptAs'> & { damage: StoreDamage },
): StoreRepair {
  return {
    code: 'repaired',
    ...order,
    snapshot:
      snapshot === null
        ? null
        : { createdAt: snapshot.createdAt, messageCount: snapshot.content.messageCount },
    salvaged,
    lost: lostMessages(lost),
    // The log had changes that nothing else names.
    isLostComplete: isLostComplete && order.damage !== 'log-lost',
    newestMessageAt,
  }
}

function lostMessages(lost: readonly LostBySession[]): LostMessages {
  const chats = lost.flatMap(({ title, count }) => (title === null ? [] : [{ title, count }]))
  const count = sum(lost)
  return {
    count,
    chats: chats.slice(0, namedTitles),
    moreChatCount: Math.max(0, chats.length - namedTitles),
    unknownCount: count - sum(chats),
  }
}

function sum(counted: readonly { count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0)
}
