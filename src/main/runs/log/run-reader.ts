import type { RunEvent, RunSnapshot, StreamControlEvent } from '../../../shared/runs/events'
import type { RunLog } from './run-log'

/** Where a reader starts: with a replay of the events after this number, or live from the first event. */
export type ReadFrom = number | 'start'

/** One reader's position in a run's log. If its next event has left the buffer, it gets a snapshot instead. */
export class RunReader {
  readonly #log: RunLog
  readonly #control: StreamControlEvent[] = []
  #seq = 0
  /** The last event of the current replay; `replay-end` follows it. */
  #replayThroughSeq: number | null = null

  constructor(log: RunLog, from: ReadFrom) {
    this.#log = log
    if (from === 'start') return
    const resumesAt = Math.min(from, log.lastSeq)
    this.#replayAfter(resumesAt >= log.evicted.throughSeq ? { throughSeq: resumesAt } : log.evicted)
  }

  /** True once `run-end` has been taken. */
  get isDone(): boolean {
    return this.#log.isEnded && this.#seq === this.#log.lastSeq && this.#replayThroughSeq === null
  }

  take(max: number): (RunEvent | StreamControlEvent)[] {
    const taken: (RunEvent | StreamControlEvent)[] = []
    while (taken.length < max) {
      const control = this.#control.shift()
      if (control !== undefined) {
        taken.push(control)
        continue
      }
      if (this.#replayThroughSeq !== null && this.#seq >= this.#replayThroughSeq) {
        this.#replayThroughSeq = null
        taken.push({ type: 'replay-end' })
        continue
      }
      const room = max - taken.length
      const events = this.#log.after(
        this.#seq,
        Math.min(room, (this.#replayThroughSeq ?? Infinity) - this.#seq),
      )
      if (events === null) {
        this.#replayAfter(this.#log.newest)
        continue
      }
      if (events.length === 0) break
      taken.push(...events)
      this.#seq += events.length
    }
    return taken
  }

  #replayAfter(start: { throughSeq: number; snapshot?: RunSnapshot }): void {
    this.#seq = start.throughSeq
    this.#replayThroughSeq = this.#log.lastSeq
    this.#control.length = 0
    this.#control.push({
      type: 'replay-start',
      count: this.#log.lastSeq - start.throughSeq,
      throughSeq: start.throughSeq,
      ...(start.snapshot === undefined ? {} : { snapshot: start.snapshot }),
    })
  }
}
