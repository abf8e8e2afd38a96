import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** How much sooner a branded process may be ended when memory runs out, of 1,000. */
const mostScore = 100
/** Of a core dump: pages of a size and a kind that agents do not have. */
const spareFilterBits = 5

/**
 * Gives a process that was just started a pair of settings that nobody else has and that all it starts inherit: how early
 * it is ended when memory runs out, and what a core dump holds. Neither a new session nor an empty environment nor the
 * loss of its parent takes them away. Null where the system does not let them be set.
 * @see https://man7.org/linux/man-pages/man5/core.5.html
 * @see https://man7.org/linux/man-pages/man5/proc_pid_oom_score_adj.5.html
 */
export function brandProcess(pid: number, used: ReadonlySet<string>): string | null {
  const own = readBrand(pid)
  if (own === null) return null
  const [ownScore = '', ownFilter = ''] = own.split(',')
  for (let attempt = 0; attempt < 100; attempt++) {
    const score = Number(ownScore) + randomInt(1, mostScore + 1)
    const filter = Number.parseInt(ownFilter, 16) ^ (randomInt(1, 16) << spareFilterBits)
    const brand = `${score},${filter.toString(16).padStart(8, '0')}`
    if (used.has(brand)) continue
    // One that has ended already, or is not ours to change: then its mark must do.
    return writeBrand(pid, brand) ? brand : null
  }
  return null
}

/**
 * Writes a brand again that is not there any more: what a core dump holds belongs to the memory of a process, and is
 * lost when it is written while that is being replaced by another program's.
 */
export function renewBrand(pid: number, brand: string): void {
  if (readBrand(pid) !== brand) writeBrand(pid, brand)
}

function writeBrand(pid: number, brand: string): boolean {
  const [score = '', filter = ''] = brand.split(',')
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, score)
    writeFileSync(`/proc/${pid}/coredump_filter`, `0x${filter}`)
    return true
  } catch {
    return false
  }
}

/** Both settings of a process; null when they cannot be read. */
export function readBrand(pid: number): string | null {
  try {
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'latin1').trim()
    return `${read('oom_score_adj')},${read('coredump_filter')}`
  } catch {
    // It has ended, or the system keeps no such setting.
    return null
  }
}
