import type { Clock } from './clock'

/** What {@link withDeadline} returns when the time ran out first. */
export const late: unique symbol = Symbol('late')

/**
 * Returns the result of `work`, or `late` after `limitMs`; a later failure of `work` is ignored. With `keepAlive`, the
 * deadline keeps the process from exiting, which it may otherwise do when nothing else is pending.
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
