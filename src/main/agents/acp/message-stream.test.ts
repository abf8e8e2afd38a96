import { PassThrough } from 'node:stream'

import { expect, test } from 'vitest'

import { EventQueue } from './event-queue'
import { messageStream } from './message-stream'

const message = (id: number) => ({ jsonrpc: '2.0' as const, id, result: null })

test('reads no more from an agent while there is no room for its messages', async () => {
  const stdout = new PassThrough()
  const queue = new EventQueue<number>(1)
  const { readable } = messageStream({ stdin: new PassThrough(), stdout, isReady: () => queue.whenReady() })
  const reader = readable.getReader()
  stdout.write(`${JSON.stringify(message(1))}\n\n${JSON.stringify(message(2))}\n`)
  queue.push(1)
  let isRead = false
  const first = reader.read().then((step) => {
    isRead = true
    return step.value
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isRead).toBe(false)
  expect(await queue.read().next()).toEqual({ done: false, value: 1 })
  expect([await first, (await reader.read()).value]).toEqual([message(1), message(2)])
})

test('an ended queue makes nobody wait, and reports its error after all earlier events', async () => {
  const queue = new EventQueue<number>(1)
  queue.push(1)
  const room = queue.whenReady()
  queue.fail(new Error('broken'))
  queue.push(2)
  queue.end()
  await room
  const reader = queue.read()
  expect(await reader.next()).toEqual({ done: false, value: 1 })
  await expect(reader.next()).rejects.toThrow('broken')
})

test('reports the start of a line that is JSON but not a message', async () => {
  const stdout = new PassThrough()
  const { readable } = messageStream({ stdin: new PassThrough(), stdout, isReady: () => null })
  stdout.write('["Update available"]\n')
  await expect(readable.getReader().read()).rejects.toMatchObject({ sample: '["Update available"]' })
})
