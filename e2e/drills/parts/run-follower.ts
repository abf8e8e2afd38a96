import type { RunId } from '../../../src/shared/ids.ts'
import { assertNever } from '../../../src/shared/invariant.ts'
import { messageText } from '../../../src/shared/sessions/messages.ts'
import type { StreamEnd } from '../../../src/shared/rpc/frames.ts'
import type {
  RunEvent,
  RunSnapshot,
  StreamControlEvent,
  WatchEvent,
} from '../../../src/shared/runs/events.ts'
import { applyRunEvent, emptySnapshot, unansweredMessage } from '../../../src/shared/runs/reduce-run.ts'

/** One run as a watcher rebuilt it. */
export interface FollowedRun {
  readonly runId: RunId
  snapshot: RunSnapshot
  /** The last event that was applied. */
  seq: number
  end: Extract<RunEvent, { type: 'run-end' }> | null
  endCount: number
  /** How often a snapshot replaced events. */
  snapshotCount: number
}

/**
 * Rebuilds a session's runs from what one watcher receives, using only the rules of the wire, and records
 * every breach of them. Continues when the watcher reconnects.
 */
export class RunFollower {
  readonly runs = new Map<RunId, FollowedRun>()
  readonly breaches: string[] = []
  /** The newest stored messages that were sent. */
  sync: Extract<StreamControlEvent, { type: 'session-sync' }> | null = null
  streamEnd: StreamEnd | null = null
  readonly #name: string
  readonly #waiting = new Set<() => void>()
  #current: FollowedRun | null = null
  /** The number of events that are left of the current replay. */
  #replayLeft: number | null = null

  constructor(name: string) {
    this.#name = name
  }

  /** The current run, or the last one. */
  get current(): FollowedRun | null {
    return this.#current
  }

  onEvents(events: readonly WatchEvent[]): void {
    for (const event of events) {
      if ('seq' in event) this.#apply(event)
      else this.#control(event)
    }
    this.#wake()
  }

  onEnd(end: StreamEnd): void {
    this.streamEnd = end
    // If a connection ends during a replay, the next one starts it again.
    this.#replayLeft = null
    this.#wake()
  }

  /** Resolves as soon as `isReached` returns true. The drill's own limit bounds the wait. */
  waitFor(isReached: (follower: this) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isReached(this)) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  /** Resolves when the run is over and the stored messages that follow it have arrived. */
  waitForSync(runId: RunId): Promise<void> {
    return this.waitFor(
      () =>
        this.runs.get(runId)?.end != null &&
        this.sync?.messages.some((message) => message.runId === runId) === true,
    )
  }

  text(runId: RunId): string {
    const run = this.runs.get(runId)
    return run === undefined ? '' : messageText(run.snapshot.message)
  }

  #control(event: StreamControlEvent): void {
    switch (event.type) {
      case 'stream-start':
        this.#current = this.runs.get(event.runId) ?? newRun(event)
        this.runs.set(event.runId, this.#current)
        return
      case 'replay-start':
        this.#startReplay(event)
        return
      case 'replay-end':
        if (this.#replayLeft !== 0) this.#breach(`a replay ended ${this.#replayLeft} events early`)
        this.#replayLeft = null
        return
      case 'session-sync':
        this.sync = event
        return
      case 'queue':
        // Queued messages are not part of the run.
        return
      default:
        assertNever(event)
    }
  }

  #startReplay(event: Extract<StreamControlEvent, { type: 'replay-start' }>): void {
    const run = this.#current
    this.#replayLeft = event.count
    if (run === null) {
      this.#breach('a replay began before its stream')
    } else if (event.snapshot !== undefined) {
      run.snapshot = event.snapshot
      run.seq = event.throughSeq
      run.snapshotCount += 1
    } else if (event.throughSeq !== run.seq) {
      this.#breach(`a replay without a snapshot continues after ${event.throughSeq}, not after ${run.seq}`)
    }
  }

  #apply(event: RunEvent): void {
    const run = this.#current
    if (run === null) {
      this.#breach(`event ${event.seq} came before any stream-start`)
      return
    }
    if (event.seq !== run.seq + 1) this.#breach(`event ${event.seq} follows event ${run.seq}`)
    if (run.end !== null) this.#breach(`a ${event.type} came after the run's end`)
    run.snapshot = applyRunEvent(run.snapshot, event)
    run.seq = event.seq
    if (this.#replayLeft !== null) this.#replayLeft -= 1
    if (event.type !== 'run-end') return
    run.end = event
    run.endCount += 1
  }

  #breach(what: string): void {
    this.breaches.push(`${this.#name}: ${what}`)
  }

  #wake(): void {
    for (const look of this.#waiting) look()
  }
}

function newRun(event: Extract<StreamControlEvent, { type: 'stream-start' }>): FollowedRun {
  return {
    runId: event.runId,
    seq: 0,
    end: null,
    endCount: 0,
    snapshotCount: 0,
    snapshot: emptySnapshot(
      unansweredMessage({ ...event, parentId: event.parent?.id ?? null, startedAt: 0 }),
    ),
  }
}
