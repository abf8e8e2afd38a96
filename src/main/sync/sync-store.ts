import { randomBytes } from 'node:crypto'

import type { ComparisonId, SessionId } from '../../shared/ids'
import type { Clock } from '../base/clock'
import type { WritableDatabase } from '../store/database/database'
import { fromJson, toJson } from '../store/database/stored-json'
import { type Applied, RowApplier } from '../store/exchange/apply-rows'
import type { Erasing } from '../store/exchange/erased-rows'
import { OutgoingRows } from '../store/exchange/outgoing-rows'
import { type SentRow, WaitingRows } from '../store/exchange/waiting-rows'
import { noNumbers, type OwnNumbers } from './folder/own-segments'
import { type NumberRange, withRange } from './folder/ranges'
import type { RowsHead } from './folder/segments'

/** What was written into the folder with this key, and read from it. */
interface SyncNumbers {
  keyId: string | null
  own: OwnNumbers
  read: Record<string, NumberRange[]>
  /** Of the own segments up to this number, some were deleted, so everything is sent again. */
  coveredTo?: number
}

/** What rows of other machines have changed here. */
export interface ChangedRows {
  sessions: Set<SessionId>
  added: Set<SessionId>
  erased: Set<SessionId>
  comparisons: Set<ComparisonId>
  /** So much that lists are better read again. */
  isMany: boolean
  tables: Set<SentRow['table']>
}

/** The pace at which main stores rows: the longest that it works on them in one go, and the pause after that. */
export interface Pace {
  sliceMs: number
  pause: () => Promise<void>
}

/** More changed chats than that are not announced one by one. */
const mostAnnounced = 50

const nothingDone: SyncNumbers = { keyId: null, own: noNumbers, read: {} }

/** The store as the sync folder needs it. */
export class SyncStore {
  readonly outgoing: OutgoingRows
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #waiting: WaitingRows
  readonly #applier: RowApplier
  readonly #device
  readonly #load
  readonly #save
  readonly #unsent
  readonly #files
  #numbers: SyncNumbers

