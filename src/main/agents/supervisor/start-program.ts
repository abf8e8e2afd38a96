import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'

import { ParleyError } from '../../../shared/errors'
import type { AgentStart } from '../agent-process'
import type { StartedProgram } from './running-agent'

/**
 * Starts the program of an agent, in a session and a group of its own, with pipes of its own. `branded` calls what it is
 * given, and answers with what that answers.
 * @throws AGENT_NOT_INSTALLED, AGENT_FAILED
 */
export function startProgram(
  { command, folder }: AgentStart,
  environment: Record<string, string>,
  branded: (start: () => ChildProcess) => ChildProcess,
): Promise<StartedProgram> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(startFailure(command.executable, folder, error))
    try {
      const program = branded(() =>
        spawn(command.executable, command.args, {
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
        // Afterwards it says only that a signal could not be sent, which its ending finds out by itself.
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
  if (!isThere(folder, 'folder')) {
    return new ParleyError(
      'AGENT_FAILED',
      `The folder ${folder} is not there, or cannot be opened. Choose another one for the agent to work in.`,
      { data: { ...data, reason: 'no-folder' }, cause },
    )
  }
  if (code === 'ENOENT' && !isThere(executable, 'file')) {
    return new ParleyError(
      'AGENT_NOT_INSTALLED',
      `There is no program ${executable}. Install the agent, or choose its program in Settings.`,
      { data, cause },
    )
  }
  return new ParleyError(
    'AGENT_FAILED',
    `${executable} could not be started (${code}). Check in a terminal that it runs, or install it again.`,
    { data: { ...data, reason: 'not-started' }, cause },
  )
}

function isThere(path: string, kind: 'file' | 'folder'): boolean {
  try {
    const stats = statSync(path)
    return kind === 'folder' ? stats.isDirectory() : stats.isFile()
  } catch {
    // Whatever the reason, it is not there for Parley.
    return false
  }
}
