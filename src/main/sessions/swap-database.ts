import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

import { syncFolder } from '../base/synced-files'
import { databaseSuffixes, type StoreFiles } from './store-files'
import type { Swap } from './store-plan'

/**
 * Sets the database aside and puts the next one in its place. Done again after a crash in its middle it goes on where
 * it was: as long as the next one waits, what has the place is still the old one.
 */
export function swapDatabase(files: StoreFiles, dataFolder: string, swap: Swap): void {
  mkdirSync(files.setAside, { recursive: true, mode: 0o700 })
  if (existsSync(files.next)) {
    for (const suffix of databaseSuffixes) {
      const source = `${files.database}${suffix}`
      const target = join(files.setAside, `${swap.setAsideAs}${suffix}`)
      if (existsSync(source) && !existsSync(target)) renameSync(source, target)
    }
    syncFolder(files.setAside)
    renameSync(files.next, files.database)
  }
  rmSync(files.openMark, { force: true })
  syncFolder(dataFolder)
  if (!swap.isSuperfluous) return
  for (const suffix of databaseSuffixes) {
    rmSync(join(files.setAside, `${swap.setAsideAs}${suffix}`), { force: true })
  }
}

/** A name for a file that is about to be set aside, which no other one has. */
export function nameSetAside(files: StoreFiles, at: number): string {
  const [name = ''] = basename(files.database).split('.')
  const time = new Date(at).toISOString().replace(/[:.]/g, '-')
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? `${name}-${time}.db` : `${name}-${time}-${count}.db`
    if (!existsSync(join(files.setAside, candidate))) return candidate
  }
}
