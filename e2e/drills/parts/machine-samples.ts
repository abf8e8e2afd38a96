import { descendantsOf, timesOf } from '../../suite/limits/process-times.ts'

const timerMs = 100
const shareEveryMs = 1_000

/** How busy the machine was during a run. */
export interface MachineSamples {
  /** How late each bare timer of this process fired. */
  lateMs: number[]
  /** For each second, the share of time in which the processes under test were runnable but waited for a CPU. */
  waitingShares: number[]
}

/** Samples until `stop`; the processes under test are the descendants of `pid`. */
export function sampleMachine(pid: number): { samples: MachineSamples; stop: () => void } {
  const samples: MachineSamples = { lateMs: [], waitingShares: [] }
  let dueMs = performance.now() + timerMs
  let timer = setTimeout(sampleLateness, timerMs)
  let known = timesById()
  const shareTimer = setInterval(sampleShare, shareEveryMs)

  function sampleLateness(): void {
    const nowMs = performance.now()
    samples.lateMs.push(Math.max(0, nowMs - dueMs))
    dueMs = nowMs + timerMs
    timer = setTimeout(sampleLateness, timerMs)
  }

  function sampleShare(): void {
    const now = timesById()
    let [ranMs, waitedMs] = [0, 0]
    for (const [id, times] of now) {
      const before = known.get(id)
      if (before === undefined) continue
      ranMs += times.ranMs - before.ranMs
      waitedMs += times.waitedMs - before.waitedMs
    }
    known = now
    if (ranMs + waitedMs > 0) samples.waitingShares.push(waitedMs / (ranMs + waitedMs))
  }

  function timesById() {
    return new Map(timesOf(descendantsOf(pid)).map((times) => [times.pid, times]))
  }

  return {
    samples,
    stop() {
      clearTimeout(timer)
      clearInterval(shareTimer)
    },
  }
}
