import { statSync } from 'node:fs'

import { ParleyError } from '../../../shared/errors'
import { toErrorData } from '../../../shared/failures/failure'
import type { NoticeId } from '../../../shared/ids'
import type { StoreSnapshot } from '../../../shared/store/store'
import type { Clock } from '../../base/clock'
import { Disposables, type Dispose } from '../../base/dispose'
import type { JobRunner } from '../../base/threads/job'
import type { WritableDatabase } from '../database/database'
import { knownSnapshots, newestNumber, type SnapshotRecord } from './snapshot-files'
import { isDamage, isStoreFailure } from '../database/store-errors'
import { type StoreFiles, storeFiles } from '../database/store-files'
import type { UpkeepJobs } from './upkeep-jobs'
import { noticeAbout, type StoreNotices } from './store-notices'

/** The interval at which the log is checked. */
const checkLogEveryMs = 2_000
/** A log of this length is checkpointed at once, a shorter one when the last checkpoint was this long ago. */
const longLogBytes = 4 * 1024 * 1024
const checkpointAfterMs = 10_000
/** After this much more log, a heavy writer waits for a checkpoint. Otherwise main would soon make one, which blocks it. */
const muchLogBytes = 16 * 1024 * 1024
/** The delay after a start when the last process ended uncleanly, or when it ended cleanly. */
const checkSoonMs = 5_000
const firstSnapshotMs = 20_000
const dayMs = 24 * 3_600_000
const snapshotEveryMs = 4 * 3_600_000

const noRoomNotice = 'no-room-for-snapshots' as NoticeId

/** Maintains the store while it is in use, in a thread: checkpoints the log, looks for damage and takes snapshots. */
export class StoreUpkeep {
  readonly #dataFolder: string
  readonly #files: StoreFiles
  readonly #database: WritableDatabase
  readonly #notices: StoreNotices
  readonly #clock: Clock
  readonly #jobs: JobRunner<UpkeepJobs>
  readonly #onProblem: (error: unknown) => void
  readonly #changes
  readonly #setNumber
  readonly #timers = new Disposables()
  #taking: Promise<unknown> = Promise.resolve()
  #checkpointing: Promise<void> | null = null
  #bytesAfter = 0
  #checkpointed: { changes: number; at: number }
  #changesAtSnapshot: number | null = null
  #wasRoomMissing = false

  constructor(deps: {
    dataFolder: string
    database: WritableDatabase
    notices: StoreNotices
    clock: Clock
    jobs: JobRunner<UpkeepJobs>
    onProblem: (error: unknown) => void
  }) {
    this.#dataFolder = deps.dataFolder
    this.#files = storeFiles(deps.dataFolder)
    this.#database = deps.database
    this.#notices = deps.notices
    this.#clock = deps.clock
    this.#jobs = deps.jobs
    this.#onProblem = deps.onProblem
    this.#changes = deps.database.query<{ count: number }>('SELECT total_changes() AS count')
    this.#setNumber = deps.database.command('UPDATE store_state SET snapshot_number = ?')
    this.#checkpointed = { changes: this.#changeCount(), at: deps.clock.monotonic() }
  }

  /** Starts the upkeep; `wasClosed` says whether the last process ended cleanly. The returned function stops it. */
  start(options: { wasClosed: boolean }): Dispose {
    this.#every(checkLogEveryMs, () => this.#checkpointLog())
    if (!options.wasClosed) this.#after(checkSoonMs, () => this.#assertWhole({ isThorough: false }))
    if (this.#isDue()) this.#after(firstSnapshotMs, () => this.#takeIfChanged())
    this.#every(snapshotEveryMs, () => this.#takeIfChanged())
    return () => this.#timers.dispose()
  }

  #isDue(): boolean {
    const [newest] = this.snapshots()
    // A snapshot made by a restore holds the discarded state; the restored one may have no other.
    if (newest === undefined || newest.reason === 'restore') return true
    const now = this.#clock.now()
    // A snapshot from the future was taken while the clock was wrong.
    return newest.createdAt < now - dayMs || newest.createdAt > now
  }

