import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { randomInt } from 'node:crypto'

import { processStat, startOf } from '../../../base/process-stat'
import { markVariable } from './agent-mark'
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

/** The most by which a fingerprint raises the OOM score of a process, out of 1,000. */
const mostScore = 100
/** Core dump bits for kinds of pages that agents do not have. */
const spareFilterBits = 5

/**
 * Starts a process with a unique pair of settings that its whole process tree inherits: its OOM score and its core dump
 * filter. They survive a new session, an empty environment and the loss of the parent. The process inherits them from
 * this process, which has them only while `start` runs, so they are set before its first instruction. The fingerprint
 * is null if the system does not allow changing the settings.
 * @see https://man7.org/linux/man-pages/man5/core.5.html
 * @see https://man7.org/linux/man-pages/man5/proc_pid_oom_score_adj.5.html
 */
export function startWithFingerprint<Started>(
  used: ReadonlySet<string>,
  start: () => Started,
): { started: Started; fingerprint: string | null } {
  const own = readFingerprint('self')
  const fingerprint = own === null ? null : newFingerprint(own, used)
  if (own === null || fingerprint === null) return { started: start(), fingerprint: null }
  const hasFingerprint = writeFingerprint(fingerprint)
  try {
    const started = start()
    // A setting that cannot be restored would match this process too.
    return { started, fingerprint: writeFingerprint(own) && hasFingerprint ? fingerprint : null }
  } catch (error) {
    writeFingerprint(own)
    throw error
  }
}

function newFingerprint(own: string, used: ReadonlySet<string>): string | null {
  const [ownScore = '', ownFilter = ''] = own.split(',')
  for (let attempt = 0; attempt < 100; attempt++) {
    const score = Math.min(Number(ownScore) + randomInt(1, mostScore + 1), 1_000)
    const filter = Number.parseInt(ownFilter, 16) ^ (randomInt(1, 16) << spareFilterBits)
    const fingerprint = `${score},${filter.toString(16).padStart(8, '0')}`
    if (!used.has(fingerprint)) return fingerprint
  }
  return null
}

/** Sets the fingerprint of this process, and returns whether it took effect. */
function writeFingerprint(fingerprint: string): boolean {
  const [score = '', filter = ''] = fingerprint.split(',')
  try {
    writeFileSync('/proc/self/oom_score_adj', score)
    writeFileSync('/proc/self/coredump_filter', `0x${filter}`)
  } catch {
    // Not permitted, or only in part; the current values are read below.
  }
  return readFingerprint('self') === fingerprint
}

/** Both settings of a process; null when they cannot be read. */
export function readFingerprint(pid: number | 'self'): string | null {
  try {
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'latin1').trim()
    return `${read('oom_score_adj')},${read('coredump_filter')}`
  } catch {
    // The process has exited, or the system has no such settings.
    return null
  }
}
