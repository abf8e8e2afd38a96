import { closeSync, openSync, readSync } from 'node:fs'

import { errorCode } from './error-code'

const buffer = Buffer.alloc(4096)

/**
 * The fields of `/proc/<pid>/stat` after the pid and the name; null when the process or `/proc` does not exist.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function processStat(pid: number): string[] | null {
  const text = readStat(pid)
  // The name may contain blanks, parentheses and newlines, so it ends at the last parenthesis.
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Returns the start time of the process, in clock ticks since boot, from the fields of `processStat`. */
export function startOf(stat: readonly string[]): string | undefined {
  return stat[19]
}

/** True if a process with this pid is alive, whichever account it belongs to. */
export function isAlive(pid: number): boolean {
  // A zombie keeps its pid until its parent reaps it.
  if (processStat(pid)?.[0] === 'Z') return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that another account's process is alive.
    return errorCode(error) !== 'ESRCH'
  }
}

function readStat(pid: number): string | null {
  let handle: number | null = null
  try {
    handle = openSync(`/proc/${pid}/stat`, 'r')
    const length = readSync(handle, buffer, 0, buffer.length, 0)
    return buffer.toString('latin1', 0, length)
  } catch {
    // The process has ended, or this system has no `/proc`.
    return null
  } finally {
    if (handle !== null) closeSync(handle)
  }
}