  constructor(
    database: WritableDatabase,
    deps: { clock: Clock; pause: () => Promise<void>; erasing: Erasing },
  ) {
    this.#database = database
    this.#clock = deps.clock
    this.outgoing = new OutgoingRows(database, deps)
    this.#waiting = new WaitingRows(database)
    this.#applier = new RowApplier(database, deps.clock, { waiting: this.#waiting, erasing: deps.erasing })
    this.#device = database.query<{ device: string }>('SELECT device FROM store_state')
    this.#load = database.query<{ content: string }>('SELECT content FROM sync_numbers')
    this.#save = database.command('INSERT OR REPLACE INTO sync_numbers (id, content) VALUES (1, ?)')
    this.#unsent = database.query<{ count: number }>('SELECT count(*) AS count FROM outgoing_rows')
    this.#files = database.query<{ sha256: string; sizeBytes: number }>(
      'SELECT hash AS sha256, max(size_bytes) AS sizeBytes FROM attachments WHERE is_shared GROUP BY hash',
    )
    const stored = this.#load.get()
    this.#numbers = stored === undefined ? nothingDone : fromJson<SyncNumbers>(stored.content)
  }

  get device(): string {
    return this.#device.get()?.device ?? ''
  }

  get own(): OwnNumbers {
    return this.#numbers.own
  }

  get read(): SyncNumbers['read'] {
    return this.#numbers.read
  }

  get unsentCount(): number {
    return this.#unsent.get()?.count ?? 0
  }

  get files(): { sha256: string; sizeBytes: number }[] {
    return this.#files.all()
  }

  /** Continues with the folder that has one of these keys; with another one than before, everything is sent again. */
  use(keyIds: readonly string[]): void {
    const { keyId } = this.#numbers
    if (keyId !== null && keyIds.includes(keyId)) return
    this.outgoing.stop()
    this.#set({ ...nothingDone, keyId: keyIds[0] ?? null })
  }

  /** Takes another id: a copy of this store has used it, too. Everything is read and sent again. */
  renew(): void {
    this.#database.transaction(() => {
      this.outgoing.become(randomBytes(8).toString('hex'))
      this.outgoing.stop()
      this.#set({ ...nothingDone, keyId: this.#numbers.keyId })
    })
  }

  /** The number of the last own segment that a new one is to stand for once everything was sent; 0 without one. */
  get coveredTo(): number {
    return this.outgoing.isOn ? (this.#numbers.coveredTo ?? 0) : 0
  }

  /**
   * Notes which own segments somebody has deleted. If some are new, everything is to be sent again, because another device
   * may not have read them. True while that is not in line.
   */
  noteLost(lost: readonly NumberRange[] | null): boolean {
    const { coveredTo = 0, own, ...numbers } = this.#numbers
    const last = lost?.at(-1)?.to ?? 0
    if (last > coveredTo) {
      this.#database.transaction(() => {
        this.outgoing.stop()
        this.#set({ ...numbers, own, coveredTo: own.next - 1 })
      })
    } else if (lost?.length === 0 && coveredTo > 0) this.#set({ ...numbers, own })
    return !this.outgoing.isOn
  }

  /** Stores the numbers before or after a segment appears; the rows that were last taken may be in it. */
  wrote(own: OwnNumbers, isSent: boolean): void {
    this.#database.transaction(() => {
      this.#set({ ...this.#numbers, own })
      if (isSent) this.outgoing.sent()
    })
  }

  /** A segment is stored; if that is lost in a power cut, it is read again. */
  hasRead({ deviceId, from, to }: Pick<RowsHead, 'deviceId' | 'from' | 'to'>): void {
    const { read } = this.#numbers
    const ranges = withRange(read[deviceId] ?? [], { from, to })
    this.#database.relaxed(() => this.#set({ ...this.#numbers, read: { ...read, [deviceId]: ranges } }))
  }

  /** Stores rows of other machines, and notes what has changed. */
  async apply(rows: readonly SentRow[], changed: ChangedRows, { sliceMs, pause }: Pace): Promise<void> {
    const note = (row: SentRow, applied: Applied) => noteChange(changed, row, applied)
    for (let at = 0; at < rows.length; await pause()) {
      const end = this.#clock.monotonic() + sliceMs
      const hasTime = () => this.#clock.monotonic() < end
      const applied = this.#database.relaxed(() => this.#applier.apply(rows.slice(at), note, hasTime))
      for (const [index, each] of applied.entries()) note(rows[at + index] as SentRow, each)
      at += applied.length
    }
    await this.#applier.finishErasing()
  }

  /** Keeps rows that only a newer Parley understands. */
  keepNewer(rows: readonly string[]): void {
    if (rows.length > 0) this.#database.relaxed(() => rows.forEach((row) => this.#waiting.keepNewer(row)))
  }

  /** Rows that an older Parley did not understand, and this one does. */
  async takeUnderstood(): Promise<SentRow[]> {
    // Its schemas would delay the start.
    const { receivedRow } = await import('../store/exchange/received-rows')
    return this.#database.transaction(() =>
      this.#waiting.takeNewer().flatMap((content) => {
        const row = receivedRow(JSON.parse(content))
        if (row === null) this.#waiting.keepNewer(content)
        return row ?? []
      }),
    )
  }

  /** Erases what was in use when another machine erased it, and stores what waited for a chat that was kept here. */
  applyBusy(changed: ChangedRows): Promise<void> {
    this.#applier.applyBusy((row, applied) => noteChange(changed, row, applied))
    return this.#applier.finishErasing()
  }

  #set(numbers: SyncNumbers): void {
    this.#save.run(toJson(numbers))
    this.#numbers = numbers
  }
}

/** No changes yet. */
export function noChanges(): ChangedRows {
  const [sessions, added, erased] = [new Set<SessionId>(), new Set<SessionId>(), new Set<SessionId>()]
  return {
    sessions,
    added,
    erased,
    comparisons: new Set(),
    isMany: false,
    tables: new Set(),
  }
}

function noteChange(changed: ChangedRows, sent: SentRow, applied: Applied): void {
  if (applied !== 'added' && applied !== 'changed') return
  changed.tables.add(sent.table)
  if ('erased' in sent) {
    if (sent.table === 'sessions') changed.erased.add(sent.rowId as SessionId)
    changed.isMany ||= sent.table === 'comparisons'
    return
  }
  const { table, row } = sent
  if (table === 'sessions' && applied === 'added') changed.added.add(row['id'] as SessionId)
  const sessionId = table === 'sessions' ? row['id'] : row['session_id']
  if (typeof sessionId === 'string') changed.sessions.add(sessionId as SessionId)
  const comparisonId = table === 'comparisons' ? row['id'] : row['comparison_id']
  if (typeof comparisonId === 'string') changed.comparisons.add(comparisonId as ComparisonId)
  changed.isMany ||= changed.sessions.size > mostAnnounced
}
