import type { StreamEnd } from '../../shared/rpc/frames'
import type { StreamControlEvent, WatchEvent } from '../../shared/runs/events'
import type { Dispose } from '../base/dispose'
import type { CloseCause, EventSource } from '../streams/event-source'
import type { ActiveRuns } from '../runs/run/active-runs'
import type { Run, RunOutcome } from '../runs/run/run'
import { RunReader } from '../runs/log/run-reader'
import type { SessionView } from '../runs/watching/session-view'

/**
 * The stream of a pane, which is its run: there is no one between the reader and the generator. Closing it, for
 * whatever reason, aborts the generator before `close` returns; the end comes when the partial is saved.
 */
export class PaneRun implements EventSource<WatchEvent> {
  readonly #run: Run
  readonly #reader: RunReader
  readonly #stopListening: Dispose
  /** What is due before the run's events, and what is due after them. */
  readonly #before: StreamControlEvent[]
  readonly #after: StreamControlEvent[] = []
  #listener: ((urgent: boolean) => void) | null = null
  #lastWord: StreamEnd | null = null

  constructor(run: Run, deps: { active: ActiveRuns; view: SessionView }) {
    const { runId, sessionId, messageId, parent } = run.spec
    this.#run = run
    this.#reader = new RunReader(run.log, 'start')
    this.#before = [{ type: 'stream-start', runId, sessionId, messageId, parent }]
    // The log belongs to this run and tells nothing more after its end.
    run.log.onAppended((urgent) => this.#listener?.(urgent))
    this.#stopListening = deps.active.onEnded((ended) => {
      if (ended.run === run) this.#finish(ended.outcome, deps.view)
    })
  }

  /** Said once all events were taken. */
  get end(): StreamEnd | null {
    return this.#reader.isDone && this.#after.length === 0 ? this.#lastWord : null
  }

  take(max: number): WatchEvent[] {
    const taken: WatchEvent[] = this.#before.splice(0, max)
    taken.push(...this.#reader.take(max - taken.length))
    // There is something after the run only when it is over: what is left of `max` is then left by its last event.
    taken.push(...this.#after.splice(0, max - taken.length))
    return taken
  }

  onReadable(listener: (urgent: boolean) => void): Dispose {
    this.#listener = listener
    return () => {
      this.#listener = null
    }
  }

  close(cause: CloseCause): void {
    void this.#run.stop(cause === 'gone' ? 'client-closed' : 'user')
  }

  #finish(outcome: RunOutcome, view: SessionView): void {
    this.#stopListening()
    this.#lastWord = {
      reason: outcome.status,
      messageId: outcome.message.id,
      ...(outcome.error === null ? {} : { error: outcome.error }),
      ...(outcome.receipt === null ? {} : { receipt: outcome.receipt }),
    }
    try {
      this.#after.push(view.sync(this.#run.spec.sessionId))
    } catch {
      // A session that cannot be read now has no truth to show; how its run ended is said all the same.
    }
    this.#listener?.(true)
  }
}
