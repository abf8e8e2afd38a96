import { timesOf } from '../suite/process-times.ts'

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
