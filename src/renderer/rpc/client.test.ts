import { describe, expect, it } from 'vitest'

import type { ClientFrame, ServerFrame, StreamEnd } from '../../shared/rpc/frames'
import { failureData } from '../errors/failure'
import { wireLimits } from '../../shared/rpc/definitions/limits'
import { createParleyClient } from './client'
import { createManualAfter } from './testing/manual-after'
import { SettableWireStatus, tooLargeToSend, type Wire } from './wire'

const sessionId = 's1'
const lost = failureData('CANCELLED', 'connection-lost')
const unreachable = failureData('CANCELLED', 'unreachable')

/** A client over a wire that the test controls. */
function createHeldClient() {
  const status = new SettableWireStatus()
  const sent: ClientFrame[] = []
  const observerErrors: unknown[] = []
  const time = createManualAfter()
  let receive: ((frame: ServerFrame) => void) | null = null
  const wire: Wire = {
    get state() {
      return status.state
    },
    onStateChange: (listener) => status.onStateChange(listener),
    onFrame(receiver) {
      receive = receiver
    },
    send(frame) {
      if ('input' in frame && frame.input === 'too large') throw tooLargeToSend()
      if ('input' in frame && typeof frame.input === 'symbol') throw new TypeError('a symbol is not data')
      sent.push(frame)
    },
  }
  const client = createParleyClient(wire, {
    after: time.after,
    onObserverError: (error) => observerErrors.push(error),
  })
  return { client, sent, status, time, observerErrors, receive: (frame: ServerFrame) => receive?.(frame) }
}

/** An observer that records everything it receives, in order. */
function createObserver() {
  const told: unknown[] = []
  return {
    told,
    onEvents: (events: unknown[]) => told.push(events),
    onEnd: (end: StreamEnd) => told.push(end),
  }
}

describe('before the first connection', () => {
  it('holds calls and streams and sends them in order once connected', async () => {
    const { client, sent, status, time, receive } = createHeldClient()
    const answer = client.invoke('app.info', {})
    client.open('session.watch', { sessionId }, createObserver())
    expect(sent).toEqual([])
    status.set('open')
    expect(sent).toEqual([
      { type: 'call', id: 1, route: 'app.info', input: {} },
      { type: 'open', id: 2, stream: 'session.watch', input: { sessionId } },
    ])
    expect(time.pendingMs()).toEqual([])
    receive({ type: 'result', id: 1, ok: true, data: 'the answer' })
    expect(await answer).toBe('the answer')
  })

  it('rejects each one 5 s after it was made and never sends it', async () => {
    const { client, sent, status, time } = createHeldClient()
    const observer = createObserver()
    const answer = client.invoke('app.info', {}).catch((error: unknown) => error)
    time.advance(3_000)
    status.set('lost')
    client.open('session.watch', { sessionId }, observer)
    time.advance(2_000)
    expect(await answer).toMatchObject(unreachable)
    expect(observer.told).toEqual([])
    time.advance(3_000)
    expect(observer.told).toEqual([{ reason: 'disconnected', error: unreachable }])
    status.set('open')
    expect(sent).toEqual([])
  })

  it('never sends what was cancelled or closed while waiting', async () => {
    const { client, sent, status, time } = createHeldClient()
    const controller = new AbortController()
    const observer = createObserver()
    const answer = client.invoke('app.info', {}, { signal: controller.signal })
    const stream = client.open('session.watch', { sessionId }, observer)
    controller.abort('enough')
    stream.close()
    stream.close()
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED', cause: 'enough' })
    expect(observer.told).toEqual([{ reason: 'stopped' }])
    status.set('open')
    time.advance(10_000)
    expect(sent).toEqual([])
    expect(observer.told).toHaveLength(1)
  })
})

