import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

import { expect, it } from 'vitest'

import type { ParleyError } from '../../../shared/errors'
import { createManualClock } from '../../base/testing/manual-clock'
import type { StreamBodyOptions } from './stream-body'
import { answerEnded, streamBody } from './stream-body'

function setUp(options: Partial<StreamBodyOptions> = {}) {
  const incoming = new IncomingMessage(new Socket())
  incoming.on('error', () => {})
  let releases = 0
  const decoded = { stream: incoming, lost: () => null }
  const body = streamBody(decoded, () => (releases += 1), {
    peer: { name: 'Fake', address: '127.0.0.1:1', secret: null },
    clock: createManualClock(),
    signal: null,
    ...options,
  })
  return { incoming, reader: body.getReader(), releases: () => releases }
}

it('pauses the socket while the reader does not read, and no longer', async () => {
  const { incoming, reader } = setUp()
  incoming.push(Buffer.alloc(100_000))
  const next = new Promise<void>((resolve) => incoming.once('pause', () => resolve()))
  await next
  expect(incoming.isPaused()).toBe(true)
  await reader.read()
  expect(incoming.isPaused()).toBe(false)
})

it('joins data that arrived in one turn, and loses none of it when the end arrives with it', async () => {
  const { incoming, reader } = setUp()
  const ended = new Promise((resolve) => incoming.once('end', resolve))
  for (const piece of ['data: 1\n\n', 'data: 2\n\n', 'data: 3']) incoming.push(Buffer.from(piece))
  incoming.push(null)
  await ended
  expect((await reader.read()).value?.toString()).toBe('data: 1\n\ndata: 2\n\ndata: 3')
  expect((await reader.read()).done).toBe(true)
})

it('passes on what a fast server sends once per interval after the first reads, and the end at once', async () => {
  const clock = createManualClock()
  const { incoming, reader } = setUp({ clock })
  const send = async (text: string) => {
    const arrived = new Promise((resolve) => incoming.once('data', resolve))
    incoming.push(Buffer.from(text))
    await arrived
  }
  const read = async () => (await reader.read()).value?.toString()
  for (let count = 1; count <= 32; count += 1) {
    await send(`${count} `)
    expect(await read()).toBe(`${count} `)
  }
  await send('a')
  await send('b')
  const next = read()
  clock.advance(15)
  await send('c')
  clock.advance(1)
  expect(await next).toBe('abc')
  // A slow server waits for nothing.
  clock.advance(20)
  await send('d')
  expect(await read()).toBe('d')
  await send('e')
  incoming.push(null)
  expect(await read()).toBe('e')
  expect((await reader.read()).done).toBe(true)
  expect(clock.pendingTimers).toBe(0)
})

it('fails immediately with the abort reason, and discards buffered data', async () => {
  const stop = new AbortController()
  const { incoming, reader, releases } = setUp({ signal: stop.signal })
  incoming.push(Buffer.from('data: 1\n\n'))
  const reason = new Error('stopped')
  stop.abort(reason)
  await expect(reader.read()).rejects.toBe(reason)
  expect(releases()).toBe(1)
})

it('yields the data before a lost connection to a caller that handles the loss', async () => {
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

it('fails with a coded error when nobody handles the loss', async () => {
  const { incoming, reader } = setUp()
  incoming.destroy(new Error('reset'))
  await expect(reader.read()).rejects.toMatchObject({ code: 'PROVIDER_PROTOCOL' })
})

it('releases the connection when the reader cancels', async () => {
  const { reader, releases } = setUp()
  await reader.cancel()
  expect(releases()).toBe(1)
})

it('gives a server a moment to close after the end of its answer, then closes the connection', async () => {
  const clock = createManualClock()
  const { reader, releases } = setUp({ clock })
  await reader.cancel(answerEnded)
  clock.advance(99)
  expect(releases()).toBe(0)
  clock.advance(1)
  expect(releases()).toBe(1)
})
