import {
  closeSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'

import { failure } from '../../../shared/failures/failure'
import { errorCode } from '../../base/error-code'

/**
 * Writes a result to `file`, or where it leads if it is a link: completely, or not at all unless it is something else
 * than a file, such as a pipe, or no file can be created beside it.
 * @throws INVALID_INPUT it cannot be written
 */
export function writeResult(file: string, pieces: Iterable<string>): void {
  let part: { path: string; descriptor: number } | null = null
  try {
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true
    const target = isFile ? targetOf(file) : null
    part = target === null ? null : partOf(target)
    writePieces(part?.descriptor ?? openSync(file, 'w'), pieces)
    if (part !== null && target !== null) renameSync(part.path, target)
  } catch (error) {
    if (part !== null) removeIfPossible(part.path)
    const detail = errorCode(error)
    if (detail === null) throw error
    throw failure('INVALID_INPUT', 'path-unwritable', { field: 'out', path: file, detail }, error)
  }
}

/** As many as Linux follows. */
const maxLinks = 40

/**
 * The path to replace in place of `file`: the end of its links, which need not exist yet. Null for a link to an open
 * file, such as `/dev/stdout`: others write to it, too.
 * @throws the system's error: the links lead in a circle, or to a folder that does not exist
 */
function targetOf(file: string): string | null {
  let path = file
  for (let count = 0; count < maxLinks; count += 1) {
    const link = linkAt(path)
    if (link === null) return path
    if (isOpenFile(resolve(path))) return null
    path = resolve(realpathSync(dirname(path)), link)
  }
  return realpathSync(file)
}

/** True if a link is one of the system's own to the files that a process has open. */
function isOpenFile(path: string): boolean {
  return /^\/(?:dev\/(?:fd\/|std(?:in|out|err)$)|proc\/)/.test(path)
}

/** Returns the target of a link; null for anything else. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    // There is none, or it is no link. Writing shows anything that is wrong with it.
    return null
  }
}

/** Opens the file that replaces `target` at the end. Null where there can be none: the result must not be lost for that. */
function partOf(target: string): { path: string; descriptor: number } | null {
  const path = `${target}.${process.pid}.part`
  try {
    return { path, descriptor: openSync(path, 'w') }
  } catch {
    // The folder is read-only, or the name is too long. Whether `target` itself can be written shows next.
    return null
  }
}

function writePieces(descriptor: number, pieces: Iterable<string>): void {
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece, 'utf8')
      for (let start = 0; start < bytes.length;) start += writeSync(descriptor, bytes, start)
    }
  } finally {
    closeSync(descriptor)
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The error to report is why the result could not be written.
  }
}
