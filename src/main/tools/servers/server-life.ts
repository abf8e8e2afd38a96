import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { assertNever } from '../../../shared/invariant'
import { unlessAborted } from '../../base/pause'
import type { ServerConnection } from './connection/connection'

/** A connection that is being opened, for everyone who waits for it. */
interface Starting {
  name: 'starting'
  connection: Promise<ServerConnection>
  abort: AbortController
  waiting: number
}

type Phase =
  | { name: 'closed' }
  | Starting
  | { name: 'ready'; connection: ServerConnection }
  | { name: 'closing'; closed: Promise<void> }

interface ServerLifeDeps {
  /** Opens a connection; `signal` gives up, and nothing stays open then. */
  open: (signal: AbortSignal) => Promise<ServerConnection>
  /** Checks that it may be opened now. @throws ParleyError */
  assertMayOpen: () => void
  /** The connection is ready. */
  onReady: () => void
  onChanged: () => void
}

/**
 * The life of a server's connection: closed, starting, ready, closing, and closed again. There is never more than one: two
 * processes of one server might use the same files, so a start waits until nothing of the former one is left. After
 * `end`, there is none.
 */
export class ServerLife {
  readonly #deps: ServerLifeDeps
  #phase: Phase = { name: 'closed' }
  #problem: ParleyError | null = null
  #isEnded = false

  constructor(deps: ServerLifeDeps) {
    this.#deps = deps
  }

  get phase(): Phase['name'] {
    return this.#phase.name
  }

  /** Null unless it is ready. */
  get connection(): ServerConnection | null {
    return this.#phase.name === 'ready' ? this.#phase.connection : null
  }

  /** The reason why the server is not ready; null while it starts, and after it was closed on purpose. */
  get problem(): ParleyError | null {
    return this.#problem
  }

  /** Forgets why the last start failed, unless another one has begun. */
  forgetProblem(): void {
    if (this.#phase.name === 'closed' || this.#phase.name === 'closing') this.#problem = null
  }

  /** The connection, opened if needed. @throws ParleyError, the reason of `signal` */
  async connected(signal: AbortSignal): Promise<ServerConnection> {
    for (;;) {
      signal.throwIfAborted()
      if (this.#isEnded) throw failure('CANCELLED', 'quitting')
      const phase = this.#phase
      switch (phase.name) {
        case 'ready':
          return phase.connection
        case 'starting':
          return await this.#join(phase, signal)
        case 'closing':
          await unlessAborted(phase.closed, signal, () => {
            throw signal.reason
          })
          break
        case 'closed':
          this.#deps.assertMayOpen()
          return await this.#join(this.#start(), signal)
        default:
          assertNever(phase)
      }
    }
  }

  /** Closes it, or gives up its start. Resolves when nothing of it is left. `problem`: why, for the user. */
  close(problem: ParleyError | null = null): Promise<void> {
    const phase = this.#phase
    this.#problem = problem
    if (phase.name === 'starting' || phase.name === 'ready') return this.#leave(phase)
    this.#deps.onChanged()
    return phase.name === 'closing' ? phase.closed : Promise.resolve()
  }

  /** Forgets an open connection, which is closed by the caller. False if it is not the current one. */
  release(connection: ServerConnection): boolean {
    if (this.#phase.name !== 'ready' || this.#phase.connection !== connection) return false
    this.#phase = { name: 'closed' }
    this.#deps.onChanged()
    return true
  }

  /** Closes it for good. */
  end(): Promise<void> {
    this.#isEnded = true
    return this.close()
  }

  #start(): Starting {
    const abort = new AbortController()
    const phase: Starting = { name: 'starting', connection: this.#deps.open(abort.signal), abort, waiting: 0 }
    this.#phase = phase
    this.#problem = null
    void this.#settle(phase)
    this.#deps.onChanged()
    return phase
  }

  async #settle(phase: Starting): Promise<void> {
    try {
      const connection = await phase.connection
      // The code that gave it up closes it.
      if (this.#phase !== phase) return
      this.#phase = { name: 'ready', connection }
      void this.#watch(connection)
      this.#deps.onReady()
    } catch (error) {
      if (this.#phase !== phase) return
      this.#phase = { name: 'closed' }
      this.#problem = error instanceof ParleyError ? error : failure('INTERNAL', 'bug', {}, error)
    }
    this.#deps.onChanged()
  }

  async #join(phase: Starting, signal: AbortSignal): Promise<ServerConnection> {
    phase.waiting += 1
    try {
      return await unlessAborted(phase.connection, signal, () => {
        throw signal.reason
      })
    } finally {
      phase.waiting -= 1
      // Nobody wants it any more: a question to the user about it is withdrawn.
      if (phase.waiting === 0 && signal.aborted && this.#phase === phase)
        void this.#leave(phase, signal.reason)
    }
  }

  /** Notices when a connection ends by itself. */
  async #watch(connection: ServerConnection): Promise<void> {
    const reason = await connection.ended
    const phase = this.#phase
    if (phase.name !== 'ready' || phase.connection !== connection) return
    this.#problem = reason
    // It may have left processes behind.
    void this.#leave(phase)
  }

  #leave(
    phase: Starting | Extract<Phase, { name: 'ready' }>,
    reason: unknown = failure('CANCELLED', 'request'),
  ): Promise<void> {
    const closed = this.#closeAll(phase, reason)
    this.#phase = { name: 'closing', closed }
    this.#deps.onChanged()
    return closed
  }

  async #closeAll(phase: Starting | Extract<Phase, { name: 'ready' }>, reason: unknown): Promise<void> {
    try {
      await (phase.name === 'ready' ? phase.connection.close() : undo(phase, reason))
    } catch {
      // The supervisor reports what it could not end.
    }
    this.#phase = { name: 'closed' }
    this.#deps.onChanged()
  }
}

/** Gives up a start, and closes what was opened nevertheless. */
async function undo({ connection, abort }: Starting, reason: unknown): Promise<void> {
  abort.abort(reason)
  const opened = await connection.catch(() => null)
  await opened?.close()
}
