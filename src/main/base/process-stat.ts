import { closeSync, openSync, readSync } from 'node:fs'

const buffer = Buffer.alloc(4096)

/**
 * What Linux says of a process after its number and its name; null where there is none, or no `/proc`.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function processStat(pid: number): string[] | null {
  const text = readStat(pid)
  // The name before the last parenthesis may hold blanks, parentheses and line ends.
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** When the process was started, in ticks since the system was, of the fields of `processStat`. */
export function startOf(stat: readonly string[]): string | undefined {
  return stat[19]
}

/** Whether a process of this number is at work, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  // One that was killed keeps its number until its parent has asked for it.
  if (processStat(pid)?.[0] === 'Z') return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's is alive too (EPERM).
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH'
  }
}

function readStat(pid: number): string | null {
  let handle: number | null = null
  try {
    handle = openSync(`/proc/${pid}/stat`, 'r')
    const length = readSync(handle, buffer, 0, buffer.length, 0)
    return buffer.toString('latin1', 0, length)
  } catch {
    // It has ended, or this is another system.
    return null
  } finally {
    if (handle !== null) closeSync(handle)
  }
}
