import { describe, expect, it } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { failureData } from '../../../shared/failures/failure'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { StopSignal } from '../../run-source/stop-signal'
import { PreparedAnswer } from '../transport/prepared-answer'
import type { TransportKind } from './connected-pairs'
import { roundTrip, serveClient, servePair } from './contract-setup'
import { Recorded } from './recorded'

const noModels = { models: [], problems: [], factsDate: null }
const appInfo = { name: 'Parley', version: '1.2.3', host: 'web' as const }

/** The contract of every transport for calls. */
export function describeCalls(kind: TransportKind): void {
  describe(`calls over ${kind.name}`, () => {
    it('answers with the result of the handler', async () => {
      const { client } = await serveClient(kind, { routes: { 'app.info': () => appInfo } })
      expect(await client.invoke('app.info', {})).toEqual(appInfo)
    })

    it('answers with prepared JSON, whatever it contains', async () => {
      const answer = { ...appInfo, version: '"\u0000\ud800 é 猫 \u2028' }
      const json = new TextEncoder().encode(JSON.stringify(answer))
      const { client } = await serveClient(kind, {
        routes: { 'app.info': () => new PreparedAnswer(json), 'models.list': () => noModels },
      })
      const answers = [client.invoke('app.info', {}), client.invoke('models.list', {})]
      expect(await Promise.all(answers)).toEqual([answer, noModels])
    })

    it('rejects with the code, message and data that the handler threw', async () => {
      const { client, service } = await serveClient(kind, {
        routes: {
          'app.info': () => {
            throw new ParleyError('DEGRADED', 'The store is closed.', { data: { cause: 'STORE_DAMAGED' } })
          },
        },
      })
      const error: unknown = await client.invoke('app.info', {}).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ParleyError)
      expect(error).toMatchObject({
        code: 'DEGRADED',
        message: 'The store is closed.',
        data: { cause: 'STORE_DAMAGED' },
      })
      expect(service.reported).toEqual([])
    })

    it('answers a bug with INTERNAL, reports it, and hides its text', async () => {
      const bug = new TypeError('undefined is not a function')
      const { client, service } = await serveClient(kind, {
        routes: { 'app.info': () => Promise.reject(bug) },
      })
      await expect(client.invoke('app.info', {})).rejects.toMatchObject({
        code: 'INTERNAL',
        message: expect.not.stringContaining('undefined') as string,
      })
      expect(service.reported).toEqual([{ level: 'fatal', source: 'rpc', error: bug }])
    })

    it('aborts the handler of a cancelled call, and rejects without waiting for it', async () => {
      const signals = new Recorded<AbortSignal>()
      const { client, sent, service } = await serveClient(kind, {
        routes: {
          'app.info': (_input, { signal }) => {
            signals.push(signal)
            return new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error))
            })
          },
        },
      })
      const controller = new AbortController()
      const answer = client.invoke('app.info', {}, { signal: controller.signal })
      const [signal] = await signals.until(({ length }) => length === 1)
      controller.abort()
      await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' })
      await sent.until(({ length }) => length === 1)
      expect(sent.items).toEqual([
        {
          type: 'result',
          id: 1,
          ok: false,
          error: failureData('CANCELLED', 'call'),
        },
      ])
      expect(signal?.reason).toBeInstanceOf(StopSignal)
      expect(service.reported).toEqual([])
    })

    it('answers a cancelled call once, even if its handler succeeds later', async () => {
      const finish = new Recorded<() => void>()
      const { wire, received, sent } = await servePair(kind, {
        routes: {
          'app.info': () => new Promise((resolve) => finish.push(() => resolve(appInfo))),
        },
      })
      wire.send({ type: 'call', id: 7, route: 'app.info', input: {} })
      await finish.until(({ length }) => length === 1)
      wire.send({ type: 'cancel', id: 7 })
      await received.until(({ length }) => length === 1)
      for (const resolve of finish.items) resolve()
      await roundTrip(wire, received)
      expect(sent.items.filter(({ id }) => id === 7)).toHaveLength(1)
    })

    it('ignores a cancel after the answer', async () => {
      const { wire, received, sent, service } = await servePair(kind, {
        routes: { 'app.info': () => appInfo },
      })
      wire.send({ type: 'call', id: 7, route: 'app.info', input: {} })
      await received.until(({ length }) => length === 1)
      wire.send({ type: 'cancel', id: 7 })
      await roundTrip(wire, received)
      expect(sent.items.filter(({ id }) => id === 7)).toEqual([
        { type: 'result', id: 7, ok: true, data: appInfo },
      ])
      expect(service.reported).toEqual([])
    })

    it('refuses an unknown route by name, including names of inherited object properties', async () => {
      const { wire, received } = await servePair(kind, {})
      wire.send({ type: 'call', id: 1, route: 'app.inof', input: {} })
      wire.send({ type: 'call', id: 2, route: 'toString', input: {} })
      await received.until(({ length }) => length === 2)
      expect(received.items).toEqual([
        {
          type: 'result',
          id: 1,
          ok: false,
          error: failureData('INVALID_INPUT', 'route-unknown', { route: 'app.inof' }),
        },
        {
          type: 'result',
          id: 2,
          ok: false,
          error: failureData('INVALID_INPUT', 'route-unknown', { route: 'toString' }),
        },
      ])
    })

    it('drops unknown keys before the handler sees them', async () => {
      const inputs: unknown[] = []
      const { wire, received } = await servePair(kind, {
        routes: {
          'sessions.delete': (input) => {
            inputs.push(input)
            return { deleted: true }
          },
        },
      })
      const input = { sessionId: 's1', force: true, path: '/etc' }
      wire.send({ type: 'call', id: 1, route: 'sessions.delete', input })
      await received.until(({ length }) => length === 1)
      expect(inputs).toEqual([{ sessionId: 's1' }])
    })

    it('names the wrong field', async () => {
      const { client } = await serveClient(kind, {})
      await expect(client.invoke('runs.send', { sessionId: 's1', text: '  \n' })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: { reason: 'field', field: 'text', problem: 'must not be empty' },
      })
    })

    it('refuses a message over the limit, naming both sizes', async () => {
      const { client } = await serveClient(kind, {})
      const text = 'é'.repeat(wireLimits.messageBytes / 2 + 1)
      await expect(client.invoke('runs.send', { sessionId: 's1', text })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: {
          reason: 'field',
          field: 'text',
          problem: 'has 1,000,002 bytes; the limit is 1,000,000',
        },
      })
    })

    it('refuses a frame over the limit before sending it, and keeps the connection', async () => {
      const { client } = await serveClient(kind, { routes: { 'app.info': () => appInfo } })
      const text = 'a'.repeat(wireLimits.frameBytes + 1)
      await expect(client.invoke('runs.send', { sessionId: 's1', text })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: 'The input is too large to send.',
      })
      expect(await client.invoke('app.info', {})).toEqual(appInfo)
    })

    it('refuses a frame with too many values before sending it, and keeps the connection', async () => {
      const { client } = await serveClient(kind, { routes: { 'app.info': () => appInfo } })
      const attachments = Array.from({ length: wireLimits.frameValues }, () => '')
      await expect(
        client.invoke('runs.send', { sessionId: 's1', text: 'x', attachments }),
      ).rejects.toMatchObject({ code: 'INVALID_INPUT', message: 'The input is too large to send.' })
      expect(await client.invoke('app.info', {})).toEqual(appInfo)
    })

    it('refuses calls beyond the limit of open ones, which continue', async () => {
      const finish = new Recorded<() => void>()
      const { wire, received } = await servePair(kind, {
        routes: { 'app.info': () => new Promise((resolve) => finish.push(() => resolve(appInfo))) },
      })
      const count = wireLimits.openAtOnce
      for (let id = 0; id <= count; id += 1) wire.send({ type: 'call', id, route: 'app.info', input: {} })
      await received.until(({ length }) => length === 1)
      expect(received.items).toEqual([
        { type: 'result', id: count, ok: false, error: failureData('INVALID_INPUT', 'too-many-open') },
      ])
      for (const resolve of finish.items) resolve()
      await received.until(({ length }) => length === count + 1)
    })

    it('refuses an id that is in use, and its call continues', async () => {
      const finish = new Recorded<() => void>()
      const { wire, received } = await servePair(kind, {
        routes: {
          'app.info': () => new Promise((resolve) => finish.push(() => resolve(appInfo))),
        },
      })
      wire.send({ type: 'call', id: 7, route: 'app.info', input: {} })
      wire.send({ type: 'call', id: 7, route: 'app.info', input: {} })
      wire.send({ type: 'open', id: 7, stream: 'window.attach', input: {} })
      await received.until(({ length }) => length === 2)
      for (const resolve of finish.items) resolve()
      await received.until(({ length }) => length === 3)
      const error = failureData('INVALID_INPUT', 'id-in-use', { field: 'id', id: 7 })
      expect(finish.items).toHaveLength(1)
      expect(received.items).toEqual([
        { type: 'result', id: 7, ok: false, error },
        { type: 'end', id: 7, reason: 'refused', error },
        { type: 'result', id: 7, ok: true, data: appInfo },
      ])
    })
  })
}
