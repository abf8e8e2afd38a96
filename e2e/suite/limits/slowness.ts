/** Long enough for several time slices of every other process that wants a CPU. */
const burstMs = 100
const longestFactor = 10

/** Set by the first process that asks; the processes that it starts inherit it. */
const variable = 'PARLEY_TIMEOUT_FACTOR'

/**
 * A timeout of a test runner, scaled to how busy the machine was when the run began: `ms` if it was idle. For
 * limits that runners measure in wall-clock time; where a limit can observe processes, use `answerWithin`.
 */
export function scaledTimeout(ms: number): number {
  const known = process.env[variable]
  const factor = known === undefined ? timeoutFactor(measureBurst()) : Number(known)
  process.env[variable] = String(factor)
  return Math.round(ms * factor)
}

/** A time scaled to how busy the machine is now, measured at each call. */
export function scaledNow(ms: number): number {
  return Math.round(ms * timeoutFactor(measureBurst()))
}

/**
 * How much longer steps take than on an idle machine, from how long a burst of work took. The time that it
 * waited counts twice, because a step passes through several processes, and each of them waits.
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

/**
 * Of this thread alone if Node supports it (23.9 and later); otherwise the CPU time of other threads hides
 * part of the wait.
 */
function cpuUsage(since?: NodeJS.CpuUsage): NodeJS.CpuUsage {
  return 'threadCpuUsage' in process
    ? process.threadCpuUsage(since)
    : (process as NodeJS.Process).cpuUsage(since)
}
