import { SettableWireStatus, tooLargeToSend, type Wire } from '../../../renderer/rpc/wire'
import { wholeFrame } from '../../../renderer/rpc/port-wire'
import type { ServerFrame } from '../../../shared/rpc/frames'
import { exceedsFrameLimit } from '../../../shared/rpc/frame-size'
import { preparedFrame } from '../transport/prepared-answer'
import type { Transport } from '../transport/transport'

/** Both ends of a connection within one process. Frames are copied, and arrive in a later turn of the event loop. */
export function createMemoryPair(): {
  transport: Transport
  wire: Wire
  sendRaw: (value: unknown) => void
  disconnect: () => void
} {
  const status = new SettableWireStatus()
  let receiveInMain: ((frame: unknown) => void) | null = null
  let receiveInClient: ((frame: ServerFrame) => void) | null = null
  let closed: (() => void) | null = null
  status.set('open')

  function disconnect(): void {
    if (status.state === 'lost') return
    status.set('lost')
    closed?.()
  }

  function sendRaw(value: unknown): void {
    const copy: unknown = structuredClone(value)
    setImmediate(() => {
      if (status.state === 'open') receiveInMain?.(copy)
    })
  }

  return {
    sendRaw,
    disconnect,
    transport: {
      send(frame) {
        const copy = wholeFrame(structuredClone(preparedFrame(frame) ?? frame))
        setImmediate(() => {
          if (status.state === 'open') receiveInClient?.(copy)
        })
      },
      onFrame(receive) {
        receiveInMain = receive
      },
      onClosed(listener) {
        closed = listener
      },
      close: disconnect,
    },
    wire: {
      get state() {
        return status.state
      },
      onStateChange: (listener) => status.onStateChange(listener),
      onFrame(receive) {
        receiveInClient = receive
      },
      send(frame) {
        if (exceedsFrameLimit(frame)) throw tooLargeToSend()
        sendRaw(frame)
      },
    },
  }
}
