import { invariant } from '../../shared/invariant'
import { createParleyClient } from './client'
import type { ParleyApi } from './parley-api'
import { createPortWire, type ClientPort } from './port-wire'
import type { Wire } from './wire'
import { createWebSocketWire } from './web-socket-wire'

declare global {
  interface Window {
    readonly parley: ParleyApi
  }
}

/** The state of the connection to main, for the window to show. Never `lost` before the first connection. */
export interface ConnectionStatus {
  current(): 'open' | 'lost'
  /** Calls `listener` on each change; returns a function that removes it. */
  onChange(listener: (state: 'open' | 'lost') => void): () => void
}

/**
 * Sets `window.parley`, over the port of the Electron host or else the web host's WebSocket. Call it once, before
 * anything uses `window.parley`.
 * @throws InvariantError when called again
 */
export function installParley(): ConnectionStatus {
  invariant(!Object.hasOwn(window, 'parley'), 'window.parley is installed once')
  const wire = waitForPort() ?? createWebSocketWire(wireUrl(window.location.href))
  const parley = Object.freeze(createParleyClient(wire))
  Object.defineProperty(window, 'parley', { value: parley, enumerable: true })
  return connectionStatus(wire)
}

/** A wire over the port that the preload will send; null when there is no preload. */
function waitForPort(): Wire | null {
  const wire = createPortWire()
  const listener = (event: MessageEvent<unknown>) => {
    const port = portOf(event)
    if (port !== null) wire.attach(port)
  }
  window.addEventListener('message', listener)
  const hasPreload = !window.dispatchEvent(new Event('parley:ready', { cancelable: true }))
  if (hasPreload) return wire
  window.removeEventListener('message', listener)
  return null
}

function portOf(event: MessageEvent<unknown>): ClientPort | null {
  const { data, source, ports } = event
  const isHandOver = typeof data === 'object' && data !== null && Reflect.get(data, 'type') === 'parley:port'
  // Only this window's own preload may send a port, not a frame or an opener.
  return isHandOver && source === window ? (ports[0] ?? null) : null
}

function wireUrl(pageUrl: string): string {
  const url = new URL('./wire', pageUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

function connectionStatus(wire: Wire): ConnectionStatus {
  return {
    current: () => (wire.state === 'lost' ? 'lost' : 'open'),
    onChange(listener) {
      let wasLost = wire.state === 'lost'
      return wire.onStateChange((state) => {
        const isLost = state === 'lost'
        if (isLost !== wasLost) listener(state)
        wasLost = isLost
      })
    },
  }
}
