import { describe, expect, it } from 'vitest'

import type { ServerFrame } from '../../shared/rpc/frames'
import { wireLimits } from '../../shared/rpc/definitions/limits'
import { createManualAfter } from './testing/manual-after'
import { createWebSocketWire, type ClientSocket } from './web-socket-wire'

class HeldSocket implements ClientSocket {
  readonly sent: string[] = []
  readyState = 0
  readonly #listeners: [string, (event: { data: unknown }) => void][] = []

  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    this.#listeners.push([type, listener])
  }

  fire(type: string, data?: string): void {
    if (type === 'open') this.readyState = 1
    if (type === 'close') this.readyState = 3
    for (const [listenedType, listener] of this.#listeners) if (listenedType === type) listener({ data })
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    this.fire('close')
  }
}

function createHeldWire() {
  const sockets: HeldSocket[] = []
  const time = createManualAfter()
  const states: string[] = []
  const wire = createWebSocketWire('ws://127.0.0.1:1/wire', {
    after: time.after,
    openSocket() {
      const socket = new HeldSocket()
      sockets.push(socket)
      return socket
    },
  })
  wire.onStateChange((state) => states.push(state))
  const newest = () => sockets.at(-1) ?? expect.unreachable('no socket was opened')
  return { wire, sockets, newest, time, states }
}

describe('reconnecting', () => {
  it('does not send on a closing socket before its close event, because browsers log an error', () => {
    const { wire, newest } = createHeldWire()
    newest().fire('open')
    newest().readyState = 2
    wire.send({ type: 'cancel', id: 1 })
    expect(newest().sent).toEqual([])
  })

  it('retries after 50 ms with backoff up to 2 s until it is closed', () => {
    const { wire, sockets, newest, time, states } = createHeldWire()
    const delaysMs: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      newest().close()
      const [delayMs = Number.NaN] = time.pendingMs()
      delaysMs.push(delayMs)
      time.advance(delayMs)
    }
    expect(delaysMs).toEqual([50, 100, 200, 400, 800, 1_600, 2_000, 2_000])
    expect([sockets.length, states, wire.state]).toEqual([9, ['lost'], 'lost'])
    wire.close()
    time.advance(10_000)
    expect([sockets.length, time.pendingMs()]).toEqual([9, []])
  })

  it('resets the delay to 50 ms after a connection, and uses the new one', () => {
    const { wire, sockets, newest, time, states } = createHeldWire()
    const received: ServerFrame[] = []
    wire.onFrame((frame) => received.push(frame))
    newest().close()
    time.advance(50)
    newest().fire('open')
    newest().close()
    expect(time.pendingMs()).toEqual([50])
    wire.send({ type: 'close', id: 1 })
    time.advance(50)
    newest().fire('open')
    wire.send({ type: 'close', id: 2 })
    newest().fire('message', '{"type":"end","id":2,"reason":"stopped"}')
    expect(states).toEqual(['lost', 'open', 'lost', 'open'])
    expect(sockets.map(({ sent }) => sent)).toEqual([[], [], ['{"type":"close","id":2}']])
    expect(received).toEqual([{ type: 'end', id: 2, reason: 'stopped' }])
  })
})

it('limits frames by bytes, not characters', () => {
  const { wire, newest } = createHeldWire()
  newest().fire('open')
  const fits = {
    type: 'call',
    id: 1,
    route: 'r',
    input: 'é'.repeat(wireLimits.frameBytes / 2 - 100),
  } as const
  wire.send(fits)
  expect(newest().sent).toHaveLength(1)
  expect(() => wire.send({ ...fits, input: `${fits.input}${'é'.repeat(100)}` })).toThrow(
    'The input is too large to send.',
  )
})
