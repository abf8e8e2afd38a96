import type { Log } from '../../base/log'

/** A log that discards everything, for tests of parts that write one. */
export function createSilentLog(): Log {
  const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => log }
  return log
}
