import { spawn } from 'node:child_process'
import { dirname } from 'node:path'

import type { Clock } from '../../base/clock'

const timeoutMs = 5_000
/** How much of a program's output is searched for a version. */
const maxOutputChars = 4_096

/**
 * Asks a program for its version; null when it does not print one in time. Starts it in its own process group, of which
 * nothing is left when this resolves. Never rejects.
 */
export async function readProgramVersion(
  executable: string,
  options: { environment: Readonly<Record<string, string>>; clock: Clock; signal: AbortSignal },
): Promise<string | null> {
  const { environment, clock, signal } = options
  if (signal.aborted) return null
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const child = spawn(executable, ['--version'], {
    cwd: dirname(executable),
    env: { ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    if (output.length < maxOutputChars) output += chunk
  })
  const said = () => (child.exitCode === 0 ? versionIn(output) : null)
  const giveUp = () => {
    endGroup(child.pid)
    // A process that left the group may keep the other end open.
    child.stdout.destroy()
    resolve(said())
  }
  const cancelTimer = clock.after(timeoutMs, giveUp)
  signal.addEventListener('abort', giveUp, { once: true })
  child.on('error', () => resolve(null))
  child.on('exit', () => endGroup(child.pid))
  child.on('close', () => resolve(said()))
  try {
    return await promise
  } finally {
    cancelTimer()
    signal.removeEventListener('abort', giveUp)
  }
}

/** The first part of a text that looks like a version. */
function versionIn(text: string): string | null {
  return /\d+\.\d+(?:\.\d+)?(?:[-+][\w.-]+)?/.exec(text)?.[0] ?? null
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has exited.
  }
}
