import { mayWait, type RunEventBody } from '../../../shared/runs/events'
import { keptOutputChars } from '../../../shared/runs/reduce-run'
import type { Clock } from '../../base/clock'

type Output = Extract<RunEventBody, { type: 'tool-output' }>
type Mergeable = Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' }> | Output

/** Joins two events; null if the second does not continue the first. */
export function mergeDeltas(first: RunEventBody, second: RunEventBody): Mergeable | null {
  if (first.type === 'tool-output' && second.type === 'tool-output') return mergeOutput(first, second)
  if (first.type === 'text-delta' && second.type === 'text-delta') {
    // Another statement of a merged answer begins.
    if (second.statement !== undefined) return null
    return { ...first, ...second, text: first.text + second.text }
  }
  if (first.type === 'reasoning-delta' && second.type === 'reasoning-delta') {
    // Complete reasoning is not extended.
    if (first.providerData !== undefined) return null
    return { ...first, ...second, text: first.text + second.text }
  }
  return null
}

/** Joins the output of one call. Keeps one character more than is stored, so that the output counts as cut. */
function mergeOutput(first: Output, second: Output): Output | null {
  if (first.toolCallId !== second.toolCallId) return null
  const text = first.text + second.text
  return { ...first, text: text.length > 2 * keptOutputChars ? text.slice(-(keptOutputChars + 1)) : text }
}

/** Deltas of one event-loop turn that pass unchanged. */
const singleDeltas = 16
/** The output of one tool call that passes at full speed: more than its message keeps. */
const fullSpeedChars = 1_000_000
/** After that, only the newest characters pass, once per interval. */
const tailChars = 32_000
const tailIntervalMs = 1_000

type Delta = Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' | 'tool-output' }>

/** Deltas that may be joined: those of the model, or the output of one tool call. */
interface Lane {
  /** Characters that still pass at full speed. */
  charsLeft: number
  held: Delta | null
  /** Dropped before what is held. */
  droppedChars: number
  /** Set while the lane waits for its interval instead of the end of the turn. */
  cancelTimer: (() => void) | null
}

/**
 * Coalesces deltas before they are numbered, kept and sent. One read of a socket or pipe may hold hundreds of them:
 * the first few of an event-loop turn pass unchanged, the rest as one event at the end of the turn or before any other
 * event. A command that prints endlessly passes only its newest output, once per second, so that it cannot fill memory
 * and disk.
 */
export class DeltaCoalescer {
  readonly #clock: Clock
  readonly #pass: (event: RunEventBody) => void
  /** By tool call; the model's own under null. */
  readonly #lanes = new Map<string | null, Lane>()
  /** The lanes that hold something until the end of the turn, oldest first. */
  readonly #dueThisTurn = new Set<Lane>()
  #countOfTurn = 0
  /** An error of `pass` that no caller was there to receive. */
  #failure: { error: unknown } | null = null

  constructor(deps: { clock: Clock; pass: (event: RunEventBody) => void }) {
    this.#clock = deps.clock
    this.#pass = deps.pass
  }

  /** @throws what `pass` threw, also earlier in a callback */
  push(event: RunEventBody): void {
    this.#throwFailure()
    if (!mayWait(event)) {
      this.#releaseTurn()
      if (event.type === 'tool-result') this.#closeLane(event.toolCallId)
      this.#pass(event)
      return
    }
    const lane = this.#laneOf(event)
    if (lane.charsLeft <= 0) {
      this.#holdTail(lane, event)
      return
    }
    lane.charsLeft -= event.text.length
    if (this.#countOfTurn === 0) setImmediate(() => this.#endTurn())
    this.#countOfTurn += 1
    if (this.#countOfTurn <= singleDeltas) this.#pass(event)
    else this.#hold(lane, event)
  }

  /** Passes everything that is held. @throws what `pass` threw, also earlier in a callback */
  close(): void {
    this.#throwFailure()
    for (const lane of this.#lanes.values()) this.#release(lane)
    this.#lanes.clear()
  }

  /** Drops everything that is held. */
  dispose(): void {
    for (const lane of this.#lanes.values()) lane.cancelTimer?.()
    this.#lanes.clear()
    this.#dueThisTurn.clear()
  }

  #laneOf(event: Delta): Lane {
    const toolCallId = event.type === 'tool-output' ? event.toolCallId : null
    const lane = this.#lanes.get(toolCallId) ?? {
      charsLeft: toolCallId === null ? Infinity : fullSpeedChars,
      held: null,
      droppedChars: 0,
      cancelTimer: null,
    }
    this.#lanes.set(toolCallId, lane)
    return lane
  }

  #closeLane(toolCallId: string): void {
    const lane = this.#lanes.get(toolCallId)
    if (lane === undefined) return
    this.#release(lane)
    this.#lanes.delete(toolCallId)
  }

  #hold(lane: Lane, event: Delta): void {
    const merged = lane.held === null ? event : mergeDeltas(lane.held, event)
    if (merged === null) this.#release(lane)
    lane.held = merged ?? event
    this.#dueThisTurn.add(lane)
  }

  #holdTail(lane: Lane, event: Delta): void {
    if (lane.cancelTimer === null) {
      // What it holds now is due at the end of the turn, and complete.
      this.#release(lane)
      lane.cancelTimer = this.#clock.after(tailIntervalMs, () => this.#guarded(() => this.#release(lane)))
    }
    const text = (lane.held?.text ?? '') + event.text
    const tail = text.slice(-tailChars)
    lane.droppedChars += text.length - tail.length
    lane.held = { ...event, text: tail }
  }

  #release(lane: Lane): void {
    const { held, droppedChars } = lane
    lane.cancelTimer?.()
    lane.cancelTimer = null
    lane.held = null
    lane.droppedChars = 0
    this.#dueThisTurn.delete(lane)
    if (held === null) return
    this.#pass(droppedChars === 0 ? held : { ...held, text: `\n[… ${droppedChars} …]\n${held.text}` })
  }

  #releaseTurn(): void {
    for (const lane of this.#dueThisTurn) this.#release(lane)
  }

  #endTurn(): void {
    this.#countOfTurn = 0
    this.#guarded(() => this.#releaseTurn())
  }

  #guarded(release: () => void): void {
    try {
      release()
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error
  }
}
