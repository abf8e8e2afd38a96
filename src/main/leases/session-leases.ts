import { failure } from '../../shared/failures/failure'
import type { SessionId } from '../../shared/ids'
import type { StopReason } from '../../shared/sessions/messages'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'

/** Who works on a session. */
export interface LeaseHolder {
  readonly kind: 'detached' | 'direct' | 'operation' | 'background'
  /**
   * Asks to end soon and release. May be called again, and may release before it returns; a `background` holder
   * always does.
   */
  stop(reason: StopReason): void
}

/** The right to work on one session, alone. */
export interface Lease {
  readonly sessionId: SessionId
  /** Gives it back, or on to the one who waits, before it returns. Calling it again does nothing. */
  release(): void
}

interface Waiter {
  readonly holder: LeaseHolder
  /** It is here to end the session's work, not to follow it: nobody gets in before or after it. */
  readonly isEnding: boolean
  readonly grant: () => void
  readonly cancel: () => void
}

interface Holding {
  readonly holder: LeaseHolder
  readonly isEnding: boolean
  /** In line, the next one first. */
  readonly waiters: Set<Waiter>
}

/** One lease per session: detached runs, pane runs and every operation on the messages take it before they act. */
export class SessionLeases {
  readonly #holdings = new Map<SessionId, Holding>()
  readonly #changed = new Emitter<SessionId>()

  /** A background run makes way for it. @throws RUN_ACTIVE someone else holds it */
  acquire(sessionId: SessionId, holder: LeaseHolder): Lease {
    const present = this.holder(sessionId)
    if (present?.kind === 'background') present.stop('replaced')
    if (this.#holdings.has(sessionId)) throw runActiveError(sessionId)
    return this.#grant(sessionId, { holder, isEnding: false, waiters: new Set() })
  }

  /**
   * Asks the present holder to stop with `replaced`, and gets the lease the moment it is released, before anyone
   * else. With nobody there it is granted at once.
   * @throws CANCELLED a later `takeOver` or a `stopAndTake` came while this one waited, or `signal` aborted
   * @throws RUN_ACTIVE the session is held, or waited for, by a `stopAndTake`
   */
  async takeOver(sessionId: SessionId, holder: LeaseHolder, signal?: AbortSignal): Promise<Lease> {
    const holding = this.#holdings.get(sessionId)
    if (
      holding !== undefined &&
      (holding.isEnding || [...holding.waiters].some((waiter) => waiter.isEnding))
    ) {
      throw runActiveError(sessionId)
    }
    return this.#follow(sessionId, { holder, isEnding: false }, 'replaced', signal)
  }

  /**
   * For what ends a session's work, such as deleting it: asks the present holder to stop with `reason` and gets
   * the lease when it is released. Waiting take-overs are cancelled, and from now until this lease is released
   * every `acquire` and `takeOver` is refused. Several wait in line.
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

  /** Whether someone holds the session who would not make way. */
  isBusy(sessionId: SessionId): boolean {
    const holder = this.holder(sessionId)
    return holder !== null && holder.kind !== 'background'
  }

  /** @throws RUN_ACTIVE the session is busy */
  assertFree(sessionId: SessionId): void {
    if (this.isBusy(sessionId)) throw runActiveError(sessionId)
  }

  /** Who holds the lease now; null when nobody does. */
  holder(sessionId: SessionId): LeaseHolder | null {
    return this.#holdings.get(sessionId)?.holder ?? null
  }

  /** Calls `listener` after a session's lease was granted, handed on or released. It must not throw. */
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
    // Only now, in line: the holder may release while it is being asked.
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
