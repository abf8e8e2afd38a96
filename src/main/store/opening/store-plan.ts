import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

import type { ParleyError } from '../../../shared/errors'
import type { SnapshotId } from '../../../shared/ids'
import type { StoreNotice } from '../../../shared/store/store'
import type { Clock } from '../../base/clock'
import { JsonFile } from '../../base/files/json-file'
import { storeNotice } from '../../../shared/store/schema'
import { errorCode } from '../../base/error-code'
import { syncFile, syncFolder } from '../../base/files/synced-files'
import { databaseSuffixes, type StoreFiles } from '../database/store-files'

/**
 * A finished database that is about to replace another. Once started, a swap is completed at the next start at the
 * latest.
 */
export interface Swap {
  /** The name of the current file once it is set aside. */
  setAsideAs: string
  /** A verified snapshot contains all of it, so it need not be kept. */
  isSuperfluous: boolean
  notice: StoreNotice | null
}

/** The steps to take before the database is opened the next time. */
export interface StorePlan {
  /** The reason for a repair: the file was found damaged while in use. */
  repair: string | null
  /** The snapshot that will replace the file. */
  restore: SnapshotId | null
  swap: Swap | null
}

const nothing: StorePlan = { repair: null, restore: null, swap: null }

const planSchema: z.ZodType<StorePlan> = z.object({
  repair: z.string().nullable(),
  restore: z
    .string()
    .transform((id) => id as SnapshotId)
    .nullable(),
  swap: z
    .object({ setAsideAs: z.string(), isSuperfluous: z.boolean(), notice: storeNotice.nullable() })
    .nullable(),
})

/** The plan in a file that is replaced atomically. Reading it reveals what the last process intended. */
export class StorePlanFile {
  readonly #file: JsonFile<StorePlan>

  constructor(path: string, deps: { clock: Clock; onProblem: (error: ParleyError) => void }) {
    this.#file = new JsonFile<StorePlan>(path, { ...deps, schema: planSchema, empty: nothing })
  }

  read(): StorePlan {
    return this.#file.read()
  }

  /** @throws STORE_FULL; the plan is unchanged then */
  change(change: Partial<StorePlan>): void {
    this.#file.write({ ...this.read(), ...change })
  }
}

/**
 * Sets the database aside and moves the next one into its place. It can be repeated after a crash: while the next one
 * is still waiting, the current one is the old one.
 */
export function swapDatabase(files: StoreFiles, swap: Swap): void {
  mkdirSync(files.setAside, { recursive: true, mode: 0o700 })
  if (existsSync(files.next)) {
    for (const suffix of databaseSuffixes) {
      const source = `${files.database}${suffix}`
      const target = join(files.setAside, `${swap.setAsideAs}${suffix}`)
      if (existsSync(source)) setAside(source, target)
    }
    // Another database counts from its own number.
    rmSync(files.commits, { force: true })
    syncFolder(files.setAside)
    renameSync(files.next, files.database)
  }
  // Verifying it left an empty log.
  for (const suffix of databaseSuffixes) rmSync(`${files.next}${suffix}`, { force: true })
  rmSync(files.openMark, { force: true })
  syncFolder(dirname(files.database))
  if (!swap.isSuperfluous) return
  for (const suffix of databaseSuffixes) {
    rmSync(join(files.setAside, `${swap.setAsideAs}${suffix}`), { force: true })
  }
}

/** If the target exists, it was copied before a crash, and only the source is left to remove. */
function setAside(source: string, target: string): void {
  if (existsSync(target)) return rmSync(source)
  try {
    renameSync(source, target)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    // The folder is on another disk, through a link or a mount.
    const copy = `${target}.new`
    copyFileSync(source, copy)
    syncFile(copy)
    renameSync(copy, target)
    syncFolder(dirname(target))
    rmSync(source)
  }
}

/** An unused name for a file that is about to be set aside. */
export function nameSetAside(files: StoreFiles, at: number): string {
  const [name = ''] = basename(files.database).split('.')
  const time = new Date(at).toISOString().replace(/[:.]/g, '-')
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? `${name}-${time}.db` : `${name}-${time}-${count}.db`
    const isFree = databaseSuffixes.every(
      (suffix) => !existsSync(join(files.setAside, `${candidate}${suffix}`)),
    )
    if (isFree) return candidate
  }
}
