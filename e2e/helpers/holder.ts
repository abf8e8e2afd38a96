import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The program that has what one wants to have. */
export interface Holder {
  pid: number
  /** Its command line, shortened. */
  command: string
}

/** Who listens on `port` of this machine; null when that cannot be seen, as with another account's programs. */
export function holderOfPort(port: number): Holder | null {
  const pid = process.platform === 'linux' ? pidFromProc(port) : pidFromLsof(port)
  return pid === null ? null : { pid, command: commandOf(pid) }
}

/** The command line of a process; its number when that cannot be seen. */
export function commandOf(pid: number): string {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return text.trim().slice(0, 200) || `process ${pid}`
  } catch {
    // Gone meanwhile, or another account's.
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
    // A machine without IPv6 has no such table.
    return []
  }
}

function linksOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => linkOf(`${folder}/${name}`))
  } catch {
    // Another account's process, or one that ended meanwhile.
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed meanwhile, as the descriptor by which this process reads its own folder always is.
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
    // Nobody listens, or there is no lsof.
    return null
  }
}
