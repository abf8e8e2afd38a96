import { chmodSync, lstatSync, mkdirSync, statSync, type Stats } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import module from 'node:module'
import { join } from 'node:path'

import { resolveDataFolder } from '../data-folder/resolve-data-folder'
import { namedUserData } from './named-user-data'

const folderName = 'compiled-code'
/** Another version of Parley has other files, and those of the last one stay behind. */
const keptMs = 30 * 24 * 3_600_000
/** Long after the start. */
const tidyAfterMs = 20_000
const othersMayWrite = 0o022

/**
 * Makes Node keep compiled code in the data folder and use what it kept before: call this before the program is loaded.
 * Node ignores what is damaged, or was compiled from another source or by another version, and only reads from a folder
 * that cannot be written to.
 */
export function keepCompiledCode(): void {
  const folder = compiledCodeFolder(process.argv, process.env)
  if (folder === null) return
  makeFolder(folder)
  module.enableCompileCache(folder)
  closeToOthers(folder)
  setTimeout(() => void removeOld(folder), tidyAfterMs).unref()
}

/**
 * Where compiled code is kept; null before there is a data folder, and if others may write to it, or could when the
 * folder for compiled code was made, because Parley would run what they wrote.
 */
export function compiledCodeFolder(argv: readonly string[], environment: NodeJS.ProcessEnv): string | null {
  const dataFolder = resolveDataFolder({ userData: namedUserData(argv), environment })
  const folder = join(dataFolder, folderName)
  try {
    if (!isPrivate(statSync(dataFolder))) return null
    // Not what a link leads to: only a folder that this account has made can contain nothing of others.
    const made = lstatSync(folder, { throwIfNoEntry: false })
    return made === undefined || (made.isDirectory() && isPrivate(made)) ? folder : null
  } catch {
    // There is none yet, or the host is about to report what is wrong with it.
    return null
  }
}

function isPrivate({ uid, mode }: Stats): boolean {
  const user = process.getuid?.()
  return user === undefined || (uid === user && (mode & othersMayWrite) === 0)
}

/** Node would make it as open as the system allows. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    // It exists, or nothing can be kept.
  }
}

/** Like everything in the data folder. Node makes its folder, with one for each of its versions, open to reading. */
function closeToOthers(folder: string): void {
  const used = module.getCompileCacheDir()
  // The environment may have named another folder, which is used instead.
  if (used === undefined || !used.startsWith(folder)) return
  try {
    for (const path of [folder, used]) chmodSync(path, 0o700)
  } catch {
    // It cannot be written to, and is in a folder that others cannot enter.
  }
}

/** Removes what was compiled long ago. What is still used is compiled and kept again. */
async function removeOld(folder: string): Promise<void> {
  try {
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name)
      const stats = await stat(path)
      if (stats.isFile() && Date.now() - stats.mtimeMs > keptMs) await rm(path)
    }
  } catch {
    // Not kept, not writable, or removed by another process: it costs some space at most.
  }
}
