import type { WindowId } from '../../shared/ids'
import { assertNever } from '../../shared/invariant'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import { Emitter } from '../base/emitter'
import { startGrantedDeadline } from '../base/granted-time'
import type { WindowProblem } from './window-problem'
import type { CheckDefinition, CheckOutcome } from './check-runner'

/** The details that the check reports for a lost window and for a silent one. */
export const windowCheckDetails = {
  lost: 'the last window disconnected unexpectedly and did not reconnect',
  silent: 'did not answer within',
} as const

const pingIntervalMs = 5_000
const pongDeadlineMs = 500
/** The time that a lost window has to come back after a cut connection or a reload. */
const returnDeadlineMs = 300
/** No window is awaited longer than this, however late main runs. */
const longestMs = 10_000

/** An attached window and whether it answers. */
interface AttachedWindow {
  sendPing: (pingId: number) => void
  isSilent: boolean
  /** The unanswered pings, by number. */
  readonly pending: Map<number, { settle: () => void }>
}

/** Tracks the attached windows, pings each of them, and detects one that does not answer. */
export class WindowMonitor {
  readonly #clock: Clock
  readonly #windows = new Map<WindowId, AttachedWindow>()
  readonly #changed = new Emitter<void>()
  #problem: WindowProblem | null = null
  #nextPingId = 1
  #cancelRound: Dispose | null = null
  /** The last window, if it was lost: its connection ended without a goodbye. */
  #lost: { windowId: WindowId; isOverdue: boolean; settled: Promise<void>; settle: () => void } | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The number of attached windows. */
  get count(): number {
    return this.#windows.size
  }

  /**
   * Adds a window that `sendPing` reaches. The returned function removes it: the page said goodbye, or the window was
   * lost, for example because its process died.
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
   * Handles the answer to a ping, which also answers all earlier ones. Later pings stay open, since this answer may
   * have been on its way when the window froze. A late answer also proves that the window is alive again.
   */
  pong(windowId: WindowId, pingId: number): void {
    const window = this.#windows.get(windowId)
    if (window === undefined) return
    for (const [id, ping] of window.pending) if (id <= pingId) ping.settle()
    if (!window.isSilent) return
    window.isSilent = false
    this.#changed.fire()
  }

  /** A host saw its window in trouble, or recovered (`null`). A window that attaches also ends the trouble. */
  reportProblem(problem: WindowProblem | null): void {
    this.#problem = problem
    this.#forgetLost()
    this.#changed.fire()
  }

  /** The health check: pings every attached window and waits up to 500 ms for the answers. */
  check(): CheckDefinition {
    return {
      id: 'window',
      // A window may be pinged, then lost, and then awaited.
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
      // A silent window already has an open ping, and recovers when it answers that.
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
        detail: `${windowCheckDetails.lost}: ${this.#lost.windowId}`,
      }
    }
    if (this.#windows.size === 0) return { status: 'n/a', detail: 'no window is attached' }
    const silent = [...this.#windows].filter(([, window]) => window.isSilent).map(([windowId]) => windowId)
    if (silent.length > 0) {
      return {
        status: 'failing',
        detail: `${silent.length} of ${this.#windows.size} attached windows ${windowCheckDetails.silent} ${pongDeadlineMs} ms: ${silent.join(', ')}`,
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

  /** Does not count time in which main itself was late. */
  #startDeadline(limitMs: number, onOver: () => void): Dispose {
    return startGrantedDeadline({ clock: this.#clock, limitMs, atMostMs: longestMs, onOver })
  }

  #round(): void {
    for (const window of this.#windows.values()) void this.#ping(window)
    this.#cancelRound = this.#clock.after(pingIntervalMs, () => this.#round())
  }

  /** Settles when the window answers this ping, leaves, or misses the deadline. */
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
