import type { RunEventBody } from '../../../shared/runs/events'
import type { Clock } from '../../base/clock'

/** So much of what one call puts out goes on as it comes: more than is kept of it in the end. */
const freeChars = 1_000_000
/** Of what comes after that, so much is told at a time, and no oftener than this. */
const tailChars = 32_000
const everyMs = 1_000

type Output = Extract<RunEventBody, { type: 'tool-output' }>

interface CallOutput {
  passedChars: number
  held: string
  leftOutChars: number
  cancelTimer: (() => void) | null
}

/**
 * Keeps a command that prints without end from filling memory and disk: its first million characters go on as they come,
 * and from then on the newest of them once a second, with how many were left out before.
 */
export class OutputThrottle {
  readonly #clock: Clock
  readonly #pass: (event: RunEventBody) => void
  readonly #calls = new Map<string, CallOutput>()

  constructor(deps: { clock: Clock; pass: (event: RunEventBody) => void }) {
    this.#clock = deps.clock
    this.#pass = deps.pass
  }

  push(event: RunEventBody): void {
    if (event.type === 'tool-output') return this.#output(event)
    if (event.type === 'tool-result') {
      this.#release(event.toolCallId)
      this.#calls.delete(event.toolCallId)
    }
    this.#pass(event)
  }

  /** Lets go of all that is held back; nothing is held any more. */
  close(): void {
    for (const toolCallId of this.#calls.keys()) this.#release(toolCallId)
    this.#calls.clear()
  }

  /** Forgets what is held back. */
  dispose(): void {
    for (const call of this.#calls.values()) call.cancelTimer?.()
    this.#calls.clear()
  }

  #output(event: Output): void {
    const { toolCallId, text } = event
    const call = this.#calls.get(toolCallId) ?? {
      passedChars: 0,
      held: '',
      leftOutChars: 0,
      cancelTimer: null,
    }
    this.#calls.set(toolCallId, call)
    if (call.passedChars < freeChars) {
      call.passedChars += text.length
      return this.#pass(event)
    }
    const all = call.held + text
    call.held = all.slice(-tailChars)
    call.leftOutChars += all.length - call.held.length
    call.cancelTimer ??= this.#clock.after(everyMs, () => this.#release(toolCallId))
  }

  #release(toolCallId: string): void {
    const call = this.#calls.get(toolCallId)
    if (call === undefined) return
    const { held, leftOutChars } = call
    call.cancelTimer?.()
    call.cancelTimer = null
    call.held = ''
    call.leftOutChars = 0
    if (held === '') return
    const gap = leftOutChars === 0 ? '' : `\n[… ${leftOutChars} …]\n`
    this.#pass({ type: 'tool-output', toolCallId, text: gap + held })
  }
}
