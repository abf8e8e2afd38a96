import { ParleyError } from '../../../../shared/errors'
import { failure } from '../../../../shared/failures/failure'
import { errorCode } from '../../../base/error-code'

/** The reasons why something is not opened or written, in words for a model. */
const problems = {
  access: 'access denied',
  closed: 'it is part of Parley’s own data',
  'disk-full': 'the disk is full',
  folder: 'it is a folder',
  large: 'it is too large',
  link: 'it is, or is behind, a link or a file; links are not followed',
  moved: 'it was changed while it was being read',
  'not-text': 'it is not a text in UTF-8',
  special: 'it is not a regular file',
} as const

export type FileProblem = keyof typeof problems

const shownChars = 300

/** The error for something that the tools do not read or change. */
export function fileRefusal(problem: FileProblem, names: readonly string[], cause?: unknown): ParleyError {
  const data = { path: shown(names), problem, detail: problems[problem] }
  return failure('INVALID_INPUT', 'file-not-opened', data, cause)
}

/** The error for a file that is not what an edit expects. */
export function changedSince(names: readonly string[], cause?: unknown): ParleyError {
  return failure('INVALID_INPUT', 'file-changed', { path: shown(names) }, cause)
}

/** Converts an error of the system about a file or folder; leaves other errors unchanged. */
export function fileFailure(error: unknown, names: readonly string[]): unknown {
  const code = error instanceof ParleyError ? null : systemCode(error)
  switch (code) {
    case null:
      return error
    case 'ENOENT':
      return failure('NOT_FOUND', 'path', { path: shown(names) }, error)
    case 'ENOTDIR':
    case 'ELOOP':
      return fileRefusal('link', names, error)
    case 'EISDIR':
      return fileRefusal('folder', names, error)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return fileRefusal('access', names, error)
    case 'ENOSPC':
    case 'EDQUOT':
      return fileRefusal('disk-full', names, error)
    default:
      return failure('INVALID_INPUT', 'file-not-opened', { path: shown(names), detail: code }, error)
  }
}

/** The error for a chosen folder that no longer exists, or that cannot be opened. */
export function folderFailure(error: unknown, folder: string): unknown {
  return systemCode(error) === null
    ? error
    : failure('NOT_FOUND', 'path', { path: folder, isRoot: true }, error)
}

/** The code of an error of the system; null for any other error. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && 'syscall' in error ? errorCode(error) : null
}

/** A path as it is shown; the folder itself is a dot. */
export function shown(names: readonly string[]): string {
  return names.length === 0 ? '.' : names.join('/').slice(0, shownChars)
}
