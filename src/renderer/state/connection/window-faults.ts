import { createStore } from 'zustand/vanilla'

import { assertNever } from '../../../shared/invariant'
import type { WindowFault } from '../../../shared/rpc/window-events'

/** Nested deeper than layout can handle: the browser's process overflows its stack. */
const fatalDepth = 3_000

export interface WindowFaultsState {
  /** The view throws on every render. */
  isRenderBroken: boolean
}

interface FaultEnvironment {
  after: (delayMs: number, callback: () => void) => void
  startFaultyWorker: (order: { afterMs: number; as: 'throw' | 'reject' }) => void
}

/** Breaks this window when a test asks main for it; never used otherwise. */
export class WindowFaults {
  readonly store = createStore<WindowFaultsState>(() => ({ isRenderBroken: false }))
  readonly #environment: FaultEnvironment

  constructor(environment: FaultEnvironment) {
    this.#environment = environment
  }

  strike(fault: WindowFault): void {
    switch (fault.kind) {
      case 'throw-in-render':
        this.store.setState({ isRenderBroken: true })
        return
      case 'throw-later':
        if (fault.where === 'worker') this.#environment.startFaultyWorker(fault)
        else this.#environment.after(fault.afterMs, () => throwOrReject(fault.as))
        return
      case 'freeze':
        freeze(fault.ms)
        return
      case 'crash':
        // In the next turn, so that main first receives the acknowledgement.
        this.#environment.after(0, crash)
        return
      default:
        assertNever(fault)
    }
  }
}

function throwOrReject(as: 'throw' | 'reject'): void {
  const error = new Error('thrown in the window by test.throwLater')
  if (as === 'throw') throw error
  void Promise.reject(error)
}

function freeze(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

function crash(): void {
  const outermost = document.createElement('div')
  let innermost = outermost
  for (let depth = 0; depth < fatalDepth; depth += 1) {
    const inner = document.createElement('div')
    inner.style.display = 'flex'
    innermost.append(inner)
    innermost = inner
  }
  document.body.append(outermost)
  outermost.getBoundingClientRect()
}
