import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { processStat, startOf } from '../../../base/process-stat'
import { markVariable } from './agent-mark'
import { readFingerprint, startWithFingerprint } from './linux-fingerprint'
import type { ProcessRow, ProcessTable } from './process-table'
import { sendSignal } from './send-signal'

/** Read per turn, so that a machine with many processes does not block the event loop. */
const rowsPerTurn = 64

/** A tick of the times in `/proc`, for every program the same. */
const tickMs = 10

const marker = Buffer.from(`${markVariable}=`)

/**
 * Linux, through `/proc`.
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
      // The process is gone or belongs to another user, and cannot be found by its mark.
      return null
    }
    return markIn(environment)
  },
  startWithFingerprint,
  fingerprintOf: (row, notBefore) => (isOlder(row, notBefore) ? null : readFingerprint(row.pid)),
  processorMsOf({ pid, startedAt }) {
    const fields = processStat(pid)
    if (fields === null || startOf(fields) !== startedAt) return 0
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs
  },
  signal: sendSignal,
  signalGroup: (pid, signal) => sendSignal(-pid, signal),
}

function isOlder(row: ProcessRow, notBefore: string | null): boolean {
  return notBefore !== null && Number(row.startedAt) < Number(notBefore)
}

function readRow(pid: number): ProcessRow | null {
  const fields = processStat(pid)
  // The process exited after the folder was listed.
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
