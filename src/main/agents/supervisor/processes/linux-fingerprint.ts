import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** How much sooner a branded process may be ended when memory runs out, of 1,000. */
const mostScore = 100
/** Of a core dump: pages of a size and a kind that agents do not have. */
const spareFilterBits = 5

/**
 * Starts a process with a pair of settings that nobody else has and that all it starts inherit: how early it is ended when
 * memory runs out, and what a core dump holds. Neither a new session nor an empty environment nor the loss of its parent
 * takes them away. It inherits them itself, from this process, which has them only while `start` runs: so nothing that it
 * does can come before them. The brand is null where the system does not let them be set.
 * @see https://man7.org/linux/man-pages/man5/core.5.html
 * @see https://man7.org/linux/man-pages/man5/proc_pid_oom_score_adj.5.html
 */
export function startBranded<Started>(
  used: ReadonlySet<string>,
  start: () => Started,
): { started: Started; brand: string | null } {
  const own = readFingerprint('self')
  const brand = own === null ? null : newBrand(own, used)
  if (own === null || brand === null) return { started: start(), brand: null }
  const isBranded = writeBrand(brand)
  try {
    const started = start()
    // What cannot be taken off again tells an agent from nobody.
    return { started, brand: writeBrand(own) && isBranded ? brand : null }
  } catch (error) {
    writeBrand(own)
    throw error
  }
}

function newBrand(own: string, used: ReadonlySet<string>): string | null {
  const [ownScore = '', ownFilter = ''] = own.split(',')
  for (let attempt = 0; attempt < 100; attempt++) {
    const score = Math.min(Number(ownScore) + randomInt(1, mostScore + 1), 1_000)
    const filter = Number.parseInt(ownFilter, 16) ^ (randomInt(1, 16) << spareFilterBits)
    const brand = `${score},${filter.toString(16).padStart(8, '0')}`
    if (!used.has(brand)) return brand
  }
  return null
}

/** Gives this process a brand. Whether it has it now. */
function writeBrand(brand: string): boolean {
  const [score = '', filter = ''] = brand.split(',')
  try {
    writeFileSync('/proc/self/oom_score_adj', score)
    writeFileSync('/proc/self/coredump_filter', `0x${filter}`)
  } catch {
    // Not ours to change, or not all of it: what it is now is read below.
  }
  return readFingerprint('self') === brand
}

/** Both settings of a process; null when they cannot be read. */
export function readFingerprint(pid: number | 'self'): string | null {
  try {
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'latin1').trim()
    return `${read('oom_score_adj')},${read('coredump_filter')}`
  } catch {
    // It has ended, or the system keeps no such setting.
    return null
  }
}
