import { failure } from '../../../shared/failures/failure'
import type { StopReason } from '../../../shared/sessions/messages'
import type { LeaseHolder } from '../../leases/session-leases'
import type { Run } from './run'

/**
 * Holds a session's lease for a run. A stop that arrives between the lease and the start of the run is remembered, and
 * the run never starts.
 */
export class RunHolder implements LeaseHolder {
  readonly kind: 'detached' | 'direct'
  #run: Run | null = null
  #stopRequested: StopReason | null = null

  constructor(kind: 'detached' | 'direct') {
    this.kind = kind
  }

  stop(reason: StopReason): void {
    this.#stopRequested ??= reason
    void this.#run?.stop(reason)
  }

  /** @throws CANCELLED a stop came first */
  assertMayBegin(): void {
    if (this.#stopRequested !== null) throw failure('CANCELLED', 'replaced')
  }

  began(run: Run): void {
    this.#run = run
  }
}
