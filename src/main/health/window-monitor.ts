import type { WindowId } from '../../shared/ids'
import { assertNever } from '../../shared/invariant'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import { startGrantedDeadline } from '../base/granted-time'
import type { WindowProblem } from './window-problem'
import type { CheckDefinition, CheckOutcome } from './check-runner'

/** What the check says of a window that was lost, and of one that is silent. */
export const windowTrouble = {
  lost: 'the last window disconnected unexpectedly and did not reconnect',
  silent: 'did not answer within',
} as const

const pingIntervalMs = 5_000
const pongDeadlineMs = 500
/** A window that was lost has so long to come back, as one does whose connection was cut or whose page is reloaded. */
const returnDeadlineMs = 300
/** However late main runs, no window is waited for longer than this. */
const longestMs = 10_000

/** One attached window and whether it answers. */
interface AttachedWindow {
  sendPing: (pingId: number) => void
  isSilent: boolean
  /** The pings that it has not answered yet and still may, by their numbers. */
  readonly pending: Map<number, { settle: () => void }>
}

/** Knows the attached windows, pings each of them, and notices one that does not answer. */
export class WindowMonitor {
  readonly #clock: Clock
  readonly #windows = new Map<WindowId, AttachedWindow>()
  readonly #changed = new Emitter<void>()
  #problem: WindowProblem | null = null
  #nextPingId = 1
  #cancelRound: Dispose | null = null
  /** The last window, when it was lost: its connection ended and it had not said goodbye. */
  #lost: { windowId: WindowId; isOverdue: boolean; settled: Promise<void>; settle: () => void } | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The windows that are attached now. */
  get count(): number {
    return this.#windows.size
  }

  /**
   * A window is there; `sendPing` reaches it. The returned function says that it is not any more: it took its leave,
   * as a page does that is closed, or it was lost, as one whose process died.
   */
  attach(windowId: WindowId, sendPing: (pingId: number) => void): (how: 'left' | 'lost') => void {
    const window: AttachedWindow = { sendPing, isSilent: false, pending: new Map() }
    this.#windows.set(windowId, window)
    this.#problem = null
    this.#forgetLost()
    this.#cancelRound ??= this.#clock.after(pingIntervalMs, () => this.#round())
    this.#changed.fire()
    return (how) => {
      if (this.#windows.get(windowId) !== window) return
      this.#windows.delete(windowId)
      settleAll(window)
      if (this.#windows.size === 0) {
        this.#cancelRound?.()
        this.#cancelRound = null
        if (how === 'lost') this.#lose(windowId)
      }
      this.#changed.fire()
    }
  }

  /**
   * The window answered this ping, and so all before it: it answers in turn. What was asked later it has still to answer,
   * since an answer may have been on its way when it stopped. Also a late answer proves that it is alive again.
   */
  pong(windowId: WindowId, pingId: number): void {
    const window = this.#windows.get(windowId)
    if (window === undefined) return
    for (const [id, ping] of window.pending) if (id <= pingId) ping.settle()
    if (!window.isSilent) return
    window.isSilent = false
    this.#changed.fire()
  }

  /** A host saw its window in trouble, or out of it (`null`). A window that attaches ends the trouble too. */
  reportProblem(problem: WindowProblem | null): void {
    this.#problem = problem
    this.#forgetLost()
    this.#changed.fire()
  }

  /** The health check: asks every attached window now and waits up to 500 ms for its answer. */
  check(): CheckDefinition {
    return {
      id: 'window',
      // A window may be asked, be lost meanwhile, and then be waited for.
      deadlineMs: pongDeadlineMs + returnDeadlineMs + 100,
      run: () => this.#run(),
      onOutcome: (listener) => this.#changed.on(() => listener(this.#outcome())),
    }
  }

  dispose(): void {
    this.#cancelRound?.()
    this.#cancelRound = null
    this.#forgetLost()
    for (const window of this.#windows.values()) settleAll(window)
    this.#windows.clear()
  }

  async #run(): Promise<CheckOutcome> {
    const answers = [...this.#windows.values()].map((window) => {
      // One that is silent has a ping to answer already, and recovers by itself when it does.
      const isKnownSilent = window.isSilent
      const answered = this.#ping(window)
      return isKnownSilent ? Promise.resolve() : answered
    })
    await Promise.all(answers)
    await this.#lost?.settled
    return this.#outcome()
  }

  #outcome(): CheckOutcome {
    if (this.#problem !== null) return { status: 'failing', detail: describe(this.#problem) }
    if (this.#lost?.isOverdue === true) {
      return {
        status: 'failing',
        detail: `${windowTrouble.lost}: ${this.#lost.windowId}`,
      }
    }
    if (this.#windows.size === 0) return { status: 'n/a', detail: 'no window is attached' }
    const silent = [...this.#windows].filter(([, window]) => window.isSilent).map(([windowId]) => windowId)
    if (silent.length > 0) {
      return {
        status: 'failing',
        detail: `${silent.length} of ${this.#windows.size} attached windows ${windowTrouble.silent} ${pongDeadlineMs} ms: ${silent.join(', ')}`,
      }
    }
    return { status: 'ok', detail: `${this.#windows.size} attached, all answer` }
  }

  #lose(windowId: WindowId): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancelDeadline = this.#startDeadline(returnDeadlineMs, () => {
      lost.isOverdue = true
      resolve()
      this.#changed.fire()
    })
    const settle = () => {
      cancelDeadline()
      resolve()
    }
    const lost = { windowId, isOverdue: false, settled: promise, settle }
    this.#lost = lost
  }

  #forgetLost(): void {
    this.#lost?.settle()
    this.#lost = null
  }

  /** Time in which main itself was late is not the window's. */
  #startDeadline(limitMs: number, onOver: () => void): Dispose {
    return startGrantedDeadline({ clock: this.#clock, limitMs, atMostMs: longestMs, onOver })
  }

  #round(): void {
    for (const window of this.#windows.values()) void this.#ping(window)
    this.#cancelRound = this.#clock.after(pingIntervalMs, () => this.#round())
  }

  /** Settles when the window answered this ping, left, or let the deadline pass. */
  #ping(window: AttachedWindow): Promise<void> {
    const pingId = this.#nextPingId++
    const { promise, resolve } = Promise.withResolvers<void>()
    const settle = () => {
      cancelDeadline()
      window.pending.delete(pingId)
      resolve()
    }
    const tooLate = () => {
      settle()
      if (window.isSilent) return
      window.isSilent = true
      this.#changed.fire()
    }
    const cancelDeadline = this.#startDeadline(pongDeadlineMs, tooLate)
    window.pending.set(pingId, { settle })
    window.sendPing(pingId)
    return promise
  }
}

function settleAll({ pending }: AttachedWindow): void {
  for (const { settle } of pending.values()) settle()
}

function describe(problem: WindowProblem): string {
  switch (problem.kind) {
    case 'render-process-gone':
      return `the window's process ended: ${problem.reason}`
    case 'unresponsive':
      return 'the window is unresponsive'
    case 'load-failed':
      return `the window could not be loaded: ${problem.reason}`
    default:
      return assertNever(problem)
  }
}
