import { availableParallelism, loadavg } from 'node:os'

/** How busy the machine is: above one per core, measurements say more about the machine than about Parley. */
export function describeLoad(): string {
  return `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} cores`
}
