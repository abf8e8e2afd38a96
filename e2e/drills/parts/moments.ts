import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '../../../src/main/base/seeded-random.ts'
import { preciseNow } from '../../fake-provider/fake-request.ts'

/** Waits until `momentMs` (as `preciseNow`), to a fraction of a millisecond, without blocking the event loop. */
export async function until(momentMs: number): Promise<void> {
  const coarseMs = momentMs - preciseNow() - 2
  if (coarseMs > 0) await sleep(coarseMs)
  while (preciseNow() < momentMs) await nextTurn()
}

/** A random fractional number from `from` up to `to`. */
export function between(random: Random, from: number, to: number): number {
  return from + (random.below(1_000_000) / 1_000_000) * (to - from)
}
