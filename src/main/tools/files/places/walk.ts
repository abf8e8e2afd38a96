import { type Dir, type Dirent, lstatSync, opendirSync } from 'node:fs'

import { ParleyError } from '../../../../shared/errors'
import { fileFailure } from './file-failure'
import { type FolderPlace, type HeldFolder, withFolder } from './held-folder'

/** Something in a folder. `link` is never followed; `special` is a pipe, a socket or a device. */
export interface FoundEntry {
  /** The names that lead to it from the chosen folder. */
  names: readonly string[]
  kind: 'file' | 'folder' | 'link' | 'special'
  /** The size of a file; 0 for other kinds. */
  sizeBytes: number
}

/** The bounds of a walk. */
export interface WalkLimits {
  /** The number of entries that are looked at. */
  entries: number
  /** The number of folder levels, starting at 1. */
  depth: number
}

/** The end of a walk. */
export interface WalkEnd {
  /** There are more entries than the limit. */
  isCut: boolean
}

/** Folders that are only listed when asked for: tools create and fill them. */
export const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/**
 * Everything in a folder: first what is in it, sorted by name, then what is in its folders. Follows no link. Folders in
 * it that cannot be read are skipped, also those named in `skippedFolders`, except the one that is asked for.
 * @throws NOT_FOUND, INVALID_INPUT the folder itself cannot be read
 */
export function* walk(
  place: FolderPlace,
  from: readonly string[],
  limits: WalkLimits,
): Generator<FoundEntry, WalkEnd> {
  let entryCount = 0
  // A loop, because a folder can be nested deeper than the stack allows.
  const open: { names: readonly string[]; depth: number }[] = [{ names: from, depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { names, depth } = next
    const left = limits.entries - entryCount
    const found = entriesOf(place, names, { max: left, isAsked: next.names === from })
    entryCount += found.length
    const folders: (typeof next)[] = []
    for (const entry of found.slice(0, left)) {
      yield entry
      const isOpened = entry.kind === 'folder' && depth < limits.depth
      if (isOpened && !skippedFolders.has(entry.names.at(-1) ?? '')) {
        folders.push({ names: entry.names, depth: depth + 1 })
      }
    }
    if (found.length > left) return { isCut: true }
    open.push(...folders.toReversed())
  }
  return { isCut: false }
}

/** Up to one entry more than `max`, sorted by name. */
function entriesOf(
  place: FolderPlace,
  names: readonly string[],
  { max, isAsked }: { max: number; isAsked: boolean },
): FoundEntry[] {
  try {
    return withFolder(place, names, (folder) => {
      const entries = dirents(folder, max + 1)
        .map((dirent) => toEntry(folder, names, dirent))
        .filter((entry) => entry !== null)
        .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
      folder.assertSame()
      return entries
    })
  } catch (error) {
    const reason = fileFailure(error, names)
    // It was removed, or only others may read it.
    if (!isAsked && reason instanceof ParleyError) return []
    throw reason
  }
}

function nameOf({ names }: FoundEntry): string {
  return names.at(-1) ?? ''
}

function dirents(folder: HeldFolder, max: number): Dirent[] {
  const found: Dirent[] = []
  const dir: Dir = opendirSync(folder.at('.'), { bufferSize: 256 })
  try {
    for (let entry = dir.readSync(); entry !== null && found.length < max; entry = dir.readSync()) {
      found.push(entry)
    }
  } finally {
    dir.closeSync()
  }
  return found
}

/** Null if it is gone. */
function toEntry(folder: HeldFolder, names: readonly string[], dirent: Dirent): FoundEntry | null {
  const stats = lstatSync(folder.at(dirent.name), { throwIfNoEntry: false })
  if (stats === undefined) return null
  const kind = stats.isFile()
    ? 'file'
    : stats.isDirectory()
      ? 'folder'
      : stats.isSymbolicLink()
        ? 'link'
        : 'special'
  return { names: [...names, dirent.name], kind, sizeBytes: kind === 'file' ? stats.size : 0 }
}
