import type { Clock } from './clock'

/** The result of {@link withDeadline} if the time ran out first. */
export const timedOut: unique symbol = Symbol('late')

/**
 * Returns the result of `work`, or `late` after `limitMs`; a later failure of `work` is ignored. With `keepAlive`, the
 * deadline keeps the process from exiting, which it may otherwise do when nothing else is pending.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  { clock, limitMs, keepAlive = false }: { clock: Clock; limitMs: number; keepAlive?: boolean },
): Promise<Result | typeof timedOut> {
  const { promise: over, resolve } = Promise.withResolvers<typeof timedOut>()
  const cancel = clock.after(limitMs, () => resolve(timedOut))
  const alive = keepAlive ? setInterval(() => {}, limitMs) : undefined
  try {
    return await Promise.race([work, over])
  } finally {
    cancel()
    clearInterval(alive)
  }
}
