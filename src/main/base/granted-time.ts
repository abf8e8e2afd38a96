import type { Clock } from './clock'
import type { Dispose } from './dispose'

/** What one process has done with its time, counted from any fixed moment. */
export interface ProcessTimes {
  pid: number
  /** On a CPU. */
  ranMs: number
  /** Ready to run, while every CPU was busy with something else. Linux adds a wait only when it is over. */
  waitedMs: number
  /** Ready to run, or blocked on the disk, at this moment. */
  isHeldUp: boolean
}

/** How a stretch of time was spent. */
export interface SpentTime {
  elapsedMs: number
  /** The part in which the machine let everyone involved run. */
  grantedMs: number
  /** How late this process's own timers fired. */
  lateMs: number
  /** How long the observed processes waited for a CPU, or for the disk. */
  waitedMs: number
}

/**
 * Splits time into what the machine granted and what it withheld. A process that spins uses up granted time even when
 * it must share its CPU; one that waits for a CPU or the disk does not; one that sleeps uses up what is left after the
 * lateness of this process's timers.
 */
export class GrantedTime {
  readonly #spent: SpentTime = { elapsedMs: 0, grantedMs: 0, lateMs: 0, waitedMs: 0 }
  #lastMs: number
  #last = new Map<number, ProcessTimes>()

  constructor(startMs: number) {
    this.#lastMs = startMs
  }

  /** What was counted up to the last `add`. */
  get spent(): SpentTime {
    return { ...this.#spent }
  }

  /**
   * Adds the time since the last call. A process counts from the second time that it is observed; one that was held up
   * both times was so in between, except while it ran.
   */
  add(nowMs: number, { dueMs, processes }: { dueMs: number; processes: readonly ProcessTimes[] }): void {
    const elapsedMs = nowMs - this.#lastMs
    const lateMs = Math.min(elapsedMs, Math.max(0, nowMs - dueMs))
    let ranMs = 0
    let waitedMs = 0
    for (const times of processes) {
      const before = this.#last.get(times.pid)
      if (before === undefined) continue
      const ownRanMs = times.ranMs - before.ranMs
      const idleMs = Math.max(0, elapsedMs - ownRanMs)
      ranMs = Math.max(ranMs, ownRanMs)
      waitedMs +=
        times.isHeldUp && before.isHeldUp ? idleMs : Math.min(idleMs, times.waitedMs - before.waitedMs)
    }
    waitedMs = Math.min(elapsedMs, waitedMs)
    const grantedMs = Math.min(elapsedMs, Math.max(0, ranMs, elapsedMs - lateMs - waitedMs))
    this.#spent.elapsedMs += elapsedMs
    this.#spent.grantedMs += grantedMs
    this.#spent.lateMs += lateMs
    this.#spent.waitedMs += waitedMs
    this.#lastMs = nowMs
    this.#last = new Map(processes.map((times) => [times.pid, times]))
  }
}

/**
 * How often the time is split. What happens within one stretch cannot be told apart, but each one ends with a timer
 * that a busy machine delays again.
 */
const stretchMs = 100
/** The last stretches get shorter and shorter while the machine withholds a part of each, but not shorter than this. */
const shortestMs = 10

export interface GrantedDeadlineOptions {
  clock: Pick<Clock, 'monotonic' | 'after'>
  /** In granted time. */
  limitMs: number
  /** In elapsed time: nothing waits longer than this, whatever the machine does. */
  atMostMs: number
  /** The processes whose answer is awaited. Without it, only the lateness of this process's timers is deducted. */
  observe?: () => readonly ProcessTimes[]
  onOver: (spent: SpentTime) => void
}

/**
 * Calls `onOver` once when the limit is used up; on a machine that keeps up, that is after `limitMs`. The returned
 * function calls the deadline off and says how the time until then was spent.
 */
export function startGrantedDeadline(options: GrantedDeadlineOptions): () => SpentTime {
  const { clock, limitMs, atMostMs, observe = () => [], onOver } = options
  const time = new GrantedTime(clock.monotonic())
  let dueMs = 0
  let cancelTimer = startStretch()

  function startStretch(): Dispose {
    const { elapsedMs, grantedMs } = time.spent
    const leftMs = Math.max(limitMs - grantedMs, elapsedMs === 0 ? 0 : shortestMs)
    const delayMs = Math.max(0, Math.min(stretchMs, leftMs, atMostMs - elapsedMs))
    dueMs = clock.monotonic() + delayMs
    return clock.after(delayMs, endStretch)
  }

  function endStretch(): void {
    time.add(clock.monotonic(), { dueMs, processes: observe() })
    const { elapsedMs, grantedMs } = time.spent
    // Timers are no more exact than a millisecond.
    const isOver = limitMs - grantedMs < 1 || elapsedMs >= atMostMs
    // An answer that arrived while this process was late is read before the next turn.
    cancelTimer = isOver ? clock.after(0, () => onOver(time.spent)) : startStretch()
  }

  return () => {
    cancelTimer()
    // Most answers arrive within the first stretch: nothing is observed for those.
    const processes = time.spent.elapsedMs === 0 ? [] : observe()
    time.add(clock.monotonic(), { dueMs, processes })
    return time.spent
  }
}
