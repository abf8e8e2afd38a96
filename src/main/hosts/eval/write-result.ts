import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'

import { failure } from '../../../shared/failures/failure'

/**
 * Writes a result to `file`: completely, or not at all unless it is something else than a file, such as a pipe.
 * @throws INVALID_INPUT it cannot be written
 */
export function writeResult(file: string, pieces: Iterable<string>): void {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true
  const target = isFile ? `${file}.${process.pid}.part` : file
  try {
    writePieces(target, pieces)
    if (isFile) renameSync(target, file)
  } catch (error) {
    if (isFile) removeIfPossible(target)
    const detail = error instanceof Error && 'code' in error ? String(error.code) : null
    if (detail === null) throw error
    throw failure('INVALID_INPUT', 'path-unwritable', { field: 'out', path: file, detail }, error)
  }
}

function writePieces(target: string, pieces: Iterable<string>): void {
  const descriptor = openSync(target, 'w')
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
    // Whoever asked is told why the result could not be written.
  }
}
