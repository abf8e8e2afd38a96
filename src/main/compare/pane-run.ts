import type { StreamEnd } from '../../shared/rpc/frames'
import type { StreamControlEvent, WatchEvent } from '../../shared/runs/events'
import type { Dispose } from '../base/dispose'
import { AnnouncedSource, type CloseCause, type EventSource } from '../streams/event-source'
import type { ActiveRuns } from '../runs/run/active-runs'
import type { RunOutcome, StartedRun } from '../runs/run/run'
import { RunReader } from '../runs/log/run-log'
import type { SessionView } from '../runs/watching/session-view'

/**
 * The stream of a pane, which owns its run. Closing it for any reason aborts the generator before `close` returns; the
 * stream ends when the partial answer is saved.
 */
export class PaneRun extends AnnouncedSource implements EventSource<WatchEvent> {
  readonly #run: StartedRun
  readonly #reader: RunReader
  readonly #stopListening: Dispose
  /** Events to send before and after those of the run. */
  readonly #before: StreamControlEvent[]
  readonly #after: StreamControlEvent[] = []
  #lastWord: StreamEnd | null = null

  constructor(run: StartedRun, deps: { active: ActiveRuns; view: SessionView }) {
    super()
    const { runId, sessionId, messageId, parent } = run.spec
    this.#run = run
    this.#reader = new RunReader(run.log, 'start')
    this.#before = [{ type: 'stream-start', runId, sessionId, messageId, parent }]
    // The log belongs to this run and appends nothing after its end, so the listener need not be removed.
    run.log.onAppended((urgent) => this.announce(urgent))
    this.#stopListening = deps.active.onEnded((ended) => {
      if (ended.run === run) this.#finish(ended.outcome, deps.view)
    })
  }

  /** Set once all events were taken. */
  get end(): StreamEnd | null {
    return this.#reader.isDone && this.#after.length === 0 ? this.#lastWord : null
  }

  take(max: number): WatchEvent[] {
    const taken: WatchEvent[] = this.#before.splice(0, max)
    taken.push(...this.#reader.take(max - taken.length))
    // `after` is filled only when the run is over, so the order is kept within `max`.
    taken.push(...this.#after.splice(0, max - taken.length))
    return taken
  }

  close(cause: CloseCause): void {
    void this.#run.stop(cause === 'gone' ? 'client-closed' : 'user')
  }

  #finish(outcome: RunOutcome, view: SessionView): void {
    this.#stopListening()
    this.#lastWord = {
      reason: outcome.status,
      messageId: outcome.savedId ?? outcome.message.id,
      ...(outcome.error === null ? {} : { error: outcome.error }),
      ...(outcome.receipt === null ? {} : { receipt: outcome.receipt }),
    }
    try {
      this.#after.push(view.sync(this.#run.spec.sessionId))
    } catch {
      // If the session cannot be read, the stream still reports how the run ended.
    }
    this.announce(true)
  }
}
