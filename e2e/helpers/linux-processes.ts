import { readdirSync, readFileSync } from 'node:fs'

/** The first fields behind a process's name. */
export interface ProcessStatus {
  /** One letter, such as R for running, D for waiting on the disk, Z for ended and not yet taken away. */
  state: string
  parent: number
  group: number
  /** In ticks since the machine started: with the number, it tells a process from a later one. */
  startedAt: string
}

/** The numbers of all processes; none on a system without `/proc`. */
export function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    // Not Linux.
    return []
  }
}

/**
 * How a process is; null when there is none.
 * @see proc_pid_stat(5): the name, in brackets, may hold spaces and brackets itself
 */
export function statusOf(pid: number): ProcessStatus | null {
  const text = readProcess(pid, 'stat')
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
  const [state, parent, group] = fields
  const startedAt = fields[19]
  if (state === undefined || startedAt === undefined) return null
  return { state, parent: Number(parent), group: Number(group), startedAt }
}

/** The same; null also for one that has ended and whose parent has not taken note of that. */
export function livingStatusOf(pid: number): ProcessStatus | null {
  const status = statusOf(pid)
  return status === null || status.state === 'Z' || status.state === 'X' ? null : status
}

/** Whether a process is there and has not ended. */
export function isLiving(pid: number): boolean {
  return livingStatusOf(pid) !== null
}

/** What it was started with, as `NAME=value`; nothing of a process that has ended or is another account's. */
export function environmentOf(pid: number): string[] {
  return readProcess(pid, 'environ')?.split('\0') ?? []
}

/** Its words with spaces between them; empty when it has ended. */
export function commandLineOf(pid: number): string {
  return readProcess(pid, 'cmdline')?.replaceAll('\0', ' ').trim() ?? ''
}

/** One of the files that describe a process; null when it has ended, or is another account's, or this is not Linux. */
export function readProcess(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}
