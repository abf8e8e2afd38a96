import type { Clock } from '../../base/clock'

/** A version of a part of a row: milliseconds, a counter and the machine, in hexadecimal digits; it sorts as a text. */
export type RowVersion = string

const versionShape = /^0[0-6][0-9a-f]{10}-[0-9a-f]{4}-[0-9a-f]{16}$/
/** The year 2213: a version that is later would leave no room for newer ones. */
const lastMs = 0x06ff_ffff_fff0
/** The counter of a millisecond has four digits. */
const maxCount = 0xffff

/** True for the text of a version. */
export function isRowVersion(value: unknown): value is RowVersion {
  return typeof value === 'string' && versionShape.test(value)
}

/** A version of a file may be up to the year 2179: a later one would leave no room for those of this machine. */
export function isVersionOfFile(version: RowVersion): boolean {
  return version < '06'
}

/**
 * A hybrid logical clock: each version is newer than all that this machine has made or seen, and close to the time of
 * day if the clocks of the machines are.
 *
 * @see Kulkarni, Demirbas et al., “Logical Physical Clocks”, OPODIS 2014
 */
export class RowClock {
  readonly #clock: Clock
  #isPaused = false
  /** The newest version may be forgotten with its row. */
  #newest: RowVersion = ''

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Changes get versions now. */
  get isVersioning(): boolean {
    return !this.#isPaused
  }

  /** Does `work`, during which changes get no version: the caller stores that of another machine. */
  paused<Result>(work: () => Result): Result {
    const before = this.#isPaused
    this.#isPaused = true
    try {
      return work()
    } finally {
      this.#isPaused = before
    }
  }

  /** A version of this machine that is newer than the newest known one. */
  next(device: string, stored: RowVersion | null): RowVersion {
    const newest = stored !== null && stored > this.#newest ? stored : this.#newest
    this.#newest = this.#after(newest === '' ? null : newest, device)
    return this.#newest
  }

  #after(newest: RowVersion | null, device: string): RowVersion {
    const now = Math.min(Math.max(0, this.#clock.now()), lastMs)
    const newestMs = newest === null ? -1 : Number.parseInt(newest.slice(0, 12), 16)
    if (newest === null || now > newestMs) return versionOf(now, 0, device)
    const count = Number.parseInt(newest.slice(13, 17), 16)
    return count < maxCount ? versionOf(newestMs, count + 1, device) : versionOf(newestMs + 1, 0, device)
  }
}

/** The version of what was so at that time, on no machine in particular. */
export function versionAt(ms: number): RowVersion {
  return versionOf(Math.min(Math.max(0, ms), lastMs), 0, '0'.repeat(16))
}

/** The version of a time in milliseconds, and a counter within that. */
function versionOf(ms: number, count: number, device: string): RowVersion {
  return `${hex(ms, 12)}-${hex(count, 4)}-${device}`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
