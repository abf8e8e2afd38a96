import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'

import { syncFolder } from '../../../base/files/synced-files'
import { sha256 } from '../../../base/sha256'
import { changedSince, fileFailure, systemCode } from '../places/file-failure'
import { type FolderPlace, type HeldFolder, withFolder } from '../places/held-folder'
import { inFolderOf, readIn } from '../places/open-file'
import { maxEditBytes } from './plan-edit'

/** A file to write, and what must be there before. */
export interface FileToWrite {
  place: FolderPlace
  names: readonly string[]
  /** Null if there must be no file. */
  beforeHash: string | null
  after: string
}

/** An edit to take back. */
export interface UndoneFile {
  place: FolderPlace
  names: readonly string[]
  /** Null if the edit created the file. */
  before: string | null
  afterHash: string
}

/** Absent on Windows. */
const { O_NOFOLLOW, O_CREAT, O_EXCL, O_WRONLY, W_OK } = constants
const asOwner = 0o600
const asUsual = 0o666
const permissionBits = 0o777

/** The errors of file systems that have no hard links. */
const noLinks: ReadonlySet<string | null> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
])

/**
 * Writes a file so that it has either its old content or the new one, and only if it still is what the edit was worked
 * out from. Missing folders are created.
 * @throws NOT_FOUND, INVALID_INPUT nothing was written
 */
export function writeFile({ place, names, beforeHash, after }: FileToWrite): void {
  if (beforeHash === null) makeFolders(place, names.slice(0, -1))
  inFolderOf(place, names, (folder, name) => {
    const file = { folder, name, names }
    if (beforeHash === null) createIn(file, after)
    else replaceIn(file, { beforeHash, after })
  })
}

/**
 * Takes an edit back, only if the file still is what the edit made of it. Does nothing if it already is what it was
 * before.
 * @throws NOT_FOUND, INVALID_INPUT nothing was written
 */
export function undoFile({ place, names, before, afterHash }: UndoneFile): void {
  inFolderOf(place, names, (folder, name) => {
    const file = { folder, name, names }
    const found = foundHash(file)
    if (found === (before === null ? null : sha256(before))) return
    if (found !== afterHash) throw changedSince(names)
    if (before === null) {
      unlinkSync(folder.at(name))
      syncFolder(folder.at('.'))
    } else replaceIn(file, { beforeHash: afterHash, after: before })
  })
}

/** A file in an open folder. */
interface FileIn {
  folder: HeldFolder
  name: string
  names: readonly string[]
}

/** Null if there is no file. */
function foundHash({ folder, name, names }: FileIn): string | null {
  try {
    return sha256(readIn(folder, name, names, maxEditBytes).bytes)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

function replaceIn(file: FileIn, { beforeHash, after }: { beforeHash: string; after: string }): void {
  const { folder, name, names } = file
  const { bytes, mode } = readIn(folder, name, names, maxEditBytes)
  if (sha256(bytes) !== beforeHash) throw changedSince(names)
  // A rename would also replace a file that must not be written.
  accessSync(folder.at(name), W_OK)
  const temporary = writeTemporary(folder, after, { mode: asOwner, finalMode: mode & permissionBits })
  try {
    // As late as possible.
    if (foundHash(file) !== beforeHash) throw changedSince(names)
    folder.assertSame()
    renameSync(folder.at(temporary), folder.at(name))
  } catch (error) {
    rmSync(folder.at(temporary), { force: true })
    throw error
  }
  syncFolder(folder.at('.'))
}

function createIn({ folder, name, names }: FileIn, after: string): void {
  const temporary = writeTemporary(folder, after, { mode: asUsual })
  try {
    folder.assertSame()
    // Unlike a rename, it replaces nothing.
    linkSync(folder.at(temporary), folder.at(name))
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw changedSince(names, error)
    if (!noLinks.has(systemCode(error))) throw error
    createDirectly(folder, name, names, after)
  } finally {
    rmSync(folder.at(temporary), { force: true })
  }
  syncFolder(folder.at('.'))
}

/** Where there are no links, a crash may leave half a new file. */
function createDirectly(folder: HeldFolder, name: string, names: readonly string[], after: string): void {
  try {
    writeNew(folder.at(name), after, asUsual, undefined)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw changedSince(names, error)
    throw error
  }
}

/** Returns the name of the new file. */
function writeTemporary(
  folder: HeldFolder,
  content: string,
  { mode, finalMode }: { mode: number; finalMode?: number },
): string {
  const name = `.parley-edit-${randomBytes(8).toString('hex')}`
  try {
    writeNew(folder.at(name), content, mode, finalMode)
  } catch (error) {
    rmSync(folder.at(name), { force: true })
    throw error
  }
  return name
}

function writeNew(path: string, content: string, mode: number, finalMode: number | undefined): void {
  const handle = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
  try {
    writeFileSync(handle, content)
    if (finalMode !== undefined) fchmodSync(handle, finalMode)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Creates the folders that are missing; none of them may be a link. */
function makeFolders(place: FolderPlace, names: readonly string[]): void {
  for (const [depth, name] of names.entries()) {
    const inner = names.slice(0, depth + 1)
    withFolder(place, names.slice(0, depth), (folder) => {
      try {
        mkdirSync(folder.at(name))
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw fileFailure(error, inner)
      }
    })
  }
}
