import type { Clock } from './clock'
import type { Dispose } from './dispose'

/** The times of one process, counted from an arbitrary moment. */
export interface ProcessTimes {
  pid: number
  /** Running on a CPU. */
  ranMs: number
  /** Ready to run while every CPU was busy. Linux adds a wait only when it ends. */
  waitedMs: number
  /** Ready to run, or blocked on the disk, right now. */
  isHeldUp: boolean
}

/** The parts of a period. */
export interface SpentTime {
  elapsedMs: number
  /** The part in which the machine let every process involved run. */
  grantedMs: number
  /** The delay of this process's own timers. */
  lateMs: number
  /** The time that the observed processes waited for a CPU or the disk. */
  waitedMs: number
}

/**
 * Splits elapsed time into what the machine granted and what it withheld. A process that spins uses granted time even
 * when it shares its CPU; one that waits for a CPU or the disk does not; one that sleeps uses what is left after the
 * lateness of this process's timers. Processes that run in turn do not add up: what counts is the one that got most.
 */
export class GrantedTime {
  readonly #spent: SpentTime = { elapsedMs: 0, grantedMs: 0, lateMs: 0, waitedMs: 0 }
  #lastMs: number
  #last = new Map<number, ProcessTimes>()
  /** The time that no process was denied. */
  #freeMs = 0
  /** The time that each process ran beyond `#freeMs`, by its id. */
  readonly #extraMs = new Map<number, number>()

  constructor(startMs: number) {
    this.#lastMs = startMs
  }

  /** The totals up to the last `add`. */
  get spent(): SpentTime {
    return { ...this.#spent }
  }

  /**
   * Adds the time since the last call. A process counts from its second observation; one that was held up at both ends
   * of an interval counts as held up in between, except while it ran.
   */
  add(nowMs: number, { dueMs, processes }: { dueMs: number; processes: readonly ProcessTimes[] }): void {
    const elapsedMs = nowMs - this.#lastMs
    const lateMs = Math.min(elapsedMs, Math.max(0, nowMs - dueMs))
    const ranMs = new Map<number, number>()
    let waitedMs = 0
    for (const times of processes) {
      const before = this.#last.get(times.pid)
      if (before === undefined) continue
      const ownRanMs = times.ranMs - before.ranMs
      const idleMs = Math.max(0, elapsedMs - ownRanMs)
      ranMs.set(times.pid, ownRanMs)
      waitedMs +=
        times.isHeldUp && before.isHeldUp ? idleMs : Math.min(idleMs, times.waitedMs - before.waitedMs)
    }
    waitedMs = Math.min(elapsedMs, waitedMs)
    const freeMs = Math.max(0, elapsedMs - lateMs - waitedMs)
    this.#freeMs += freeMs
    for (const [pid, ownRanMs] of ranMs) {
      const extraMs = Math.max(0, Math.min(elapsedMs, ownRanMs) - freeMs)
      this.#extraMs.set(pid, (this.#extraMs.get(pid) ?? 0) + extraMs)
    }
    this.#spent.elapsedMs += elapsedMs
    this.#spent.grantedMs = this.#freeMs + Math.max(0, ...this.#extraMs.values())
    this.#spent.lateMs += lateMs
    this.#spent.waitedMs += waitedMs
    this.#lastMs = nowMs
    this.#last = new Map(processes.map((times) => [times.pid, times]))
  }
}

/**
 * The longest interval between two splits of elapsed time. A finer split resolves more, but each one ends with a timer
 * that a busy machine delays.
 */
const stretchMs = 100
/** The last intervals get shorter while the machine withholds part of each, down to this. */
const shortestMs = 10

export interface GrantedDeadlineOptions {
  clock: Pick<Clock, 'monotonic' | 'after'>
  /** The limit in granted time. */
  limitMs: number
  /** The limit in elapsed time: the deadline never lasts longer than this. */
  atMostMs: number
  /** The processes whose answer is awaited. If absent, only the lateness of this process's timers is deducted. */
  observe?: () => readonly ProcessTimes[]
  onOver: (spent: SpentTime) => void
}

/**
 * Calls `onOver` once when the limit is used up, which is after `limitMs` on a machine that is not busy. The returned
 * function cancels the deadline and reports how the time until then was spent.
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
    // Timers are accurate to a millisecond at best.
    const isOver = limitMs - grantedMs < 1 || elapsedMs >= atMostMs
    // Lets an answer that arrived while this process was late be read first.
    cancelTimer = isOver ? clock.after(0, () => onOver(time.spent)) : startStretch()
  }

  return () => {
    cancelTimer()
    // Most answers arrive within the first interval, so observing starts after it.
    const processes = time.spent.elapsedMs === 0 ? [] : observe()
    time.add(clock.monotonic(), { dueMs, processes })
    return time.spent
  }
}
