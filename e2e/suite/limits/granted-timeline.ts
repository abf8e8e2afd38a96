import { GrantedTime, type ProcessTimes } from '../../../src/main/base/granted-time.ts'
import { descendantsOf, timesOf } from './process-times.ts'

const stretchMs = 50
/** Processes come and go, so the descendants of a worker are looked up again after this many samples. */
const stretchesPerLookup = 4
/** Time after this counts as granted. */
const longestMs = 10_000

/**
 * Measures from now on how much time the machine grants to processes and their descendants, to judge a delay on a busy
 * machine.
 */
export class GrantedTimeline {
  readonly #startedAtMs: number
  readonly #time: GrantedTime
  readonly #points: { atMs: number; grantedMs: number }[] = []
  readonly #timer: NodeJS.Timeout
  #dueMs = performance.now() + stretchMs

  /** `roots` are processes that are observed with all their descendants, for as long as the first one lives. */
  constructor(roots: readonly number[], startedAtMs = Date.now()) {
    this.#startedAtMs = startedAtMs
    // The start was recorded in another process, a moment ago.
    this.#time = new GrantedTime(performance.now() + startedAtMs - Date.now())
    let stretches = 0
    let wasThere = false
    let pids: number[] = []
    this.#timer = setInterval(() => {
      if (stretches % stretchesPerLookup === 0) pids = roots.flatMap((pid) => [pid, ...descendantsOf(pid)])
      stretches += 1
      const processes = timesOf(pids)
      this.#add(processes)
      const isThere = processes.some(({ pid }) => pid === roots[0])
      const hasEnded = wasThere && !isThere
      wasThere ||= isThere
      if (hasEnded || stretches * stretchMs > longestMs) this.stop()
    }, stretchMs)
    this.#timer.unref()
  }

  /** The time granted from the start until `atMs`, a time of day. */
  until(atMs: number): number {
    const last = this.#points.findLast((point) => point.atMs <= atMs) ?? {
      atMs: this.#startedAtMs,
      grantedMs: 0,
    }
    return last.grantedMs + atMs - last.atMs
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #add(processes: readonly ProcessTimes[]): void {
    const nowMs = performance.now()
    this.#time.add(nowMs, { dueMs: this.#dueMs, processes })
    this.#dueMs = nowMs + stretchMs
    this.#points.push({ atMs: Date.now(), grantedMs: this.#time.spent.grantedMs })
  }
}
