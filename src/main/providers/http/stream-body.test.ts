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

it('hands on what arrived in one go as one piece, and loses none of it when the end comes with it', async () => {
  const { incoming, reader } = setUp()
  const ended = new Promise((resolve) => incoming.once('end', resolve))
  for (const piece of ['data: 1\n\n', 'data: 2\n\n', 'data: 3']) incoming.push(Buffer.from(piece))
  incoming.push(null)
  await ended
  expect((await reader.read()).value?.toString()).toBe('data: 1\n\ndata: 2\n\ndata: 3')
  expect((await reader.read()).value?.toString()).toBe('\n\n')
  expect((await reader.read()).done).toBe(true)
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

it('is over once nothing follows what made the answer complete, but not while the reader holds it back', async () => {
  const clock = createManualClock()
  const lastEvent = { hints: ['last'], isComplete: () => true }
  const { incoming, reader, releases } = setUp({ clock, lastEvent })
  const arrive = async (text: string) => {
    const arrived = new Promise((resolve) => incoming.once('data', resolve))
    incoming.push(Buffer.from(text))
    await arrived
  }
  await arrive('data: "last"\n\n')
  clock.advance(499)
  await arrive(`: ${'x'.repeat(100_000)}\n\n`)
  expect(incoming.isPaused()).toBe(true)
  clock.advance(500)
  expect(releases()).toBe(0)
  const chunks = [await reader.read(), await reader.read()]
  expect(incoming.isPaused()).toBe(false)
  clock.advance(500)
  expect(releases()).toBe(1)
  expect(chunks.map(({ value }) => value?.length)).toEqual([14, 100_004])
  expect((await reader.read()).value?.toString()).toBe('\n\n')
  expect((await reader.read()).done).toBe(true)
  expect(clock.pendingTimers).toBe(0)
})
