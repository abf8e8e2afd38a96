import { describe, expect, it } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { failureData } from '../../../shared/failures/failure'
import type { ServerFrame, StreamEnd } from '../../../shared/rpc/frames'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { WindowEvent } from '../../../shared/rpc/window-events'
import type { WatchEvent } from '../../../shared/runs/events'
import { systemClock } from '../../base/clock'
import { BoundedLogSource } from './bounded-log-source'
import type { TransportKind } from './connected-pairs'
import { recordingObserver, roundTrip, serveClient, servePair } from './contract-setup'
import { ManualSource } from './manual-source'
import { Recorded } from './recorded'

const sessionId = 's1'
const paneId = 'p1'
const attachedEvent: WindowEvent = { type: 'models-changed' }

function pings(count: number): WindowEvent[] {
  return Array.from({ length: count }, (_, pingId) => ({ type: 'ping', pingId }))
}

function eventCount(frames: readonly ServerFrame[]): number {
  return frames.reduce((count, frame) => count + (frame.type === 'batch' ? frame.events.length : 0), 0)
}

/** The contract of every transport for streams. */
export function describeStreams(kind: TransportKind): void {
  describe(`streams over ${kind.name}`, () => {
    it('carries events in order, then the end', async () => {
      const source = new ManualSource<WindowEvent>()
      const { client } = await serveClient(kind, { streams: { 'window.attach': () => source } })
      const observer = recordingObserver<WindowEvent>()
      client.open('window.attach', {}, observer)
      source.push(pings(3))
      await observer.batches.until(() => observer.events.length === 3)
      source.push(pings(2), { urgent: true })
      source.finish({ reason: 'completed' })
      await observer.ends.until(({ length }) => length === 1)
      expect(observer.events).toEqual([...pings(3), ...pings(2)])
      expect(observer.ends.items).toEqual([{ reason: 'completed' }])
      expect(source.hasListener).toBe(false)
    })

    it('refuses an unknown stream, an invalid input and what the handler refuses, without opening', async () => {
      const { wire, received, service } = await servePair(kind, {
        streams: {
          'session.watch': () => {
            throw new ParleyError('NOT_FOUND', 'There is no such chat.')
          },
        },
      })
      wire.send({ type: 'open', id: 1, stream: 'constructor', input: {} })
      wire.send({ type: 'open', id: 2, stream: 'pane.run', input: { paneId, text: '' } })
      wire.send({ type: 'open', id: 3, stream: 'session.watch', input: { sessionId } })
      wire.send({ type: 'open', id: 4, stream: 'window.attach', input: {} })
      await received.until(({ length }) => length === 4)
      expect(received.items).toMatchObject([
        {
          type: 'end',
          id: 1,
          reason: 'refused',
          error: failureData('INVALID_INPUT', 'stream-unknown', { stream: 'constructor' }),
        },
        {
          type: 'end',
          id: 2,
          reason: 'refused',
          error: failureData('INVALID_INPUT', 'field', { field: 'text', problem: 'must not be empty' }),
        },
        { type: 'end', id: 3, reason: 'refused', error: { code: 'NOT_FOUND' } },
        { type: 'end', id: 4, reason: 'refused', error: { code: 'INTERNAL' } },
      ])
      expect(service.reported).toMatchObject([
        { level: 'fatal', error: { message: 'unscripted: window.attach' } },
      ])
    })

    it('closes the source, then carries its last events and its end with the receipt, once', async () => {
      const end: StreamEnd = {
        reason: 'stopped',
        receipt: { requestedAt: 1, generatorEndedMs: 2, upstreamClosedMs: 3, savedMs: 4, keptChars: 5 },
      }
      const lastWords: WatchEvent = { type: 'text-delta', seq: 1, text: 'so far' }
      const source = new ManualSource<WatchEvent>()
      source.onClose(() => {
        source.push([lastWords])
        source.finish(end)
      })
      const { client, wire, sent } = await serveClient(kind, { streams: { 'pane.run': () => source } })
      const observer = recordingObserver<WatchEvent>()
      const stream = client.open('pane.run', { paneId, text: 'hello' }, observer)
      stream.close()
      stream.close()
      await observer.ends.until(({ length }) => length === 1)
      wire.send({ type: 'close', id: 1 })
      wire.send({ type: 'ack', id: 1, events: 1 })
      await client.invoke('app.info', {}).catch(() => 'unscripted, but in order')
      expect(observer.events).toEqual([lastWords])
      expect(observer.ends.items).toEqual([end])
      expect(source.closeCauses).toEqual(['closed'])
      expect(sent.items.filter(({ type }) => type === 'end')).toHaveLength(1)
    })

    it('sends at most one window of unacknowledged events, and leaves the others in the source', async () => {
      const source = new ManualSource<WindowEvent>()
      const { wire, received, sent } = await servePair(kind, { streams: { 'window.attach': () => source } })
      source.push(pings(1_000))
      source.finish({ reason: 'completed' })
      wire.send({ type: 'open', id: 1, stream: 'window.attach', input: {} })
      await received.until((frames) => eventCount(frames) === wireLimits.windowEvents)
      source.push([attachedEvent], { urgent: true })
      await roundTrip(wire, received)
      expect(eventCount(sent.items)).toBe(wireLimits.windowEvents)
      expect(source.waiting).toHaveLength(1_001 - wireLimits.windowEvents)

      wire.send({ type: 'ack', id: 1, events: 100 })
      await received.until((frames) => eventCount(frames) === wireLimits.windowEvents + 100)
      await roundTrip(wire, received)
      expect(eventCount(sent.items)).toBe(wireLimits.windowEvents + 100)

      wire.send({ type: 'ack', id: 1, events: wireLimits.windowEvents })
      await received.until((frames) => frames.some(({ type }) => type === 'end'))
      const events = received.items.flatMap((frame) => (frame.type === 'batch' ? frame.events : []))
      expect(events).toEqual([...pings(1_000), attachedEvent])
    })

    it('clamps an impossible acknowledgement, and ignores a late one', async () => {
      const source = new ManualSource<WindowEvent>()
      const { wire, received, sent } = await servePair(kind, { streams: { 'window.attach': () => source } })
      source.push(pings(2_000))
      wire.send({ type: 'open', id: 1, stream: 'window.attach', input: {} })
      await received.until((frames) => eventCount(frames) === wireLimits.windowEvents)
      for (const events of [-1_000, 0, 0.9]) wire.send({ type: 'ack', id: 1, events })
      await roundTrip(wire, received)
      expect(eventCount(sent.items)).toBe(wireLimits.windowEvents)
      wire.send({ type: 'ack', id: 1, events: 1_000_000 })
      await received.until((frames) => eventCount(frames) === 2 * wireLimits.windowEvents)
      await roundTrip(wire, received)
      expect(eventCount(sent.items)).toBe(2 * wireLimits.windowEvents)
    })

    it('fills the gap of a reader that fell behind the buffer with a snapshot', async () => {
      const source = new BoundedLogSource()
      const { wire, received } = await servePair(kind, { streams: { 'session.watch': () => source } })
      const texts = Array.from({ length: 5_000 }, (_, index) => `${index} `)
      wire.send({ type: 'open', id: 1, stream: 'session.watch', input: { sessionId } })
      await roundTrip(wire, received)
      source.append(texts.slice(0, 400))
      await received.until((frames) => eventCount(frames) === 400)
      source.append(texts.slice(400))
      source.finish({ reason: 'completed' })
      await received.until((frames) => eventCount(frames) === wireLimits.windowEvents)
      wire.send({ type: 'ack', id: 1, events: wireLimits.windowEvents })
      await received.until((frames) => frames.some(({ type }) => type === 'end'))
      const events = received.items.flatMap((frame) =>
        frame.type === 'batch' ? (frame.events as WatchEvent[]) : [],
      )
      expect(textOf(events)).toBe(texts.join(''))
      expect(events.length).toBeLessThan(1_100)
    })

    it('carries 20,000 deltas completely, in order and in few batches', async () => {
      const source = new ManualSource<WatchEvent>()
      const deltas = Array.from({ length: 20_000 }, (_, index): WatchEvent => ({
        type: 'text-delta',
        seq: index + 1,
        text: `${index} `,
      }))
      const { client } = await serveClient(kind, { streams: { 'session.watch': () => source } })
      const observer = recordingObserver<WatchEvent>()
      const startedMs = systemClock.monotonic()
      client.open('session.watch', { sessionId }, observer)
      source.push(deltas)
      await observer.batches.until(() => observer.events.length === deltas.length)
      const elapsedMs = systemClock.monotonic() - startedMs
      source.finish({ reason: 'completed' })
      await observer.ends.until(({ length }) => length === 1)
      expect(observer.events).toEqual(deltas)
      expect(Math.max(...observer.batches.items.map(({ length }) => length))).toBe(wireLimits.windowEvents)
      expect(observer.batches.items).toHaveLength(Math.ceil(deltas.length / wireLimits.windowEvents))
      expect(observer.batches.items.length).toBeLessThanOrEqual(elapsedMs / wireLimits.batchIntervalMs + 2)
    })

    it('reports a source that throws, and ends its stream', async () => {
      const bug = new RangeError('out of range')
      const source = new ManualSource<WindowEvent>()
      source.take = () => {
        throw bug
      }
      const closed = new Recorded<string>()
      source.onClose((cause) => closed.push(cause))
      const { client, service } = await serveClient(kind, { streams: { 'window.attach': () => source } })
      const observer = recordingObserver<WindowEvent>()
      client.open('window.attach', {}, observer)
      await observer.ends.until(({ length }) => length === 1)
      expect(observer.ends.items).toMatchObject([{ reason: 'failed', error: { code: 'INTERNAL' } }])
      expect(closed.items).toEqual(['closed'])
      expect(service.reported).toEqual([{ level: 'fatal', source: 'rpc', error: bug }])
    })
  })
}

/** The text of a window that follows the events: a snapshot replaces, a delta appends. */
function textOf(events: readonly WatchEvent[]): string {
  let text = ''
  for (const event of events) {
    if (event.type === 'text-delta') text += event.text
    if (event.type === 'replay-start') {
      text = (event.snapshot?.message.parts ?? [])
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join('')
    }
  }
  return text
}
