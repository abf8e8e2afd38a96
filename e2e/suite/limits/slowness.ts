import { statSync } from 'node:fs'

/** The processor time that `doWork` takes in a fresh process on the reference machine: two cores of a rented server. */
const referenceMs = 110
const longestFactor = 20

/** How long `doWork` took, and for how much of that it ran on a CPU. */
interface WorkTimes {
  elapsedMs: number
  cpuMs: number
}

/** Set by the first process that asks; the processes that it starts inherit it. */
const variable = 'PARLEY_TIMEOUT_FACTOR'

/**
 * A timeout of a test runner, scaled to how slow the machine was when the run began: `ms` if it was as fast as the
 * reference machine and idle. For limits that runners measure in wall-clock time; where a limit can observe processes,
 * use `answerWithin`.
 */
export function scaledTimeout(ms: number): number {
  const known = process.env[variable]
  const factor = known === undefined ? timeoutFactor(measureWork()) : Number(known)
  process.env[variable] = String(factor)
  return Math.round(ms * factor)
}

/** A time scaled to how slow the machine is now, measured at each call. */
function scaledNow(ms: number): number {
  return Math.round(ms * timeoutFactor(measureWork()))
}

let speed: number | null = null

/**
 * A limit in granted time, scaled to how fast this machine computes: `ms` if it is as fast as the reference machine.
 * Measured once per process.
 */
export function scaledToSpeed(ms: number): number {
  speed ??= windowSlownessOf(measureWork())
  return Math.round(ms * speed)
}

/** The same for how fast the machine computes now. Measured at each call, with a fifth of the work: the caller is in a hurry. */
export function scaledToSpeedNow(ms: number): number {
  return Math.round(ms * windowSlownessOf(measureWork(5)))
}

/** How long a fault must last so that it is noticed on a busy or slow machine, too. */
export function outlasting(ms: number): number {
  return Math.max(scaledNow(ms), scaledToSpeed(ms))
}

/**
 * Laying out, painting and passing messages slow down about three times as much as computing does: where computing took
 * 1.3 to 1.8 times as long, the whole suite took three times as long.
 */
function windowSlownessOf(work: WorkTimes): number {
  return 1 + 3 * (slownessOf(work) - 1)
}

/**
 * How much longer steps take than on the reference machine while it is idle, from how long `doWork` took. The time that
 * it waited for a CPU counts twice, because a step passes through several processes, and each of them waits.
 */
export function timeoutFactor(work: WorkTimes): number {
  const { elapsedMs, cpuMs } = work
  const wait = Math.max(1, elapsedMs / Math.max(1, cpuMs))
  return Math.min(longestFactor, slownessOf(work) * (1 + 2 * (wait - 1)))
}

function slownessOf({ cpuMs }: WorkTimes): number {
  return Math.max(1, cpuMs / referenceMs)
}

/** The times of all the work, measured with one part of `parts`. */
function measureWork(parts = 1): WorkTimes {
  const startedMs = performance.now()
  const started = cpuUsage()
  doWork(parts)
  const { user, system } = cpuUsage(started)
  return { elapsedMs: (performance.now() - startedMs) * parts, cpuMs: ((user + system) / 1_000) * parts }
}

/** Computes, asks the system, and touches fresh memory: any of them can be what is slow on a virtual machine. */
function doWork(parts: number): void {
  const counts: Record<string, number> = {}
  for (let i = 0; i < 100_000 / parts; i += 1) {
    const word = `word ${i % 997}`
    counts[word] = (counts[word] ?? 0) + 1
  }
  for (let i = 0; i < 100 / parts; i += 1) JSON.parse(JSON.stringify(counts))
  for (let i = 0; i < 8_000 / parts; i += 1) statSync('.')
  for (let i = 0; i < 24 / parts; i += 1) Buffer.alloc(1_024 * 1_024, i)
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
