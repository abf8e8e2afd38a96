import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { processStat, startOf } from '../../../base/process-stat'
import { markVariable } from './agent-mark'
import { readFingerprint, startBranded } from './linux-fingerprint'
import type { ProcessRow, ProcessTable } from './process-table'
import { sendSignal } from './send-signal'

/** Read in one go, so that a machine with many processes does not hold anything else up. */
const rowsPerTurn = 64

const marker = Buffer.from(`${markVariable}=`)

/**
 * Linux, by `/proc`.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export const linuxProcesses: ProcessTable = {
  async read() {
    const rows: ProcessRow[] = []
    let count = 0
    for (const name of readdirSync('/proc')) {
      if (!/^\d/.test(name)) continue
      const row = readRow(Number(name))
      if (row !== null) rows.push(row)
      if (++count % rowsPerTurn === 0) await nextTurn()
    }
    return rows
  },
  markOf(row, notBefore) {
    if (isOlder(row, notBefore)) return null
    let environment: Buffer
    try {
      environment = readFileSync(`/proc/${row.pid}/environ`)
    } catch {
      // It is gone, or another user's: neither is found by its mark.
      return null
    }
    return markIn(environment)
  },
  startBranded,
  brandOf: (row, notBefore) => (isOlder(row, notBefore) ? null : readFingerprint(row.pid)),
  signal: sendSignal,
  signalGroup: (pid, signal) => sendSignal(-pid, signal),
}

function isOlder(row: ProcessRow, notBefore: string | null): boolean {
  return notBefore !== null && Number(row.startedAt) < Number(notBefore)
}

function readRow(pid: number): ProcessRow | null {
  const fields = processStat(pid)
  // It ended since the folder was listed.
  if (fields === null) return null
  const [state, parentPid, groupId, sessionId] = fields
  const startedAt = startOf(fields)
  if (startedAt === undefined || state === 'Z' || state === 'X') return null
  return {
    pid,
    parentPid: Number(parentPid),
    groupId: Number(groupId),
    sessionId: Number(sessionId),
    startedAt,
  }
}

function markIn(environment: Buffer): string | null {
  for (let at = environment.indexOf(marker); at !== -1; at = environment.indexOf(marker, at + 1)) {
    if (at > 0 && environment[at - 1] !== 0) continue
    const end = environment.indexOf(0, at)
    return environment.toString('latin1', at + marker.length, end === -1 ? environment.length : end)
  }
  return null
}
