import { type Clock, systemClock } from '../../base/clock'
import { openReadOnly, type ReadOnlyDatabase } from './database'

/**
 * Opens `file` for reading alone, does `work` and closes it. However slow a statement is, nobody hears of it.
 * @throws STORE_DAMAGED
 */
export function withReadOnly<Result>(
  file: string,
  work: (database: ReadOnlyDatabase) => Result,
  clock: Clock = systemClock,
): Result {
  const database = openReadOnly(file, { clock, onSlowStatement: () => {} })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
