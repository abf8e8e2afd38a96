import { availableParallelism, loadavg } from 'node:os'

/** How much longer work takes now than on a quiet machine: 1 while there is a processor for everyone who wants one. */
export function slowness(): number {
  const [load = 0] = loadavg()
  return Math.max(1, load / availableParallelism())
}