describe('over a connection', () => {
  it('does not send a call that was aborted before it was made', async () => {
    const { client, sent, status } = createHeldClient()
    status.set('open')
    const answer = client.invoke('app.info', {}, { signal: AbortSignal.abort() })
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(sent).toEqual([])
  })

  it('sends no cancel for an answered call', async () => {
    const { client, sent, status, receive } = createHeldClient()
    status.set('open')
    const controller = new AbortController()
    const answer = client.invoke('app.info', {}, { signal: controller.signal })
    receive({ type: 'result', id: 1, ok: true, data: 1 })
    await answer
    controller.abort()
    receive({ type: 'result', id: 1, ok: true, data: 2 })
    expect(sent.map(({ type }) => type)).toEqual(['call'])
  })

  it('acknowledges every event once, before main has to wait and before it notifies the observer', () => {
    const { client, sent, status, receive } = createHeldClient()
    const sentWhenTold: number[] = []
    status.set('open')
    client.open('window.attach', {}, { onEvents: () => sentWhenTold.push(sent.length), onEnd: () => {} })
    const half = wireLimits.windowEvents / 2
    const batches = [half - 1, 2, half - 2, 1, wireLimits.windowEvents].map((length) =>
      Array.from({ length }, () => 'a'),
    )
    for (const events of batches) receive({ type: 'batch', id: 1, events })
    expect(sent.slice(1)).toEqual([
      { type: 'ack', id: 1, events: half + 1 },
      { type: 'ack', id: 1, events: half - 1 + wireLimits.windowEvents },
    ])
    expect(sentWhenTold).toEqual([1, 2, 2, 2, 3])
  })

  it('delivers events and the end after close, and nothing after the end', () => {
    const { client, sent, status, receive } = createHeldClient()
    const observer = createObserver()
    status.set('open')
    const stream = client.open('window.attach', {}, observer)
    stream.close()
    stream.close()
    receive({ type: 'batch', id: 1, events: ['a'] })
    receive({ type: 'end', id: 1, reason: 'stopped' })
    receive({ type: 'batch', id: 1, events: ['b'] })
    receive({ type: 'end', id: 1, reason: 'failed' })
    stream.close()
    expect(observer.told).toEqual([['a'], { reason: 'stopped' }])
    expect(sent.map(({ type }) => type)).toEqual(['open', 'close'])
  })

  it('continues when an observer throws, and reports the error', () => {
    const { client, status, receive, observerErrors } = createHeldClient()
    const observer = createObserver()
    status.set('open')
    const throwing = {
      onEvents() {
        throw new Error('in onEvents')
      },
      onEnd() {
        throw new Error('in onEnd')
      },
    }
    client.open('window.attach', {}, throwing)
    client.open('window.attach', {}, observer)
    receive({ type: 'batch', id: 1, events: ['a'] })
    status.set('lost')
    expect(observerErrors).toEqual([new Error('in onEvents'), new Error('in onEnd')])
    expect(observer.told).toEqual([{ reason: 'disconnected', error: lost }])
  })

  it('rejects frames that cannot be sent, but never before `open` has returned', async () => {
    const { client, status } = createHeldClient()
    const observer = createObserver()
    status.set('open')
    await expect(client.invoke('app.info', 'too large' as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { reason: 'input-too-large' },
    })
    await expect(client.invoke('app.info', Symbol('x') as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: {
        reason: 'field',
        field: 'input',
        problem: 'it cannot be sent (TypeError: a symbol is not data)',
      },
    })
    client.open('window.attach', 'too large' as never, observer)
    expect(observer.told).toEqual([])
    await Promise.resolve()
    expect(observer.told).toMatchObject([
      { reason: 'refused', error: { code: 'INVALID_INPUT', data: { reason: 'input-too-large' } } },
    ])
  })
})

it('fails sent requests when the connection is lost and holds new ones', async () => {
  const { client, sent, status, receive } = createHeldClient()
  status.set('open')
  const observer = createObserver()
  const second = createObserver()
  const answer = client.invoke('app.info', {}).catch((error: unknown) => error)
  client.open(
    'window.attach',
    {},
    {
      onEvents: () => {},
      onEnd: () => client.open('window.attach', {}, second),
    },
  )
  client.open('window.attach', {}, observer)
  status.set('lost')
  const later = client.invoke('app.info', {})
  expect(await answer).toMatchObject(lost)
  expect(observer.told).toEqual([{ reason: 'disconnected', error: lost }])
  sent.length = 0
  status.set('open')
  expect(sent.map(({ type, id }) => [type, id])).toEqual([
    ['open', 4],
    ['call', 5],
  ])
  receive({ type: 'result', id: 5, ok: true, data: 'back' })
  receive({ type: 'end', id: 4, reason: 'completed' })
  expect(await later).toBe('back')
  expect(second.told).toEqual([{ reason: 'completed' }])
})
