import { describe, expect, it } from 'vitest'

import { failureData } from '../../../shared/failures/failure'
import type { WindowEvent } from '../../../shared/rpc/window-events'
import type { WatchEvent } from '../../../shared/runs/events'
import type { StopSignal } from '../../run-source/stop-signal'
import type { TransportKind } from './connected-pairs'
import { recordingObserver, roundTrip, serveClient, servePair } from './contract-setup'
import { ManualSource } from './manual-source'
import { Recorded } from './recorded'

const sessionId = 's1'

/** The contract of every transport for peers that misbehave or disconnect. */
export function describeConnection(kind: TransportKind): void {
  describe(`a connection over ${kind.name}`, () => {
    it('answers a malformed frame that has a usable id', async () => {
      const { sendRaw, received } = await servePair(kind, {})
      sendRaw({ type: 'call', id: 1, input: {} })
      sendRaw({ type: 'open', id: 2, input: {} })
      sendRaw({ type: 'dance', id: 3 })
      await received.until(({ length }) => length === 3)
      const error = failureData('INVALID_INPUT', 'frame')
      expect(received.items).toEqual([
        { type: 'result', id: 1, ok: false, error },
        { type: 'end', id: 2, reason: 'refused', error },
        { type: 'result', id: 3, ok: false, error },
      ])
    })

    it('ignores a frame without a usable id, logs the first few, and keeps the connection', async () => {
      const { sendRaw, wire, received, service } = await servePair(kind, {})
      const hopeless = [null, 'hello', 42, [], {}, { type: 'call', id: '1' }, { type: 'call', id: -1 }]
      for (const frame of [...hopeless, ...hopeless, { type: 'ack', id: 3 }]) sendRaw(frame)
      await roundTrip(wire, received)
      expect(received.items).toHaveLength(1)
      expect(service.reported).toHaveLength(10)
      expect(new Set(service.reported.map(({ level }) => level))).toEqual(new Set(['warning']))
    })

    it('aborts the calls and closes the streams of a peer that is gone', async () => {
      const signals = new Recorded<AbortSignal>()
      const closed = new Recorded<string>()
      const { client, dropClient, service } = await serveClient(kind, {
        routes: {
          'app.info': (_input, { signal }) => {
            signal.addEventListener('abort', () => closed.push('call'))
            signals.push(signal)
            return new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error))
            })
          },
        },
        streams: {
          'session.watch': (_input, { connection }) => {
            signals.push(connection.closed)
            return new ManualSource<WatchEvent>().onClose((cause) => closed.push(`stream ${cause}`))
          },
        },
      })
      client.invoke('app.info', {}).catch(() => 'lost, as expected')
      client.open('session.watch', { sessionId }, recordingObserver())
      await signals.until(({ length }) => length === 2)
      dropClient()
      await closed.until(({ length }) => length === 2)
      expect(closed.items).toEqual(['call', 'stream gone'])
      expect(signals.items.map(({ reason }) => (reason as StopSignal).stopReason)).toEqual([
        'client-closed',
        'client-closed',
      ])
      expect(service.reported).toEqual([])
    })

    it('rejects the calls and ends the streams of a client that loses its wire, once each', async () => {
      const asked = new Recorded<string>()
      const { client, transport, wire } = await serveClient(kind, {
        routes: {
          'app.info': () => {
            asked.push('call')
            return new Promise(() => {})
          },
        },
        streams: {
          'window.attach': () => {
            asked.push('stream')
            return new ManualSource<WindowEvent>()
          },
        },
      })
      const lost = new Recorded<string>()
      wire.onStateChange((state) => lost.push(state))
      const answer = client.invoke('app.info', {}).catch((error: unknown) => error)
      const observer = recordingObserver<WindowEvent>()
      const stream = client.open('window.attach', {}, observer)
      await asked.until(({ length }) => length === 2)
      transport.close()
      expect(await answer).toMatchObject({ code: 'CANCELLED' })
      await lost.until(({ length }) => length === 1)
      stream.close()
      expect(observer.ends.items).toEqual([
        {
          reason: 'disconnected',
          error: {
            code: 'CANCELLED',
            message: 'The connection to Parley was lost. Try again.',
            data: { reason: 'connection-lost' },
          },
        },
      ])
    })

    it('sends nothing after the connection was closed', async () => {
      const source = new ManualSource<WindowEvent>()
      const answers = new Recorded<() => void>()
      const settled = new Recorded<string>()
      const opened = new Recorded<unknown>()
      const { client, transport, sent, service } = await serveClient(kind, {
        routes: {
          'app.info': async () => {
            await new Promise<void>((resolve) => answers.push(resolve))
            settled.push('call')
            return { name: 'Parley', version: '1', host: 'web' }
          },
        },
        streams: {
          'window.attach': () => {
            opened.push(source)
            return source.onClose((cause) => settled.push(cause))
          },
        },
      })
      client.invoke('app.info', {}).catch(() => 'lost, as expected')
      client.open('window.attach', {}, recordingObserver<WindowEvent>())
      await answers.until(({ length }) => length === 1)
      await opened.until(({ length }) => length === 1)
      transport.close()
      for (const answer of answers.items) answer()
      source.push([{ type: 'models-changed' }], { urgent: true })
      source.finish({ reason: 'stopped' })
      await settled.until(({ length }) => length === 2)
      await new Promise((resolve) => setImmediate(resolve))
      expect(sent.items).toEqual([])
      expect(source.waiting).toHaveLength(1)
      expect(source.hasListener).toBe(false)
      expect(service.reported).toEqual([])
    })
  })
}
