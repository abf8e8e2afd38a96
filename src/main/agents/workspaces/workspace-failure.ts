import { ParleyError } from '../../../shared/errors'
import { GitRefusal } from './git'

const shownChars = 500
const fullDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** What went wrong with a folder of an agent's own, in words for people; what is known to be said already stays as it is. */
export function workspaceFailure(error: unknown): unknown {
  if (error instanceof GitRefusal) {
    return failure(
      'git',
      `Git could not see to the agent’s folder: ${error.message.slice(0, shownChars)}`,
      error,
    )
  }
  if (!isSystemError(error)) return error
  if (fullDisk.has(error.code)) {
    const what =
      'There is no room left on the disk for a folder of the agent’s own. Make room, or let it work in the folder itself.'
    return failure('disk-full', what, error)
  }
  const where = error.path === undefined ? '' : ` ${error.path}`
  const what = `The agent’s own folder could not be made or read (${error.code}${where}). Check that the folder may be read and the data folder be written.`
  return failure('workspace', what, error)
}

function failure(reason: string, message: string, cause: unknown): ParleyError {
  return new ParleyError('AGENT_FAILED', message, { data: { reason }, cause })
}

/** An error of the operating system has the call that failed; one of a signal that was aborted has not. */
function isSystemError(error: unknown): error is Error & { code: string; path?: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}
