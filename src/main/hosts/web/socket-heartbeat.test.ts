import { EventEmitter } from 'node:events'

import { expect, it } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { keepAlive } from './web-server'

/** A peer that answers pings while it is alive. */
class FakeSocket extends EventEmitter {
  isAlive = true
  calls: string[] = []

  ping(): void {
    this.calls.push('ping')
    if (this.isAlive) this.emit('pong')
  }

  terminate(): void {
    this.calls.push('terminate')
    this.emit('close')
  }
}

it('disconnects a peer that died silently, within a minute', () => {
  const clock = createManualClock()
  const socket = new FakeSocket()
  keepAlive(socket, clock)
  clock.advance(60_000)
  expect(socket.calls).toEqual(['ping', 'ping'])
  socket.isAlive = false
  clock.advance(60_000)
  expect(socket.calls).toEqual(['ping', 'ping', 'ping', 'terminate'])
  expect(clock.pendingTimers).toBe(0)
})

it('leaves no timer behind when the peer closes', () => {
  const clock = createManualClock()
  const socket = new FakeSocket()
  keepAlive(socket, clock)
  socket.emit('close')
  expect(clock.pendingTimers).toBe(0)
})
