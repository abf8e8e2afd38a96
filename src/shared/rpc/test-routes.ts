import { z } from 'zod'

import { route } from './define-route'

/** No test needs longer than ten minutes. */
const durationMs = z.number().int().min(0).max(600_000)

type Nothing = Record<string, never>

/**
 * Routes that break a running app on purpose, to show that it says so. They exist only in an app that was started
 * with `PARLEY_TEST=1`; in any other one they are as unknown as a name that was made up. What breaks a window
 * breaks every window that is attached.
 */
export const testRoutes = {
  /** From now on the window throws while it renders its view, until it is reloaded. */
  'test.throwInRender': route(z.object({})).returns<Nothing>(),
  /** An error that nothing catches: in main when `where` is absent; a promise rejected in vain as `reject`. */
  'test.throwLater': route(
    z.object({
      afterMs: durationMs,
      where: z.enum(['main', 'window', 'worker']).exactOptional(),
      as: z.enum(['throw', 'reject']).exactOptional(),
    }),
  ).returns<Nothing>(),
  /** The window's one thread is busy for `ms`. */
  'test.freezeWindow': route(z.object({ ms: durationMs })).returns<Nothing>(),
  /** Main's one thread is busy for `ms`, right after the answer. */
  'test.freezeMain': route(z.object({ ms: durationMs })).returns<Nothing>(),
  /** The window's process dies as by a fault of the browser's own. */
  'test.killRenderer': route(z.object({})).returns<Nothing>(),
  /** No run begins any more, in this boot. */
  'test.shutRuns': route(z.object({})).returns<Nothing>(),
  /** Every write (`full`), or everything (`damaged`), that is asked of the database fails, until `null`. */
  'test.storeFault': route(z.object({ kind: z.enum(['full', 'damaged']).nullable() })).returns<Nothing>(),
  /** Cuts every connection, right after the answer, and for `ms` every new one as well. */
  'test.dropWire': route(z.object({ ms: durationMs.exactOptional() })).returns<Nothing>(),
  /** The time of day jumps by `ms`, as when somebody sets the computer's clock. Durations and timers do not. */
  'test.skewClock': route(
    z.object({ ms: z.number().int().min(-315_360_000_000).max(315_360_000_000) }),
  ).returns<Nothing>(),
  /** What is open now, by connection: calls without an answer yet and streams without an end, by name. */
  'test.connections': route(z.object({})).returns<{ connections: OpenConnection[] }>(),
}

/** What one peer has open. */
export interface OpenConnection {
  calls: string[]
  streams: string[]
}
