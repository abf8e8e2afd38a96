import { PassThrough } from 'node:stream'

import { expect, test } from 'vitest'

import { EventQueue } from './event-queue'
import { OddOutput, type OddOutputNote } from '../turns/odd-output'
import { messageStream } from './message-stream'

const message = (id: number) => ({ jsonrpc: '2.0' as const, id, result: null })

test('reads no more from an agent while there is no room for its messages', async () => {
  const stdout = new PassThrough()
  const queue = new EventQueue<number>(1)
  const { readable } = messageStream({
    stdin: new PassThrough(),
    stdout,
    isReady: () => queue.whenReady(),
    odd: new OddOutput('codex', { warning: () => {} }),
  })
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

/** Returns the messages that the protocol gets from these lines, and the notes about the others. */
async function read(
  ...lines: readonly string[]
): Promise<{ messages: unknown[]; notes: string[]; error: unknown }> {
  const stdout = new PassThrough()
  const notes: string[] = []
  const odd = new OddOutput('codex', {
    warning: (_source, note) => void notes.push((note as OddOutputNote).oddity),
  })
  const { readable } = messageStream({ stdin: new PassThrough(), stdout, isReady: () => null, odd })
  stdout.end(lines.map((line) => `${line}\n`).join(''))
  const messages: unknown[] = []
  try {
    for await (const each of readable) messages.push(each)
    return { messages, notes, error: null }
  } catch (error) {
    return { messages, notes, error }
  }
}

test('lines that are no messages are noted, and the messages around them arrive', async () => {
  const logged = ['{"level":30,"msg":"ready"}', '{"level":30,"id":1,"result":"cached"}']
  const lines = ['["Update available"]', ...logged, JSON.stringify(message(1)), 'bye']
  expect(await read(...lines)).toEqual({
    messages: [message(1)],
    notes: ['line', 'line', 'line', 'line'],
    error: null,
  })
})

test.each([
  ['without the name of the protocol', { id: 1, result: {} }, { id: 1, result: {} }],
  ['with its id as a text', { jsonrpc: '2.0', id: '1', result: {} }, { id: 1, result: {} }],
  ['with an error that is null', { jsonrpc: '2.0', id: 1, result: {}, error: null }, { id: 1, result: {} }],
  [
    'with an error that is a text',
    { jsonrpc: '2.0', id: 1, error: 'no quota' },
    { id: 1, error: { code: -32603, message: 'no quota' } },
  ],
  [
    'with an error whose code is a word',
    { jsonrpc: '2.0', id: 1, result: null, error: { code: 'E', message: 'no quota' } },
    { id: 1, error: { code: -32603, message: 'no quota' } },
  ],
])('a response %s is understood', async (_how, sent, expected) => {
  const { messages } = await read(JSON.stringify(sent))
  expect(messages).toEqual([{ jsonrpc: '2.0', ...expected }])
})

test('a response that is cut off is a failure, because its request would wait forever', async () => {
  const { error } = await read(
    JSON.stringify(message(1)),
    '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"e',
  )
  expect(error).toMatchObject({
    name: 'UnreadableLineError',
    sample: expect.stringContaining('"id":2') as string,
  })
})
