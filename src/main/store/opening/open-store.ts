import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ParleyError } from '../../../shared/errors'
import { toErrorData } from '../../../shared/failures/failure'
import type { NoticeId, SnapshotId } from '../../../shared/ids'
import type { StoreDamage } from '../../../shared/store/store'
import { type Clock, systemClock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { JobRunner } from '../../base/threads/job'
import { syncFolder } from '../../base/files/synced-files'
import { type DatabaseOptions, withReadOnly, type WritableDatabase } from '../database/database'
import { CommitCounter, commitsInFile, countedCommits } from '../database/commit-counter'
import { rollBackJournal } from '../database/database-file'
import { commitsInLog, inspectLog } from '../database/write-ahead-log'
import { openSessionDatabase } from './open-session-database'
import { probeDatabase } from './probe-database'
import { noticeAbout, repairEvent, StoreNotices } from '../integrity/store-notices'
import { newestNumber } from '../integrity/snapshot-files'
import { isDamage, storeError } from '../database/store-errors'
import { type StoreFiles, storeFiles } from '../database/store-files'
import type { UpkeepJobs } from '../integrity/upkeep-jobs'
import { type MountedPlaces, mountedPlaces, riskyPlace } from './risky-place'
import { nameSetAside, type StorePlan, StorePlanFile, type Swap, swapDatabase } from './store-plan'

/** The open store of a data folder. */
export interface OpenStore {
  readonly database: WritableDatabase
  readonly notices: StoreNotices
  readonly plan: StorePlanFile
  /** The last process closed the store cleanly. */
  readonly wasClosed: boolean
  close(): void
}

export interface OpenStoreDeps {
  clock: Clock
  newId: NewId
  jobs: JobRunner<UpkeepJobs>
  onSlowStatement: DatabaseOptions['onSlowStatement']
  onFailure: (error: ParleyError) => void
  /** Called with problems that did not prevent opening the store. */
  onProblem: (error: unknown) => void
  /** The file systems of this computer; those that the system lists by default. */
  mounted?: () => MountedPlaces
}

/** A disk that confirms writes too early may lose the last commit at a power cut, which is not reported. */
const toleratedCommits = 1

/**
 * Opens the store of a data folder, which the caller has locked. First completes what the last process left unfinished;
 * a damaged file is set aside and repaired, with a notice.
 * @throws STORE_DAMAGED of a newer Parley, STORE_FULL, INTERNAL the folder is not writable
 */
export async function openStore(dataFolder: string, deps: OpenStoreDeps): Promise<OpenStore> {
  const files = storeFiles(dataFolder)
  const fileDeps = { clock: deps.clock, onProblem: deps.onProblem }
  const notices = new StoreNotices(files.notices, fileDeps)
  const plan = new StorePlanFile(files.plan, fileDeps)
  const opening = new StoreOpening(dataFolder, files, { ...deps, notices, plan })
  const wasClosed = !existsSync(files.openMark)
  await opening.prepare()
  const database = await opening.open()
  const counter = countCommits(files, database, deps)
  markOpen(dataFolder, files, plan, deps)
  const place = riskyPlace(dataFolder, (deps.mounted ?? mountedPlaces)())
  if (place !== null) {
    const event = { code: 'risky-folder', place, folder: dataFolder } as const
    notices.add(noticeAbout(event, { id: `risky-folder` as NoticeId, at: deps.clock.now() }))
  }
  return {
    database,
    notices,
    plan,
    wasClosed,
    close() {
      // The mark first: a process killed in between leaves a log, which needs no notice.
      rmSync(files.openMark, { force: true })
      database.close()
      counter?.close()
    },
  }
}

/**
 * Plans a repair at the next opening, because `error` prevented dependent parts from starting. False when it is not
 * damage.
 */
export function planRepair(dataFolder: string, error: unknown): boolean {
  if (!isDamage(error)) return false
  const plan = new StorePlanFile(storeFiles(dataFolder).plan, { clock: systemClock, onProblem: () => {} })
  try {
    plan.change({ repair: error instanceof Error ? error.message : String(error) })
    return true
  } catch {
    // The disk is full; the error that prevented the start is the one to report.
    return false
  }
}

class StoreOpening {
  readonly #dataFolder: string
  readonly #files: StoreFiles
  readonly #deps: OpenStoreDeps & { notices: StoreNotices; plan: StorePlanFile }

  constructor(
    dataFolder: string,
    files: StoreFiles,
    deps: OpenStoreDeps & { notices: StoreNotices; plan: StorePlanFile },
  ) {
    this.#dataFolder = dataFolder
    this.#files = files
    this.#deps = deps
  }

  /** Brings the file into a state that can be opened, if necessary. */
  async prepare(): Promise<void> {
    const { swap } = this.#deps.plan.read()
    if (swap !== null) this.#swap(swap)
    this.#setForeignLogAside()
    const plan = this.#deps.plan.read()
    const damage = this.#findDamage(plan)
    if (damage === 'log-lost' || damage === 'log-broken') await this.#withoutLog(damage)
    else if (damage !== null) await this.#repair(damage)
    if (plan.restore !== null) await this.#restore(plan.restore, { mayRepair: true })
    await this.#reportOlderStore()
  }

  async open(): Promise<WritableDatabase> {
    const { clock, onSlowStatement, onFailure, plan, onProblem } = this.#deps
    const open = () =>
      openSessionDatabase(this.#dataFolder, {
        clock,
        onSlowStatement,
        onFailure,
        onDamage(error) {
          try {
            plan.change({ repair: error.message })
          } catch (cause) {
            // Then the next start has to find the damage itself.
            onProblem(cause)
          }
        },
      })
    try {
      return open()
    } catch (error) {
      if (!isDamage(error)) throw error
      await this.#repair('unreadable')
      return open()
    }
  }

  /**
   * A log with fewer commits than the file is of an older copy, and one that begins later is of a newer one. SQLite would
   * mix the pages of both.
   */
  #setForeignLogAside(): void {
    const { clock, newId, notices } = this.#deps
    const { database, commits, openMark, setAside } = this.#files
    const inLog = commitsInLog(`${database}-wal`)
    const inFile = commitsInFile(database)
    if (inLog === null || inFile === null) return
    if (inLog.last >= inFile && inLog.first <= inFile + 1) return
    const at = clock.now()
    mkdirSync(setAside, { recursive: true, mode: 0o700 })
    const keptAs = join(setAside, `${nameSetAside(this.#files, at)}-wal`)
    renameSync(`${database}-wal`, keptAs)
    rmSync(`${database}-shm`, { force: true })
    syncFolder(setAside)
    const counted = countedCommits(commits)
    if (counted === null) return
    const isComplete = inLog.last < inFile && inFile + toleratedCommits >= counted
    // No log is missing, or more is, which is reported as one.
    if (isComplete || inFile + toleratedCommits < counted) rmSync(openMark, { force: true })
    if (isComplete) notices.add(noticeAbout({ code: 'older-log', keptAs }, { id: newId(), at }))
  }

  /** The user may have put back a backup, so the store is opened as it is. */
  async #reportOlderStore(): Promise<void> {
    const { jobs, clock, newId, notices } = this.#deps
    const { database, commits } = this.#files
    const counted = countedCommits(commits)
    if (counted === null || !existsSync(database)) return
    const { count = 0 } =
      withReadOnly(database, (file) =>
        file.query<{ count: number }>('SELECT application_id AS count FROM pragma_application_id').get(),
      ) ?? {}
    if (count + toleratedCommits >= counted) return
    const { newestMessageAt } = await jobs.run('newestMessage', { dataFolder: this.#dataFolder })
    const event = { code: 'older-store', commitCount: counted - count, newestMessageAt } as const
    notices.add(noticeAbout(event, { id: newId(), at: clock.now() }))
  }

  #findDamage(plan: StorePlan): StoreDamage | null {
    const { database, openMark, snapshots } = this.#files
    const wasOpen = existsSync(openMark)
    // Checked before anything opens the file, because SQLite would create a new log.
    const log = wasOpen ? inspectLog(`${database}-wal`) : 'empty'
    const isKnown = existsSync(this.#files.plan) || wasOpen || newestNumber(snapshots) > 0
    try {
      rollBackJournal(database)
      const sizeBytes = statSync(database, { throwIfNoEntry: false })?.size ?? null
      if (sizeBytes === null) return isKnown ? 'missing' : null
      if (sizeBytes === 0) return isKnown || inspectLog(`${database}-wal`) === 'whole' ? 'empty' : null
      const { version } = probeDatabase(database)
      if (version === 0 && isKnown) return 'empty'
    } catch (error) {
      if (!isDamage(error)) throw error
      return 'unreadable'
    }
    if (plan.repair !== null) return 'found-in-use'
    if (log === 'absent') return 'log-lost'
    return log === 'broken' ? 'log-broken' : null
  }

  /** The file may be older than the newest snapshot, or torn; otherwise only its newest changes are lost. */
  async #withoutLog(damage: 'log-lost' | 'log-broken'): Promise<void> {
    const { jobs, clock, newId, notices } = this.#deps
    const { database, snapshots } = this.#files
    const isOlder = probeDatabase(database).snapshotNumber < newestNumber(snapshots)
    const isTorn = await jobs.run('checkStore', { dataFolder: this.#dataFolder, isThorough: true }).then(
      () => false,
      (error: unknown) => {
        if (!isDamage(error)) throw error
        return true
      },
    )
    if (isOlder || isTorn) return this.#repair(damage)
    if (damage === 'log-broken') return this.#repair(damage, 'file')
    const { newestMessageAt } = await jobs.run('newestMessage', { dataFolder: this.#dataFolder })
    // The missing part of the log is reported here.
    rmSync(this.#files.commits, { force: true })
    notices.add(noticeAbout({ code: 'log-lost', newestMessageAt }, { id: newId(), at: clock.now() }))
  }

  async #repair(damage: StoreDamage, base: 'snapshot' | 'file' = 'snapshot'): Promise<void> {
    const { database, setAside } = this.#files
    const repaired = await this.#deps.jobs.run('repairStore', {
      dataFolder: this.#dataFolder,
      base,
      isLogBroken: damage === 'log-broken',
    })
    const at = this.#deps.clock.now()
    const setAsideAs = nameSetAside(this.#files, at)
    const isThere = existsSync(database)
    const keptAs = isThere ? join(setAside, setAsideAs) : null
    const event = repairEvent(repaired, { damage, base, keptAs })
    const notice = noticeAbout(event, { id: this.#deps.newId(), at })
    this.#plan({ setAsideAs, isSuperfluous: false, notice })
  }

  async #restore(snapshotId: SnapshotId, { mayRepair }: { mayRepair: boolean }): Promise<void> {
    const { jobs, clock, notices, newId } = this.#deps
    const at = clock.now()
    const id = newId<NoticeId>()
    try {
      const snapshot = await jobs.run('prepareRestore', { dataFolder: this.#dataFolder, snapshotId, at })
      this.#plan({
        setAsideAs: nameSetAside(this.#files, at),
        isSuperfluous: true,
        notice: noticeAbout({ code: 'restored', snapshotAt: snapshot.createdAt }, { id, at }),
      })
    } catch (error) {
      if (mayRepair && isDamage(error)) {
        // The current file must be kept as a snapshot, but has undetected damage.
        await this.#repair('unreadable')
        return this.#restore(snapshotId, { mayRepair: false })
      }
      if (!(error instanceof ParleyError)) throw error
      this.#forgetRestore()
      notices.add(noticeAbout({ code: 'not-restored', error: toErrorData(error) }, { id, at }))
    }
  }

  #forgetRestore(): void {
    try {
      this.#deps.plan.change({ restore: null })
    } catch (error) {
      // A full disk is no reason not to start: the next start tries again.
      this.#deps.onProblem(error)
    }
  }

  #plan(swap: Swap): void {
    this.#deps.plan.change({ swap })
    this.#swap(swap)
  }

  #swap(swap: Swap): void {
    swapDatabase(this.#files, swap)
    if (swap.notice !== null) this.#deps.notices.add(swap.notice)
    // After a repair, the requested restore is still pending.
    this.#deps.plan.change({ swap: null, repair: null, ...(swap.isSuperfluous ? { restore: null } : {}) })
  }
}

/** Counts from what the database says: what was missing has been reported. */
function countCommits(
  files: StoreFiles,
  database: WritableDatabase,
  { onProblem }: Pick<OpenStoreDeps, 'onProblem'>,
): CommitCounter | null {
  try {
    const { count = 0 } =
      database.query<{ count: number }>('SELECT application_id AS count FROM pragma_application_id').get() ??
      {}
    const counter = new CommitCounter(files.commits, count)
    database.countCommits(counter)
    return counter
  } catch (error) {
    // Without the counter, an older copy would go unreported; that is no reason not to start.
    onProblem(storeError(error))
    return null
  }
}

function markOpen(
  dataFolder: string,
  files: StoreFiles,
  plan: StorePlanFile,
  { onProblem }: Pick<OpenStoreDeps, 'onProblem'>,
): void {
  try {
    if (!existsSync(files.plan)) plan.change({})
    writeFileSync(files.openMark, '', { mode: 0o600 })
    syncFolder(dataFolder)
  } catch (error) {
    // Without the mark, a lost log would go unreported; that is no reason not to start.
    onProblem(storeError(error))
  }
}
