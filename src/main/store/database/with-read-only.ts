import { type Clock, systemClock } from '../../base/clock'
import { openReadOnly, type ReadOnlyDatabase } from './database'

/** Opens `file` for reading, does `work` and closes it. Slow statements are not reported. @throws STORE_DAMAGED */
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
