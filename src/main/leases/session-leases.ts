import { failure } from '../../shared/failures/failure'
import type { SessionId } from '../../shared/ids'
import type { StopReason } from '../../shared/sessions/messages'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'

/** The holder of a session's lease. */
export interface LeaseHolder {
  readonly kind: 'detached' | 'direct' | 'operation' | 'background' | 'compaction' | 'import'
  /**
   * Asks the holder to end soon and release. It may be asked again, and may release before this returns; a `background`
   * holder always does.
   */
  stop(reason: StopReason): void
  /** Resolves when it has ended; absent if a stop by the user does not wait for it. */
  readonly finished?: Promise<void>
}

/** The exclusive right to work on one session. */
export interface Lease {
  readonly sessionId: SessionId
  /** Releases the lease, or hands it to the next waiter, before it returns. Calling it again does nothing. */
  release(): void
}

interface Waiter {
  readonly holder: LeaseHolder
  /** Ends the session's work instead of following it: nobody else gets the lease before or after this one. */
  readonly isEnding: boolean
  readonly grant: () => void
  readonly cancel: () => void
}

interface Holding {
  readonly holder: LeaseHolder
  readonly isEnding: boolean
  /** The waiters in order; the first is served next. */
  readonly waiters: Set<Waiter>
}

/** One lease per session: detached runs, pane runs and every operation on its messages take it before they act. */
export class SessionLeases {
  readonly #holdings = new Map<SessionId, Holding>()
  readonly #changed = new Emitter<SessionId>()

  /** Takes the lease, preempting a background run. @throws RUN_ACTIVE someone else holds it */
  acquire(sessionId: SessionId, holder: LeaseHolder): Lease {
    const present = this.holder(sessionId)
    if (present?.kind === 'background') present.stop('replaced')
    if (this.#holdings.has(sessionId)) throw runActiveError(sessionId)
    return this.#grant(sessionId, { holder, isEnding: false, waiters: new Set() })
  }

  /**
   * Asks the holder to stop with `replaced`, and gets the lease as soon as it is released, before anyone else. A free
   * session is granted at once.
   * @throws CANCELLED a later `takeOver` or a `stopAndTake` came while this one waited, or `signal` aborted
   * @throws RUN_ACTIVE the session is held, or waited for, by a `stopAndTake`
   */
  async takeOver(sessionId: SessionId, holder: LeaseHolder, signal?: AbortSignal): Promise<Lease> {
    this.assertNotEnding(sessionId)
    return this.#follow(sessionId, { holder, isEnding: false }, 'replaced', signal)
  }

  /**
   * For anything that ends a session's work, such as deleting it: asks the holder to stop with `reason` and gets the
   * lease when it is released. Cancels waiting take-overs and refuses every `acquire` and `takeOver` until this lease
   * is released. Several calls queue up.
   * @throws CANCELLED `signal` aborted while it waited
   */
  async stopAndTake(
    sessionId: SessionId,
    holder: LeaseHolder,
    reason: StopReason,
    signal?: AbortSignal,
  ): Promise<Lease> {
    return this.#follow(sessionId, { holder, isEnding: true }, reason, signal)
  }

  /** True if the session has a holder that cannot be preempted. */
  isBusy(sessionId: SessionId): boolean {
    const holder = this.holder(sessionId)
    return holder !== null && holder.kind !== 'background'
  }

  /** True if an import is adding messages to the session, or creates it. */
  isImporting(sessionId: SessionId): boolean {
    return this.holder(sessionId)?.kind === 'import'
  }

  /** @throws RUN_ACTIVE the session is busy */
  assertFree(sessionId: SessionId): void {
    if (this.isBusy(sessionId)) throw runActiveError(sessionId)
  }

  /** @throws RUN_ACTIVE the session is held, or waited for, by a `stopAndTake` */
  assertNotEnding(sessionId: SessionId): void {
    const holding = this.#holdings.get(sessionId)
    if (holding === undefined) return
    if (holding.isEnding || [...holding.waiters].some((waiter) => waiter.isEnding)) {
      throw runActiveError(sessionId)
    }
  }

  /** The holder of the lease; null when the session is free. */
  holder(sessionId: SessionId): LeaseHolder | null {
    return this.#holdings.get(sessionId)?.holder ?? null
  }

  /** Calls `listener` after a session's lease was granted, handed over or released. It must not throw. */
  onChanged(listener: (sessionId: SessionId) => void): Dispose {
    return this.#changed.on(listener)
  }

  #follow(
    sessionId: SessionId,
    claim: Pick<Holding, 'holder' | 'isEnding'>,
    reason: StopReason,
    signal: AbortSignal | undefined,
  ): Promise<Lease> {
    if (signal?.aborted === true) return Promise.reject(failure('CANCELLED', 'not-begun'))
    const holding = this.#holdings.get(sessionId)
    if (holding === undefined)
      return Promise.resolve(this.#grant(sessionId, { ...claim, waiters: new Set() }))

    const granted = new Promise<Lease>((resolve, reject) => {
      const leave = (): void => {
        signal?.removeEventListener('abort', waiter.cancel)
        holding.waiters.delete(waiter)
      }
      const waiter: Waiter = {
        ...claim,
        grant: () => {
          leave()
          resolve(this.#grant(sessionId, { ...claim, waiters: holding.waiters }))
        },
        cancel: () => {
          leave()
          reject(failure('CANCELLED', 'not-begun'))
        },
      }
      for (const earlier of holding.waiters) if (!earlier.isEnding) earlier.cancel()
      signal?.addEventListener('abort', waiter.cancel)
      holding.waiters.add(waiter)
    })
    // Queued first, because the holder may release while it is being asked to stop.
    holding.holder.stop(reason)
    return granted
  }

  #grant(sessionId: SessionId, holding: Holding): Lease {
    this.#holdings.set(sessionId, holding)
    this.#changed.fire(sessionId)
    return {
      sessionId,
      release: () => {
        if (this.#holdings.get(sessionId) !== holding) return
        const [next] = holding.waiters
        if (next !== undefined) return next.grant()
        this.#holdings.delete(sessionId)
        this.#changed.fire(sessionId)
      },
    }
  }
}

function runActiveError(sessionId: SessionId) {
  return failure('RUN_ACTIVE', 'running', { sessionId })
}
