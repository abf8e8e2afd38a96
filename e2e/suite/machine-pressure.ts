import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** Of a stretch of time, the part in which something that could run had to wait for a processor. */
const overloadedShare = 0.5
/** Of a stretch of time, the part in which nothing ran, because all of it waited for the disk. */
const stalledShare = 0.25
/** Where the system does not tell that: programs that want to run, for each processor. */
const overloadedPerProcessor = 2

/**
 * Begins to measure; the returned function tells whether the machine has had too much to do since then, or has stood
 * still for its disk.
 * @see proc_pressure(5): `some … total=` and `full … total=` count microseconds of waiting
 */
export function watchPressure(): () => boolean {
  const startedMs = performance.now()
  const [forProcessorUs, forDiskUs] = [waitedUs('cpu', 'some'), waitedUs('io', 'full')]
  return () => {
    const passedUs = (performance.now() - startedMs) * 1_000
    const [processorUs, diskUs] = [waitedUs('cpu', 'some'), waitedUs('io', 'full')]
    if (forDiskUs !== null && diskUs !== null && diskUs - forDiskUs > stalledShare * passedUs) return true
    if (forProcessorUs === null || processorUs === null) {
      return (loadavg()[0] ?? 0) > overloadedPerProcessor * availableParallelism()
    }
    return processorUs - forProcessorUs > overloadedShare * passedUs
  }
}

function waitedUs(resource: 'cpu' | 'io', line: 'some' | 'full'): number | null {
  try {
    const pressure = readFileSync(`/proc/pressure/${resource}`, 'utf8')
    const total = new RegExp(`^${line} .*total=(\\d+)`, 'm').exec(pressure)?.[1]
    return total === undefined ? null : Number(total)
  } catch {
    // Not Linux, or one that does not measure it.
    return null
  }
}
