import { ParleyError } from '../../../shared/errors'
import { failureData, toErrorData } from '../../../shared/failures/failure'
import type { RunId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { StreamEnd } from '../../../shared/rpc/frames'
import type { StreamControlEvent, WatchEvent } from '../../../shared/runs/events'
import { type Dispose, Disposables } from '../../base/dispose'
import { AnnouncedSource, type CloseCause, type EventSource } from '../../streams/event-source'
import type { ActiveRuns } from '../run/active-runs'
import type { StartedRun } from '../run/run'
import { type ReadFrom, type RunLog, RunReader } from '../log/run-log'
import type { SessionView } from './session-view'

/**
 * One watcher of a session, over any number of runs: replay, then live events, then the stored state. Closing it ends
 * no run. What it reads when it attaches or when a run ends is read synchronously.
 */
export class SessionWatch extends AnnouncedSource implements EventSource<WatchEvent> {
  readonly #sessionId: SessionId
  readonly #active: ActiveRuns
  readonly #view: SessionView
  readonly #disposables = new Disposables()
  #control: StreamControlEvent[] = []
  #reader: RunReader | null = null
  #stopListening: (() => void) | null = null
  #end: StreamEnd | null = null

  /** `onWatched` returns a function to call when the watch ends. @throws NOT_FOUND */
  constructor(
    sessionId: SessionId,
    deps: { active: ActiveRuns; view: SessionView; onWatched?: (sessionId: SessionId) => Dispose },
    after?: { runId: RunId; seq: number },
  ) {
    super()
    this.#sessionId = sessionId
    this.#active = deps.active
    this.#view = deps.view
    deps.view.assertExists(sessionId)
    this.#attach(after)
    if (deps.onWatched !== undefined) this.#disposables.add(deps.onWatched(sessionId))
    this.#disposables.add(
      deps.active.onStarted((run) => {
        if (run.spec.sessionId === sessionId && this.#reader === null) {
          this.#follow(run, 0)
          this.announce(true)
        }
      }),
    )
    this.#disposables.add(deps.view.onChanged((changed) => this.#onSessionChanged(changed)))
    this.#disposables.add(
      deps.view.onQueueChanged((changedId) => {
        if (changedId === sessionId) this.#tellQueue()
      }),
    )
  }

  get end(): StreamEnd | null {
    return this.#end
  }

  take(max: number): WatchEvent[] {
    const taken: WatchEvent[] = []
    while (taken.length < max && this.#end === null) {
      const control = this.#control.shift()
      if (control !== undefined) {
        taken.push(control)
        continue
      }
      if (this.#reader === null) break
      const events = this.#reader.take(max - taken.length)
      taken.push(...events)
      // The stored state is read when the run is over, so that the message is saved and the session idle.
      if (this.#reader.isDone && this.#isOver()) this.#syncAndFollow()
      else break
    }
    return taken
  }

  close(_cause: CloseCause): void {
    this.#finish({ reason: 'stopped' })
  }

  #attach(after: { runId: RunId; seq: number } | undefined): void {
    const active = this.#active.get(this.#sessionId)
    if (after !== undefined) {
      const log = this.#active.finishedLog(this.#sessionId, after.runId)
      if (log !== null) {
        this.#startStream(log, this.#view.parentOf(log.state.message), after.seq)
        return
      }
    }
    if (active === undefined) this.#control.push(this.#view.sync(this.#sessionId))
    else {
      const isSameRun = active.spec.runId === after?.runId
      this.#follow(active, isSameRun ? after.seq : 0)
      // No stored state is sent before the run ends, and a resuming watcher may have an older queue.
      const queue = this.#view.queueOf(this.#sessionId)
      if (isSameRun || queue.messages.length > 0) this.#control.push({ type: 'queue', queue })
    }
  }

  #follow(run: StartedRun, from: ReadFrom): void {
    this.#startStream(run.log, run.spec.parent, from)
    const stopAppended = run.log.onAppended((urgent) => this.announce(urgent))
    const stopEnded = this.#active.onEnded((ended) => {
      if (ended.run === run) this.announce(true)
    })
    this.#stopListening = () => {
      stopAppended()
      stopEnded()
    }
  }

  #startStream(log: RunLog, parent: Message | null, from: ReadFrom): void {
    const { message } = log.state
    if (message.runId === undefined) return
    this.#control.push({
      type: 'stream-start',
      runId: message.runId,
      sessionId: this.#sessionId,
      messageId: message.id,
      parent,
    })
    this.#reader = new RunReader(log, from)
  }

  #isOver(): boolean {
    const active = this.#active.get(this.#sessionId)
    return active === undefined || !active.log.isEnded
  }

  #syncAndFollow(): void {
    this.#stopListening?.()
    this.#stopListening = null
    this.#reader = null
    this.#control.push(this.#view.sync(this.#sessionId))
    const next = this.#active.get(this.#sessionId)
    if (next !== undefined) this.#follow(next, 0)
  }

  /** Changes are coalesced until the watcher reads. */
  #tellQueue(): void {
    this.#orEnd(() => {
      const queue = this.#view.queueOf(this.#sessionId)
      this.#control = [...this.#control.filter(({ type }) => type !== 'queue'), { type: 'queue', queue }]
    })
    this.announce(true)
  }

  #onSessionChanged(changed: { sessionId: SessionId; isDeleted: boolean }): void {
    if (changed.sessionId !== this.#sessionId) return
    if (changed.isDeleted) {
      const error = failureData('NOT_FOUND', 'chat', { sessionId: changed.sessionId })
      this.#finish({ reason: 'failed', error })
    } else if (this.#reader === null) {
      // Changes are coalesced until the watcher reads.
      this.#orEnd(() => {
        this.#control = [this.#view.sync(this.#sessionId)]
      })
      this.announce(true)
    }
  }

  /** Ends the stream if the session cannot be read. */
  #orEnd(read: () => void): void {
    try {
      read()
    } catch (error) {
      this.#finish({ reason: 'failed', error: toErrorData(error) })
      if (!(error instanceof ParleyError)) throw error
    }
  }

  #finish(end: StreamEnd): void {
    if (this.#end !== null) return
    this.#end = end
    this.#stopListening?.()
    this.#disposables.dispose()
    this.announce(true)
  }
}
