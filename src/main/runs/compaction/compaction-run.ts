import { failure } from '../../../shared/failures/failure'
import type { StopReason, Usage } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { LeaseHolder } from '../../leases/session-leases'
import { type GuardedEvent, type RunRequest, unattendedContext } from '../../run-source/run-source'
import { StopSignal } from '../../run-source/stop-signal'
import { type SourceOutcome, sourceError } from '../guarded-source/guard-source'
import { readReply } from '../guarded-source/read-reply'
import type { ResolvedModel } from '../starting/run-starter'
import { type RunTimeouts, RunWatchdog } from '../run/run-watchdog'

/** Longer replies are not summaries. */
const maxChars = 60_000
/** How long a source may take to end after its abort. */
const defaultGraceMs = 3_000

/** The outcome of a request to the model, even if it failed. */
export interface Reply {
  text: string
  usage: Usage
  /** Why there is no summary; null if there is one. */
  error: unknown
  /** The provider may charge for it, even if it reported no usage. */
  mayBeCharged: boolean
}

/** The run that writes a summary. It holds the session until it is stored; a stop discards what was written. */
export class CompactionRun implements LeaseHolder {
  readonly kind = 'compaction'
  readonly #clock: Clock
  readonly #watchdog: RunWatchdog
  readonly #controller = new AbortController()
  readonly #finished = Promise.withResolvers<void>()
  #stopReason: StopReason | null = null

  constructor(clock: Clock, timeouts: RunTimeouts) {
    this.#clock = clock
    this.#watchdog = new RunWatchdog(clock, timeouts, (reason) => this.stop(reason))
  }

  /** Why it was asked to stop; null unless it was. */
  get stopReason(): StopReason | null {
    return this.#stopReason
  }

  /** Resolves when it has released the session. */
  get finished(): Promise<void> {
    return this.#finished.promise
  }

  stop(reason: StopReason): void {
    this.#stopReason ??= reason
    this.#controller.abort(new StopSignal(this.#stopReason))
  }

  /** The session is free again. */
  end(): void {
    this.#watchdog.dispose()
    this.#finished.resolve()
  }

  /** Throws if it was asked to stop. */
  assertGoesOn(): void {
    this.#controller.signal.throwIfAborted()
  }

  /** Sends one request. Never throws. `onText` gets the number of characters so far. */
  async ask(
    { source, costOf, isFree, graceMs = defaultGraceMs }: ResolvedModel,
    request: RunRequest,
    onText: (chars: number) => void,
  ): Promise<Reply> {
    const context = {
      ...unattendedContext(this.#controller.signal),
      onUpstreamAlive: () => this.#watchdog.touch(),
    }
    this.#watchdog.touch()
    const onEvent = (event: GuardedEvent, chars: number) => {
      this.#watchdog.saw(event)
      if (event.type === 'text-delta') onText(chars)
    }
    const options = { onEvent, graceMs, clock: this.#clock, costOf, isFree, maxChars }
    const { outcome, text, usage, mayBeCharged } = await readReply(source, request, context, options)
    return { text: text.trim(), usage, error: this.#errorOf(outcome, text), mayBeCharged }
  }

  #errorOf(outcome: SourceOutcome, text: string): unknown {
    if (this.#stopReason === 'idle-timeout' || this.#stopReason === 'wall-timeout') {
      return failure('TIMEOUT', 'summary')
    }
    if (this.#stopReason !== null) return this.#controller.signal.reason
    if (outcome.kind === 'failed') return sourceError(outcome.error)
    if (outcome.kind !== 'finished') return failure('PROVIDER_PROTOCOL', 'summary-incomplete')
    if (outcome.reason !== 'end') return failure('PROVIDER_PROTOCOL', 'summary-incomplete')
    return text.trim() === '' ? failure('PROVIDER_PROTOCOL', 'summary-empty') : null
  }
}
