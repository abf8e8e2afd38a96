import { expect, it } from 'vitest'

import { PayloadReader } from './payloads'

it('discards endless data lines once they exceed the size of any JSON in an answer', () => {
  const reader = new PayloadReader(true)
  const line = Buffer.from(`data: x${'y'.repeat(1024 * 1024)}\n`)
  let given = 0
  for (let count = 0; count < 66; count++) given += reader.push(line).length
  expect(given).toBeGreaterThan(60)
})

it('passes on each event of a gateway that ends its lines, but sends no blank ones', () => {
  const reader = new PayloadReader(true)
  const counts = [1, 2, 3].map((n) => reader.push(Buffer.from(`data: {"n":${n}}\n`)).length)
  expect([...counts, reader.end().length]).toEqual([1, 1, 1, 0])
})

it('reads what a gateway adds to lines: a mark that begins each stream it joins, a second frame, an error between events', () => {
  const reader = new PayloadReader(true)
  const lines = ['data: {"n":1}', '\uFEFFdata: {"n":2}', 'data: data: {"n":3}', '{"error":{"message":"No."}}']
  const found = lines.flatMap((line) => reader.push(Buffer.from(`${line}\n\n`)))
  expect(found.map((payload) => (payload.type === 'json' ? payload.value : payload))).toEqual([
    { n: 1 },
    { n: 2 },
    { n: 3 },
    { error: { message: 'No.' } },
  ])
})
