import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import type { ParleyError } from '../../../shared/errors'
import { failure, type FailureReason } from '../../../shared/failures/failure'
import { steersPrograms } from '../../steering-path/steering-path'
import { pathInside } from '../../base/files/path-inside'

/** A file of the workspace that answers are added to, for whoever goes on with the work. */
export interface HandoffFile {
  /** In full, with every link of its folder followed. */
  readonly path: string
  append(entry: { title: string; text: string }): Promise<void>
  close(): Promise<void>
}

/**
 * Opens it before the work begins, so that nobody works for an answer that cannot be handed on. It is only ever appended
 * to, and made for its owner alone.
 * @throws INVALID_INPUT it lies outside the workspace, steers programs, is a link, or cannot be written
 */
export async function openHandoffFile(workspace: string, given: string): Promise<HandoffFile> {
  const root = await real(workspace, 'workspace')
  const wanted = resolve(root, given)
  const name = basename(wanted)
  const folder = await real(dirname(wanted), 'handoff_file')
  const path = join(folder, name)
  const inside = pathInside(root, path)
  if (inside === null || inside === '') throw refusal('handoff-outside')
  if (steersPrograms(inside)) throw refusal('handoff-steers-programs')
  const file = await openToAppend(path)
  return {
    path,
    append: ({ title, text }) => file.appendFile(`\n## ${title}\n\n${text.trimEnd()}\n`),
    close: () => file.close(),
  }
}

async function openToAppend(path: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  let file: FileHandle
  try {
    // A link is not followed, and a pipe that nobody reads is not waited for.
    file = await open(path, O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ELOOP') throw refusal('handoff-link', error)
    throw failure('INVALID_INPUT', 'handoff-cannot-write', { field: 'handoff_file', detail: code }, error)
  }
  const stats = await file.stat()
  // A folder on the way may have become a link since it was looked at.
  const isThere = (await realpath(path).catch(() => null)) === path
  if (stats.isFile() && stats.nlink === 1 && isThere) return file
  await file.close()
  throw refusal(stats.isFile() ? 'handoff-hard-link' : 'handoff-not-file')
}

async function real(path: string, field: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    throw failure('INVALID_INPUT', 'path-not-found', { field, path }, error)
  }
}

type Refused = Exclude<Extract<FailureReason<'INVALID_INPUT'>, `handoff-${string}`>, 'handoff-cannot-write'>

function refusal(reason: Refused, cause?: unknown): ParleyError {
  return failure('INVALID_INPUT', reason, { field: 'handoff_file' }, cause)
}
