import { failure } from '../../../shared/failures/failure'
import type { WindowFault } from '../../../shared/rpc/window-events'
import type { ErrorSink } from '../../errors/error-sink'
import type { SkewedClock } from '../../base/clock'
import type { RunStarter } from '../../runs/starting/run-starter'
import type { WritableDatabase } from '../../store/database/database'
import type { Connections } from '../connections'
import type { CallContext, TestRouteHandlers } from '../router'

/** `test.*`: breaks the app on purpose. The router gets it only in an app started for tests. */
export function testHandlers(deps: {
  clock: SkewedClock
  errors: ErrorSink
  starter: RunStarter
  database: WritableDatabase
  connections: Connections
  windowCount: () => number
  sendFault: (fault: WindowFault) => void
}): TestRouteHandlers {
  const { clock, errors, starter, database, connections } = deps

  function breakWindows(fault: WindowFault, { afterAnswer }: CallContext): Record<string, never> {
    if (deps.windowCount() === 0) throw failure('NOT_FOUND', 'window')
    // A broken window could not receive the answer.
    afterAnswer(() => deps.sendFault(fault))
    return {}
  }

  return {
    'test.throwInRender': (_input, context) => breakWindows({ kind: 'throw-in-render' }, context),
    'test.throwLater': ({ afterMs, where = 'main', as = 'throw' }, context) => {
      if (where !== 'main') return breakWindows({ kind: 'throw-later', afterMs, where, as }, context)
      clock.after(afterMs, () => {
        const error = new Error('thrown in main by test.throwLater')
        if (as === 'throw') throw error
        void Promise.reject(error)
      })
      return {}
    },
    'test.freezeWindow': ({ ms }, context) => breakWindows({ kind: 'freeze', ms }, context),
    'test.freezeMain': ({ ms }, { afterAnswer }) => {
      afterAnswer(() => spin(ms))
      return {}
    },
    'test.killRenderer': (_input, context) => breakWindows({ kind: 'crash' }, context),
    'test.shutRuns': () => {
      const cause = new Error('the run manager was shut by test.shutRuns')
      starter.shut(cause)
      errors.fatal('runs', cause)
      return {}
    },
    'test.storeFault': ({ kind }) => {
      database.setFault(kind)
      return {}
    },
    'test.dropWire': ({ ms = 0 }, { afterAnswer }) => {
      afterAnswer(() => connections.dropAll(ms))
      return {}
    },
    'test.skewClock': ({ ms }) => {
      clock.skew(ms)
      return {}
    },
    'test.connections': () => ({ connections: connections.list() }),
  }
}

function spin(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}
