import { routes, streams } from '../../../shared/rpc/contract'
import { systemClock, type Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { RouteHandlers, Service, StreamHandlers } from '../router'

/** A service that keeps the errors that were reported to it. */
export interface ScriptedService extends Service {
  /** The reported errors, in order. */
  readonly reported: { level: 'fatal' | 'warning'; source: string; error: unknown }[]
}

/** A service with the given handlers; any other route or stream throws when it is called. */
export function scriptedService(script: {
  routes?: Partial<RouteHandlers>
  streams?: Partial<StreamHandlers>
  clock?: Clock
}): ScriptedService {
  const reported: ScriptedService['reported'] = []
  const errors: ErrorSink = {
    fatal: (source, error) => reported.push({ level: 'fatal', source, error }),
    warning: (source, error) => reported.push({ level: 'warning', source, error }),
  }
  return {
    routes: { ...unscripted(routes), ...script.routes } as RouteHandlers,
    streams: { ...unscripted(streams), ...script.streams } as StreamHandlers,
    clock: script.clock ?? systemClock,
    errors,
    reported,
  }
}

function unscripted(contract: object): Record<string, () => never> {
  return Object.fromEntries(
    Object.keys(contract).map((name) => [
      name,
      () => {
        throw new Error(`unscripted: ${name}`)
      },
    ]),
  )
}
