import { readdirSync, readFileSync } from 'node:fs'

/** The first fields after a process's name in its `stat` file. */
export interface ProcessStatus {
  /** One letter, such as R for running, D for waiting for the disk, Z for a zombie. */
  state: string
  parent: number
  group: number
  /** In ticks since the machine started. Together with the id, it identifies a process. */
  startedAt: string
}

/** The ids of all processes; none on a system without `/proc`. */
export function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    // Not Linux.
    return []
  }
}

/**
 * The status of a process; null if it does not exist.
 * @see proc_pid_stat(5): the name, in brackets, may contain spaces and brackets
 */
export function statusOf(pid: number): ProcessStatus | null {
  const text = readProcess(pid, 'stat')
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
  const [state, parent, group] = fields
  const startedAt = fields[19]
  if (state === undefined || startedAt === undefined) return null
  return { state, parent: Number(parent), group: Number(group), startedAt }
}

/** Like `statusOf`, but null for a zombie. */
export function livingStatusOf(pid: number): ProcessStatus | null {
  const status = statusOf(pid)
  return status === null || status.state === 'Z' || status.state === 'X' ? null : status
}

/** True for an existing process that is not a zombie. */
export function isLiving(pid: number): boolean {
  return livingStatusOf(pid) !== null
}

/** Its initial environment, as `NAME=value`; empty if it has ended or belongs to another user. */
export function environmentOf(pid: number): string[] {
  return readProcess(pid, 'environ')?.split('\0') ?? []
}

/** Its arguments, joined by spaces; empty if it has ended. */
export function commandLineOf(pid: number): string {
  return readProcess(pid, 'cmdline')?.replaceAll('\0', ' ').trim() ?? ''
}

/**
 * One of the files that describe a process; null if it has ended, belongs to another user, or this is not
 * Linux.
 */
export function readProcess(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}
