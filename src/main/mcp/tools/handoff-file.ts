import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import type { ParleyError } from '../../../shared/errors'
import { failure, type FailureReason } from '../../../shared/failures/failure'
import { inertMarkdown } from '../../../shared/markdown/inert-markdown'
import { startsPrograms } from '../../auto-run-files/auto-run-files'
import { errorCode } from '../../base/error-code'
import { pathInside } from '../../base/files/path-inside'

/** A file in the workspace that answers are appended to, for the person or agent who continues the work. */
export interface HandoffFile {
  /** The absolute path, with every link in its folder resolved. */
  readonly path: string
  append(entry: { title: string; text: string }): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the file before the work starts, so that no answer is lost that cannot be handed off. The file is only appended
 * to, and created with access for its owner only.
 * @throws INVALID_INPUT it is outside the workspace, configures programs, is a link, or cannot be written
 */
export async function openHandoffFile(workspace: string, given: string): Promise<HandoffFile> {
  const root = await real(workspace, 'workspace')
  const wanted = resolve(root, given)
  const name = basename(wanted)
  const folder = await real(dirname(wanted), 'handoff_file')
  const path = join(folder, name)
  const inside = pathInside(root, path)
  if (inside === null || inside === '') throw refusal('handoff-outside')
  if (startsPrograms(inside, root, workspace)) throw refusal('handoff-steers-programs')
  const file = await openToAppend(path)
  return {
    path,
    append: ({ title, text }) => file.appendFile(`\n## ${title}\n\n${inertMarkdown(text).trimEnd()}\n`),
    close: () => file.close(),
  }
}

async function openToAppend(path: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  let file: FileHandle
  try {
    // Does not follow a link, and does not wait for a reader of a pipe.
    file = await open(path, O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600)
  } catch (error) {
    const code = errorCode(error) ?? 'unknown'
    if (code === 'ELOOP') throw refusal('handoff-link', error)
    throw failure('INVALID_INPUT', 'handoff-cannot-write', { field: 'handoff_file', detail: code }, error)
  }
  const stats = await file.stat()
  // A folder in the path may have become a link since it was checked.
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
