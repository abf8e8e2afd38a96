import { createStore } from 'zustand/vanilla'

import type { WindowId } from '../../../shared/ids'
import type { WindowEvent } from '../../../shared/rpc/window-events'
import type { ConnectionState, Environment } from '../../browser/environment'

const reattachDelayMs = 100

export interface WindowLinkState {
  connection: ConnectionState
}

type EventOf<Type> = Extract<WindowEvent, { type: Type }>

/** A handler for each event; the link itself answers pings. */
export type WindowEventHandlers = {
  [Type in Exclude<WindowEvent['type'], 'ping'>]: (event: EventOf<Type>) => void
}

/** The window's `window.attach` stream: answers pings, keeps the lists current, and reattaches after a loss. */
export class WindowLink {
  readonly store
  readonly #environment: Environment
  readonly #isQuick: boolean
  readonly #handlers: WindowEventHandlers
  #windowId: WindowId | null = null

  constructor(environment: Environment, isQuick: boolean, handlers: WindowEventHandlers) {
    this.#environment = environment
    this.#isQuick = isQuick
    this.#handlers = handlers
    this.store = createStore<WindowLinkState>(() => ({
      connection: environment.connection.current(),
    }))
    environment.connection.onChange((connection) => this.store.setState({ connection }))
    environment.surroundings.onFocused(() => this.#focused())
  }

  /** Opens the stream and keeps it open while the page exists; returns a function that closes it permanently. */
  attach(): () => void {
    let detach = this.#attachOnce()
    // Closing the stream tells main that the page was left; without that, it has crashed.
    const stopListening = this.#environment.onPageChange({
      leaving: () => detach(),
      returned: () => {
        detach = this.#attachOnce()
      },
    })
    return () => {
      stopListening()
      detach()
    }
  }

  #attachOnce(): () => void {
    let cancelRetry: (() => void) | null = null
    let isAttached = true
    const open = () =>
      this.#environment.api.open('window.attach', this.#isQuick ? { isQuick: true } : {}, {
        onEvents: (events) => {
          for (const event of events) this.#receive(event)
        },
        onEnd: () => {
          this.#windowId = null
          if (!isAttached) return
          cancelRetry = this.#environment.after(reattachDelayMs, () => {
            stream = open()
          })
        },
      })
    let stream = open()
    return () => {
      isAttached = false
      cancelRetry?.()
      stream.close()
    }
  }

  #focused(): void {
    if (this.#windowId === null) return
    // Without an answer, a command of the menu may go to another window.
    this.#environment.api.invoke('window.focused', { windowId: this.#windowId }).catch(() => {})
  }

  #receive(event: WindowEvent): void {
    if (event.type === 'ping') return this.#answer(event.pingId)
    if (event.type === 'attached') this.#windowId = event.windowId
    // The compiler does not know that the handler belongs to the event.
    const handle = this.#handlers[event.type] as (received: WindowEvent) => void
    return handle(event)
  }

  #answer(pingId: number): void {
    if (this.#windowId === null) return
    const pong = { windowId: this.#windowId, pingId }
    // Earlier events are rendered, and errors from them reported, first: a pong means that all of it worked.
    queueMicrotask(() => {
      // If the pong cannot be sent, main's health reports that it is missing.
      void this.#environment.api.invoke('window.pong', pong).catch(() => undefined)
    })
  }
}
