import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'

import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { AgentStart } from '../agent-process'
import { batchStart, isBatchFile } from './batch-start'
import type { StartedProgram } from './running-agent'

/**
 * The arguments for `spawn` with which a program and its descendants can be ended together: on POSIX systems in a
 * session and group of its own, on Windows as a child whose console window is hidden.
 * @throws AGENT_FAILED for an argument that a batch file of Windows could misread
 */
export async function spawnArguments(
  executable: string,
  args: readonly string[],
  environment: Record<string, string>,
  platform = process.platform,
) {
  if (platform !== 'win32') return { file: executable, args, options: { env: environment, detached: true } }
  const variables = windowsEnvironment(environment)
  const start = isBatchFile(executable)
    ? await batchStart(executable, args, variables['PATH'] ?? '')
    : { file: executable, args, isShell: false }
  // The shell would look for programs in the current folder first, which may be anyone's.
  const env = start.isShell ? { ...variables, NoDefaultCurrentDirectoryInExePath: '1' } : variables
  const options = { env, windowsHide: true, windowsVerbatimArguments: start.isShell }
  return { file: start.file, args: start.args, options }
}

/** Windows ignores the case of names, so that of `PATH` and `Path` only one is used: the one that was set last. */
function windowsEnvironment(environment: Record<string, string>): Record<string, string> {
  const byName = new Map(Object.entries(environment).map((entry) => [entry[0].toUpperCase(), entry]))
  return Object.fromEntries(
    Array.from(byName, ([name, entry]) => (name === 'PATH' ? [name, entry[1]] : entry)),
  )
}

/**
 * Starts an agent's program with its own process tree and pipes. `withFingerprint` calls its argument and returns the
 * result.
 * @throws AGENT_NOT_INSTALLED, AGENT_FAILED
 */
export async function startProgram(
  { command, folder }: AgentStart,
  args: readonly string[],
  environment: Record<string, string>,
  withFingerprint: (start: () => ChildProcess) => ChildProcess,
): Promise<StartedProgram> {
  const given = await spawnArguments(command.executable, args, environment)
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(startFailure(command.executable, folder, error))
    try {
      const program = withFingerprint(() =>
        spawn(given.file, given.args, { ...given.options, cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] }),
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
