import { expect, it } from 'vitest'

import { PayloadReader } from './payloads'

it('discards endless data lines once they exceed the size of any JSON in an answer', () => {
  const reader = new PayloadReader(true)
  const line = Buffer.from(`data: x${'y'.repeat(1024 * 1024)}\n`)
  let given = 0
  for (let count = 0; count < 66; count++) given += reader.push(line).length
  expect(given).toBeGreaterThan(60)
})
