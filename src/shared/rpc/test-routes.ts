import { z } from 'zod'

import { route } from './definitions/define-route'

/** No test needs more than ten minutes. */
const durationMs = z.number().int().min(0).max(600_000)

type Nothing = Record<string, never>

/**
 * Routes that break a running app on purpose, to test how it reports that. They exist only in an app started with
 * `PARLEY_TEST=1`; in any other they are unknown routes. Faults in windows affect every attached window.
 */
export const testRoutes = {
  /** Makes the window throw when it renders its view, until it is reloaded. */
  'test.throwInRender': route(() => z.object({})).returns<Nothing>(),
  /** Throws an uncaught error, in main unless `where` says otherwise; with `reject`, an unhandled rejection. */
  'test.throwLater': route(() =>
    z.object({
      afterMs: durationMs,
      where: z.enum(['main', 'window', 'worker']).exactOptional(),
      as: z.enum(['throw', 'reject']).exactOptional(),
    }),
  ).returns<Nothing>(),
  /** Blocks the window's main thread for `ms`. */
  'test.freezeWindow': route(() => z.object({ ms: durationMs })).returns<Nothing>(),
  /** Blocks main's thread for `ms`, right after the answer. */
  'test.freezeMain': route(() => z.object({ ms: durationMs })).returns<Nothing>(),
  /** Crashes the window's process. */
  'test.killRenderer': route(() => z.object({})).returns<Nothing>(),
  /** Prevents new runs until the next start. */
  'test.shutRuns': route(() => z.object({})).returns<Nothing>(),
  /** Makes every write (`full`) or every access (`damaged`) of the database fail, until `null`. */
  'test.storeFault': route(() =>
    z.object({ kind: z.enum(['full', 'damaged']).nullable() }),
  ).returns<Nothing>(),
  /** Closes every connection right after the answer, and refuses new ones for `ms`. */
  'test.dropWire': route(() => z.object({ ms: durationMs.exactOptional() })).returns<Nothing>(),
  /** Moves the wall clock by `ms`, as if someone had set it. Durations and timers are unaffected. */
  'test.skewClock': route(() =>
    z.object({ ms: z.number().int().min(-315_360_000_000).max(315_360_000_000) }),
  ).returns<Nothing>(),
  /** Pending calls and open streams of each connection, by name. */
  'test.connections': route(() => z.object({})).returns<{ connections: OpenConnection[] }>(),
}

/** The open calls and streams of one peer. */
export interface OpenConnection {
  calls: string[]
  streams: string[]
}
