import { failure } from '../../../shared/failures/failure'
import type { WindowFault } from '../../../shared/rpc/window-events'
import type { ErrorSink } from '../../errors/error-sink'
import type { SkewedClock } from '../../base/skewed-clock'
import type { RunStarter } from '../../runs/starting/run-starter'
import type { WritableDatabase } from '../../store/database/database'
import type { Connections } from '../connections'
import type { TestRouteHandlers } from '../router'

/** `test.*`: breaks the app on purpose. Handed to the router only in an app that was started for tests. */
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

  function breakWindows(fault: WindowFault): Record<string, never> {
    if (deps.windowCount() === 0) throw failure('NOT_FOUND', 'window')
    // A window that is broken could not hand the answer on any more.
    afterAnswer(() => deps.sendFault(fault))
    return {}
  }

  return {
    'test.throwInRender': () => breakWindows({ kind: 'throw-in-render' }),
    'test.throwLater': ({ afterMs, where = 'main', as = 'throw' }) => {
      if (where !== 'main') return breakWindows({ kind: 'throw-later', afterMs, where, as })
      clock.after(afterMs, () => {
        const error = new Error('thrown in main by test.throwLater')
        if (as === 'throw') throw error
        void Promise.reject(error)
      })
      return {}
    },
    'test.freezeWindow': ({ ms }) => breakWindows({ kind: 'freeze', ms }),
    'test.freezeMain': ({ ms }) => {
      afterAnswer(() => spin(ms))
      return {}
    },
    'test.killRenderer': () => breakWindows({ kind: 'crash' }),
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
    'test.dropWire': ({ ms = 0 }) => {
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

/** The fault strikes before anything that is asked after the answer. A timer could fire later than that. */
function afterAnswer(strike: () => void): void {
  setImmediate(strike)
}

function spin(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}
