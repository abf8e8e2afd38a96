import type { Clock } from './clock'

/** What {@link withDeadline} gives when its time was over first. */
export const late: unique symbol = Symbol('late')

/**
 * What `work` gives, or `late` once `limitMs` are over; how it ends after that is nobody's error. With `keepAlive`, the
 * process does not end before, as it otherwise may where nothing else is waited for.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  { clock, limitMs, keepAlive = false }: { clock: Clock; limitMs: number; keepAlive?: boolean },
): Promise<Result | typeof late> {
  const { promise: over, resolve } = Promise.withResolvers<typeof late>()
  const cancel = clock.after(limitMs, () => resolve(late))
  const alive = keepAlive ? setInterval(() => {}, limitMs) : undefined
  try {
    return await Promise.race([work, over])
  } finally {
    cancel()
    clearInterval(alive)
  }
}
