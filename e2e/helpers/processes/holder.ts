import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The program that holds a wanted resource. */
export interface Holder {
  pid: number
  /** Its command line, truncated. */
  command: string
}

/**
 * The process that listens on a local `port`; null if that cannot be determined, as for another user's
 * programs.
 */
export function holderOfPort(port: number): Holder | null {
  const pid = process.platform === 'linux' ? pidFromProc(port) : pidFromLsof(port)
  return pid === null ? null : { pid, command: commandOf(pid) }
}

/** The command line of a process, or its id if that cannot be read. */
export function commandOf(pid: number): string {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return text.trim().slice(0, 200) || `process ${pid}`
  } catch {
    // It has ended, or belongs to another user.
    return `process ${pid}`
  }
}

/** @see proc(5): a listening socket has state 0A, and its owner has a descriptor that links to its inode */
function pidFromProc(port: number): number | null {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    linesOf(table)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[1]?.endsWith(wanted) === true && columns[3] === '0A')
      .map((columns) => `socket:[${columns[9] ?? ''}]`),
  )
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return Number(pids.find((pid) => linksOf(`/proc/${pid}/fd`).some((link) => inodes.includes(link)))) || null
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    // Without IPv6 there is no such table.
    return []
  }
}

function linksOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => linkOf(`${folder}/${name}`))
  } catch {
    // It belongs to another user, or has just ended.
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed in the meantime, as is always the descriptor used to read this process's own directory.
    return ''
  }
}

function pidFromLsof(port: number): number | null {
  try {
    return Number.parseInt(
      execFileSync('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']).toString(),
      10,
    )
  } catch {
    // Nothing listens, or lsof is not installed.
    return null
  }
}
