import { failure } from '../../../shared/failures/failure'
import { GitRefusal } from './git/git'

const shownChars = 500
const fullDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Converts an error with an agent's workspace to a readable one; leaves readable ones unchanged. */
export function workspaceFailure(error: unknown): unknown {
  if (error instanceof GitRefusal) {
    return failure('AGENT_FAILED', 'git', { said: error.message.slice(0, shownChars) }, error)
  }
  if (!isSystemError(error)) return error
  if (fullDisk.has(error.code)) return failure('AGENT_FAILED', 'disk-full', {}, error)
  const detail = error.path === undefined ? error.code : `${error.code} ${error.path}`
  return failure('AGENT_FAILED', 'workspace', { detail }, error)
}

/** An operating system error has the failed call; an abort reason does not. */
function isSystemError(error: unknown): error is Error & { code: string; path?: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}
