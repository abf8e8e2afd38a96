import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'

import { failure } from '../../../shared/failures/failure'

/**
 * Writes a result to `file`: completely, or not at all unless it is something else than a file, such as a pipe, or no file
 * can be created beside it.
 * @throws INVALID_INPUT it cannot be written
 */
export function writeResult(file: string, pieces: Iterable<string>): void {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true
  const part = isFile ? partOf(file) : null
  try {
    writePieces(part?.descriptor ?? openSync(file, 'w'), pieces)
    if (part !== null) renameSync(part.path, file)
  } catch (error) {
    if (part !== null) removeIfPossible(part.path)
    const detail = error instanceof Error && 'code' in error ? String(error.code) : null
    if (detail === null) throw error
    throw failure('INVALID_INPUT', 'path-unwritable', { field: 'out', path: file, detail }, error)
  }
}

/** Opens the file that replaces `file` at the end. Null where there can be none: the result must not be lost for that. */
function partOf(file: string): { path: string; descriptor: number } | null {
  const path = `${file}.${process.pid}.part`
  try {
    return { path, descriptor: openSync(path, 'w') }
  } catch {
    // The folder is read-only, or the name is too long. Whether `file` itself can be written shows next.
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
