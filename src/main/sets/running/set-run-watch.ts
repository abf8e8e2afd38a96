import type { StreamEnd } from '../../../shared/rpc/frames'
import type { SetRun, SetRunEvent, SetRunState } from '../../../shared/sets/sets'
import type { Dispose } from '../../base/dispose'
import { AnnouncedSource, type CloseCause, type EventSource } from '../../streams/event-source'

/**
 * One reader of a run: first the run, then its progress. A slow reader gets the latest progress only. Closing it does
 * not affect the run.
 */
export class SetRunWatch extends AnnouncedSource implements EventSource<SetRunEvent> {
  readonly #read: () => SetRun
  readonly #stopWatching: Dispose
  #next: 'run' | 'progress' | null = 'run'
  #end: StreamEnd | null = null

  /** `subscribe` calls back after each change of what `read` returns. */
  constructor(read: () => SetRun, subscribe: (onChanged: () => void) => Dispose) {
    super()
    this.#read = read
    this.#stopWatching = subscribe(() => {
      this.#next ??= 'progress'
      this.#noteEnd()
      this.announce(this.#end !== null)
    })
    this.#noteEnd()
  }

  get end(): StreamEnd | null {
    return this.#next === null ? this.#end : null
  }

  take(max: number): SetRunEvent[] {
    if (this.#next === null || max < 1) return []
    const kind = this.#next
    this.#next = null
    const run = this.#read()
    if (kind === 'run') return [{ type: 'run', run }]
    const { state, cells, done, failed, judged, passed, spentUsd, unpriced } = run
    const { lostRequests, lostUsd, waitingUntil, batch, error } = run
    const progress = {
      state,
      cells,
      done,
      failed,
      judged,
      passed,
      spentUsd,
      unpriced,
      lostRequests,
      lostUsd,
      waitingUntil,
      ...(batch === undefined ? {} : { batch }),
      error,
    }
    return [{ type: 'progress', runId: run.id, progress }]
  }

  close(_cause: CloseCause): void {
    if (this.#end !== null) return
    this.#next = null
    this.#finish({ reason: 'stopped' })
    this.announce(true)
  }

  #noteEnd(): void {
    const { state, error } = this.#read()
    if (state === 'running' || this.#end !== null) return
    this.#finish({ reason: endReasons[state], ...(error === null ? {} : { error }) })
  }

  #finish(end: StreamEnd): void {
    this.#end = end
    this.#stopWatching()
  }
}

const endReasons: Record<Exclude<SetRunState, 'running'>, StreamEnd['reason']> = {
  done: 'completed',
  stopped: 'stopped',
  interrupted: 'stopped',
  imported: 'stopped',
  'cost-limit': 'stopped',
  'provider-limit': 'failed',
  'store-failed': 'failed',
}
