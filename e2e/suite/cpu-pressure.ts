import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** Of a stretch of time, the part in which something that could run had to wait for a processor. */
const overloadedShare = 0.5
/** Where the system does not tell that: programs that want to run, for each processor. */
const overloadedPerProcessor = 2

/**
 * Begins to measure; the returned function tells whether the machine has had too much to do since then.
 * @see proc_pressure(5): `some … total=` counts microseconds of waiting
 */
export function watchPressure(): () => boolean {
  const [startUs, startedMs] = [waitedUs(), performance.now()]
  return () => {
    const nowUs = waitedUs()
    if (startUs === null || nowUs === null) {
      return (loadavg()[0] ?? 0) > overloadedPerProcessor * availableParallelism()
    }
    return (nowUs - startUs) / 1_000 > overloadedShare * (performance.now() - startedMs)
  }
}

function waitedUs(): number | null {
  try {
    const total = /^some .*total=(\d+)/m.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1]
    return total === undefined ? null : Number(total)
  } catch {
    // Not Linux, or one that does not measure it.
    return null
  }
}
