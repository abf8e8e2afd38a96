import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

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
