import type { StopReason } from '../../shared/sessions/messages'

/** The `reason` of a run's `AbortSignal`: who or what stopped it. */
export class StopSignal extends Error {
  override readonly name = 'StopSignal'
  readonly stopReason: StopReason

  constructor(stopReason: StopReason) {
    super(`stopped: ${stopReason}`)
    this.stopReason = stopReason
  }
}
