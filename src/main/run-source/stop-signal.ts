import type { StopReason } from '../../shared/sessions/messages'

/** What an `AbortSignal` of a run carries as its `reason`: who or what ended it. */
export class StopSignal extends Error {
  override readonly name = 'StopSignal'
  readonly stopReason: StopReason

  constructor(stopReason: StopReason) {
    super(`stopped: ${stopReason}`)
    this.stopReason = stopReason
  }
}
