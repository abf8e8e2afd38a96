import { timesOf } from '../suite/process-times.ts'
import { scaledTimeout } from '../suite/slowness.ts'

/**
 * A duration without what was waited for a CPU, for comparing it with a limit. No more is deducted than the limit, as
 * this machine scales it: a wait of seconds must not excuse an answer that took seconds.
 */
export function withoutWait(
  durationMs: number,
  waitedMs: number,
  limit: { limitMs: number; scale?: (ms: number) => number },
): number {
  const { limitMs, scale = scaledTimeout } = limit
  return durationMs - Math.min(waitedMs, scale(limitMs))
}

/** How long a measured process and this one waited for a CPU: that much of a duration is the machine's. */
export class CpuWait {
  readonly #pids: readonly number[]
  #startMs = 0

  /** `pid` is null where the process is not known; then only this one is measured. */
  constructor(pid: number | null) {
    this.#pids = pid === null ? [process.pid] : [process.pid, pid]
    this.reset()
  }

  /** Forgets what was until now. */
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
