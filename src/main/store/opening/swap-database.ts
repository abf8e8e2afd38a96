import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { errorCode } from '../../base/error-code'
import { syncFile, syncFolder } from '../../base/files/synced-files'
import { databaseSuffixes, type StoreFiles } from '../database/store-files'
import type { Swap } from './store-plan'

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