  /** Heavy writers await this between steps. */
  async shortenLog(): Promise<void> {
    const bytes = this.#logBytes()
    // Where somebody is reading, the log stays as long as it was.
    if (bytes < this.#bytesAfter) this.#bytesAfter = 0
    if (bytes - this.#bytesAfter >= muchLogBytes) await this.#guarded(() => this.#checkpoint())
  }

  /** Newest first. */
  snapshots(): StoreSnapshot[] {
    return knownSnapshots(this.#files.snapshots).map(toSnapshot)
  }

  /** Takes a snapshot, unless the file is damaged. @throws STORE_FULL, STORE_DAMAGED */
  async take(reason: 'asked' | 'schedule'): Promise<StoreSnapshot> {
    const turn = this.#taking.then(() => this.#take(reason))
    // The next one waits for this one, whether or not it succeeds.
    this.#taking = turn.catch(() => {})
    return toSnapshot(await turn)
  }

  async #take(reason: 'asked' | 'schedule'): Promise<SnapshotRecord> {
    await this.#assertWhole({ isThorough: true })
    const number = newestNumber(this.#files.snapshots) + 1
    const changes = this.#changeCount()
    this.#setNumber.run(number)
    const at = this.#clock.now()
    const record = await this.#jobs.run('takeSnapshot', { dataFolder: this.#dataFolder, number, reason, at })
    // Storing the number was itself a change.
    this.#changesAtSnapshot = changes + 1
    this.#wasRoomMissing = false
    return record
  }

  async #takeIfChanged(): Promise<void> {
    if (this.#changesAtSnapshot === this.#changeCount()) return
    try {
      await this.take('schedule')
    } catch (error) {
      this.#onProblem(error)
      if (isStoreFailure(error) && error.code === 'STORE_FULL') this.#notifyMissingSpace(error)
    }
  }

  #notifyMissingSpace(error: ParleyError): void {
    if (this.#wasRoomMissing) return
    this.#wasRoomMissing = true
    const event = { code: 'snapshots-fail', error: toErrorData(error) } as const
    this.#notices.add(noticeAbout(event, { id: noRoomNotice, at: this.#clock.now() }))
  }

  /** A damaged file is no longer written; the next start repairs it. @throws STORE_DAMAGED */
  async #assertWhole({ isThorough }: { isThorough: boolean }): Promise<void> {
    try {
      await this.#jobs.run('checkStore', { dataFolder: this.#dataFolder, isThorough })
    } catch (error) {
      if (isDamage(error)) this.#database.markDamaged(error)
      throw error
    }
  }

  async #checkpointLog(): Promise<void> {
    if (this.#checkpointing !== null || this.#changeCount() === this.#checkpointed.changes) return
    const isRecent = this.#clock.monotonic() - this.#checkpointed.at < checkpointAfterMs
    if (isRecent && this.#logBytes() < longLogBytes) return
    await this.#checkpoint()
  }

  #checkpoint(): Promise<void> {
    return (this.#checkpointing ??= this.#checkpointInThread().finally(() => {
      this.#checkpointing = null
    }))
  }

  async #checkpointInThread(): Promise<void> {
    const checkpointed = { changes: this.#changeCount(), at: this.#clock.monotonic() }
    this.#bytesAfter = this.#logBytes()
    await this.#jobs.run('checkpoint', { dataFolder: this.#dataFolder })
    this.#checkpointed = checkpointed
  }

  #logBytes(): number {
    return statSync(`${this.#files.database}-wal`, { throwIfNoEntry: false })?.size ?? 0
  }

  #changeCount(): number {
    return this.#changes.get()?.count ?? 0
  }

  #after(delayMs: number, work: () => Promise<unknown>): void {
    this.#timers.add(this.#clock.after(delayMs, () => void this.#guarded(work)))
  }

  #every(intervalMs: number, work: () => Promise<unknown>): void {
    let cancel: Dispose | null = null
    const plan = () => {
      cancel = this.#clock.after(intervalMs, () => {
        plan()
        void this.#guarded(work)
      })
    }
    plan()
    this.#timers.add(() => cancel?.())
  }

  async #guarded(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // Nobody requested it: the next attempt may succeed, and repeated failures are in the log.
      if (!(error instanceof ParleyError && error.code === 'CANCELLED')) this.#onProblem(error)
    }
  }
}

function toSnapshot(record: SnapshotRecord): StoreSnapshot {
  const { id, createdAt, sizeBytes, reason, sessionCount, messageCount } = record
  return { id, createdAt, sizeBytes, reason, sessionCount, messageCount }
}
