import { PassThrough, Readable } from 'node:stream'

import { expect, test } from 'vitest'

import { readLines } from './read-lines'

async function linesOf(
  chunks: readonly (string | Buffer)[],
  options: Parameters<typeof readLines>[1] = {},
): Promise<string[]> {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  const lines: string[] = []
  for await (const line of readLines(stream, options)) lines.push(line)
  return lines
}

test('lines arrive whole wherever chunks are split, with any line ending, and the last one without an ending', async () => {
  const text = Buffer.from('grüße €\r\n\n{"a":1}\n😀 last')
  const expected = ['grüße €', '', '{"a":1}', '😀 last']
  expect(await linesOf([text])).toEqual(expected)
  expect(await linesOf(Array.from(text, (byte) => Buffer.of(byte)))).toEqual(expected)
  expect(await linesOf(['one\n'])).toEqual(['one'])
  expect(await linesOf([])).toEqual([])
})

test('reads a line of 10 MB in linear time', async () => {
  const chunks = Array.from({ length: 10_000 }, () => Buffer.alloc(1_000, 'x'))
  const lines = await linesOf([...chunks, '\nnext\n'])
  expect(lines.map((line) => line.length)).toEqual([10_000_000, 4])
})

test('a line that is too long is skipped, and its start is reported as soon as that is known', async () => {
  const long: string[] = []
  const onTooLong = (start: string) => void long.push(start)
  expect(await linesOf(['fits\n', 'x'.repeat(11), 'x\nnext'], { maxBytes: 10, onTooLong })).toEqual([
    'fits',
    'next',
  ])
  expect(await linesOf(['xxxxxx', 'yyyyy\n', 'next\n'], { maxBytes: 10, onTooLong })).toEqual(['next'])
  expect(long).toEqual(['xxxxxxxxxxx', 'xxxxxxyyyyy'])
  expect(await linesOf(['x'.repeat(10), '\n'], { maxBytes: 10, onTooLong })).toEqual(['x'.repeat(10)])
  const endless = new PassThrough()
  const lines = readLines(endless, { maxBytes: 10, onTooLong })
  const next = lines.next()
  for (let count = 0; count < 3; count += 1) endless.write('z'.repeat(11))
  endless.end('\nlast')
  expect([await next, long.length]).toEqual([{ done: false, value: 'last' }, 3])
})

test('a stream that is closed during a read simply ends', async () => {
  const stream = new PassThrough()
  const lines = readLines(stream)
  stream.write('one\nhal')
  expect(await lines.next()).toEqual({ done: false, value: 'one' })
  const next = lines.next()
  stream.destroy()
  expect(await next).toEqual({ done: true, value: undefined })
})

test('a stream that breaks reports it', async () => {
  const stream = new PassThrough()
  const next = readLines(stream).next()
  stream.destroy(new Error('broken'))
  await expect(next).rejects.toThrow('broken')
})

test('a reader that leaves closes the stream', async () => {
  const stream = new PassThrough()
  stream.write('one\ntwo\n')
  for await (const line of readLines(stream)) {
    expect(line).toBe('one')
    break
  }
  expect(stream.destroyed).toBe(true)
})
