import { timesOf } from '../../suite/limits/process-times.ts'
import { scaledTimeout } from '../../suite/limits/slowness.ts'

/**
 * A duration minus the wait for a CPU, to be compared with a limit. Deducts at most the limit, scaled for
 * this machine, because a wait of seconds must not excuse an answer that took seconds.
 */
export function withoutWait(
  durationMs: number,
  waitedMs: number,
  limit: { limitMs: number; scale?: (ms: number) => number },
): number {
  const { limitMs, scale = scaledTimeout } = limit
  return durationMs - Math.min(waitedMs, scale(limitMs))
}

/** Measures how long another process and this one waited for a CPU. */
export class CpuWait {
  readonly #pids: readonly number[]
  #startMs = 0

  /** `pid` is null if the process is unknown; then only this one is measured. */
  constructor(pid: number | null) {
    this.#pids = pid === null ? [process.pid] : [process.pid, pid]
    this.reset()
  }

  /** Starts measuring again. */
  reset(): void {
    this.#startMs = this.#totalMs()
  }

  /** Since the last `reset`; 0 on a system without `/proc`. */
  get ms(): number {
    return this.#totalMs() - this.#startMs
  }

  #totalMs(): number {
    return timesOf(this.#pids).reduce((sum, { waitedMs }) => sum + waitedMs, 0)
  }
}
