import type { StopReason } from '../../shared/sessions/messages'
import type { RunContext } from './run-source'

/** The `reason` of a run's `AbortSignal`: who or what stopped it. */
export class StopSignal extends Error {
  override readonly name = 'StopSignal'
  readonly stopReason: StopReason

  constructor(stopReason: StopReason) {
    super(`stopped: ${stopReason}`)
    this.stopReason = stopReason
  }
}

/** The context of a run that no user can see: forms are declined, and no tool may act. */
export function unattendedContext(signal: AbortSignal): RunContext {
  return {
    signal,
    onUpstreamOpened: () => {},
    onUpstreamClosed: () => {},
    requestForm: () => Promise.resolve(null),
    requestApproval: () => Promise.resolve('deny'),
    saveAgentSession: () => {},
  }
}
