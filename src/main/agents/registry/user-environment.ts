import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, isAbsolute } from 'node:path'

import { type Clock, systemClock } from '../../base/clock'
import { allowedEnvironment } from '../supervisor/agent-environment'
import { programOutput } from './program-output'
import { absoluteFolders, usualFolders } from './search-folders'

/** The time limit for the files that a shell reads at its start. */
const shellTimeoutMs = 5_000

/** Search paths by the environment that they were found for, so that a shell is started once. */
const found = new Map<string, Promise<string>>()

/**
 * The environment with the search path of the user's terminal. A desktop app that was started from a menu has a short
 * one, without what the user has installed: it gets the folders that the login shell has, or if the shell does not say,
 * the usual ones. Started from a terminal, on Windows, or with `PARLEY_AGENT_FOLDERS`, nothing changes. Never rejects.
 */
export async function userEnvironment(
  environment: NodeJS.ProcessEnv,
  clock: Clock = systemClock,
): Promise<NodeJS.ProcessEnv> {
  const { TERM = 'dumb', SHELL = '', HOME = '', PATH = '', PARLEY_AGENT_FOLDERS } = environment
  const isComplete = TERM !== 'dumb' || process.platform === 'win32' || PARLEY_AGENT_FOLDERS !== undefined
  if (isComplete) return environment
  const key = JSON.stringify([SHELL, HOME, PATH])
  const searchPath = found.get(key) ?? completedPath(environment, clock)
  found.set(key, searchPath)
  return { ...environment, PATH: await searchPath }
}

async function completedPath(environment: NodeJS.ProcessEnv, clock: Clock): Promise<string> {
  const own = absoluteFolders(environment['PATH'])
  const ofShell = await shellFolders(environment, clock)
  const folders =
    ofShell.length > 0 ? [...ofShell, ...own] : [...own, ...usualFolders(environment).filter(existsSync)]
  return Array.from(new Set(folders)).join(delimiter)
}

/** The search path of the user's login shell; empty if it does not say in time. */
async function shellFolders(environment: NodeJS.ProcessEnv, clock: Clock): Promise<string[]> {
  const shell = environment['SHELL'] ?? ''
  if (!isAbsolute(shell)) return []
  const mark = randomUUID()
  // Every shell can run this, also fish, csh and Nushell: one program with one argument. The files that it reads may
  // print anything before and after.
  const script = `/bin/sh -c 'set -f; IFS=; printf ${mark}%s${mark} $PATH'`
  const foldersIn = (output: string) =>
    Array.from(output.matchAll(new RegExp(`${mark}([^\\r\\n]*?)${mark}`, 'g'))).flatMap(([, searchPath]) =>
      absoluteFolders(searchPath),
    )
  const closing = new AbortController()
  const stop = () => closing.abort()
  // A shell that hangs must not outlive Parley.
  process.once('exit', stop)
  const { output } = await programOutput({
    executable: shell,
    args: [...loginArguments(shell), script],
    environment: { ...allowedEnvironment(environment), ...quiet },
    folder: environment['HOME'] ?? homedir(),
    clock,
    timeoutMs: shellTimeoutMs,
    signal: closing.signal,
    isEnough: (printed) => foldersIn(printed).length > 0,
  })
  process.off('exit', stop)
  return foldersIn(output)
}

/** Keep what users add to their shells from asking, updating or starting a terminal of its own. */
const quiet = { TERM: 'dumb', DISABLE_AUTO_UPDATE: 'true', ZSH_TMUX_AUTOSTART: 'false' }

/** Interactive, because many installers add their folder to a file that only interactive shells read. */
function loginArguments(shell: string): string[] {
  const name = basename(shell)
  if (name.startsWith('pwsh')) return ['-Login', '-Command']
  // They know a login shell only by its name.
  return /^t?csh$/.test(name) ? ['-i', '-c'] : ['-i', '-l', '-c']
}
