/** Long enough for several turns of everything else that wants a CPU. */
const burstMs = 100
const longestFactor = 10

/** Set by the process that asks first; those that it starts find the same. */
const variable = 'PARLEY_TIMEOUT_FACTOR'

/**
 * A timeout of a test runner for the machine as it was when the run began: `ms` when nothing else ran. For limits that
 * runners measure by the clock; where a limit can observe processes, use `answerWithin`.
 */
export function scaledTimeout(ms: number): number {
  const known = process.env[variable]
  const factor = known === undefined ? timeoutFactor(measureBurst()) : Number(known)
  process.env[variable] = String(factor)
  return Math.round(ms * factor)
}

/** A time for the machine as it is at this moment, which is measured anew. */
export function scaledNow(ms: number): number {
  return Math.round(ms * timeoutFactor(measureBurst()))
}

/**
 * How much longer steps take than on an idle machine, by how long a burst of work took. What the burst waited counts
 * twice: a step passes through several processes, and each of them waits.
 */
export function timeoutFactor({ elapsedMs, cpuMs }: { elapsedMs: number; cpuMs: number }): number {
  const slowness = Math.max(1, elapsedMs / Math.max(1, cpuMs))
  return Math.min(longestFactor, 1 + 2 * (slowness - 1))
}

function measureBurst(): { elapsedMs: number; cpuMs: number } {
  const startedMs = performance.now()
  const started = cpuUsage()
  while (performance.now() - startedMs < burstMs);
  const { user, system } = cpuUsage(started)
  return { elapsedMs: performance.now() - startedMs, cpuMs: (user + system) / 1_000 }
}

/** Of this thread alone where Node can tell, from 23.9 on; otherwise what other threads do hides a part of the wait. */
function cpuUsage(since?: NodeJS.CpuUsage): NodeJS.CpuUsage {
  return 'threadCpuUsage' in process
    ? process.threadCpuUsage(since)
    : (process as NodeJS.Process).cpuUsage(since)
}
