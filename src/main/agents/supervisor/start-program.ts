import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'

import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { AgentStart } from '../agent-process'
import type { StartedProgram } from './running-agent'

/**
 * Starts an agent's program with its own session, group and pipes. `withFingerprint` calls its argument and returns the
 * result.
 * @throws AGENT_NOT_INSTALLED, AGENT_FAILED
 */
export function startProgram(
  { command, folder }: AgentStart,
  args: readonly string[],
  environment: Record<string, string>,
  withFingerprint: (start: () => ChildProcess) => ChildProcess,
): Promise<StartedProgram> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(startFailure(command.executable, folder, error))
    try {
      const program = withFingerprint(() =>
        spawn(command.executable, args, {
          cwd: folder,
          env: environment,
          stdio: ['pipe', 'pipe', 'pipe'],
          detached: true,
          windowsHide: true,
        }),
      )
      program.once('error', fail)
      program.once('spawn', () => {
        program.off('error', fail)
        // After the start, this only reports a signal that could not be sent, which the ending notices itself.
        program.on('error', () => {})
        resolve(program as StartedProgram)
      })
    } catch (error) {
      fail(error)
    }
  })
}

function startFailure(executable: string, folder: string, cause: unknown): ParleyError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN'
  const data = { executable, folder, cause: code }
  if (!isThere(folder, 'folder')) return failure('AGENT_FAILED', 'no-folder', data, cause)
  if (code === 'ENOENT' && !isThere(executable, 'file')) {
    return failure('AGENT_NOT_INSTALLED', 'program-gone', data, cause)
  }
  return failure('AGENT_FAILED', 'not-started', { ...data, detail: code }, cause)
}

function isThere(path: string, kind: 'file' | 'folder'): boolean {
  try {
    const stats = statSync(path)
    return kind === 'folder' ? stats.isDirectory() : stats.isFile()
  } catch {
    // Whatever the reason, Parley cannot use it.
    return false
  }
}
