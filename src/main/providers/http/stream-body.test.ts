import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

import { expect, it } from 'vitest'

import type { ParleyError } from '../../../shared/errors'
import { createManualClock } from '../../base/testing/manual-clock'
import type { StreamBodyOptions } from './stream-body'
import { streamBody } from './stream-body'

function setUp(options: Partial<StreamBodyOptions> = {}) {
  const incoming = new IncomingMessage(new Socket())
  incoming.on('error', () => {})
  let releases = 0
  const body = streamBody(incoming, () => (releases += 1), {
    peer: { name: 'Fake', address: '127.0.0.1:1', secret: null },
    clock: createManualClock(),
    signal: null,
    isEventStream: true,
    ...options,
  })
  return { incoming, reader: body.getReader(), releases: () => releases }
}

it('holds back the socket while the reader does not read, and no longer', async () => {
  const { incoming, reader } = setUp()
  incoming.push(Buffer.alloc(100_000))
  const next = new Promise<void>((resolve) => incoming.once('pause', () => resolve()))
  await next
  expect(incoming.isPaused()).toBe(true)
  await reader.read()
  expect(incoming.isPaused()).toBe(false)
})

it('fails at once with the reason of the stop, and throws away what was waiting', async () => {
  const stop = new AbortController()
  const { incoming, reader, releases } = setUp({ signal: stop.signal })
  incoming.push(Buffer.from('data: 1\n\n'))
  const reason = new Error('stopped')
  stop.abort(reason)
  await expect(reader.read()).rejects.toBe(reason)
  expect(releases()).toBe(1)
})

it('gives what came before the connection was lost to those who take the loss', async () => {
  let lost: ParleyError | null = null
  const { incoming, reader } = setUp({ onLost: (error) => (lost = error) })
  const arrived = new Promise((resolve) => incoming.once('data', resolve))
  incoming.push(Buffer.from('data: 1\n\n'))
  await arrived
  incoming.destroy(new Error('reset'))
  expect((await reader.read()).value?.toString()).toBe('data: 1\n\n')
  expect((await reader.read()).done).toBe(true)
  expect(lost).toMatchObject({ code: 'PROVIDER_PROTOCOL' })
})

it('fails with a coded error when nobody takes the loss', async () => {
  const { incoming, reader } = setUp()
  incoming.destroy(new Error('reset'))
  await expect(reader.read()).rejects.toMatchObject({ code: 'PROVIDER_PROTOCOL' })
})

it('lets go when the reader gives up', async () => {
  const { reader, releases } = setUp()
  await reader.cancel()
  expect(releases()).toBe(1)
})
