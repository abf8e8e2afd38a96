import { expect, test } from 'vitest'

import { randomId } from './new-id'

test('ids are neighbours of those of the same hour, in an order that tells nothing', () => {
  const ids = Array.from({ length: 200 }, () => randomId())
  const hours = new Set(ids.map((id) => Number.parseInt(id.slice(0, 8), 16)))
  const now = Math.floor(Date.now() / 3_600_000)
  expect([...hours].every((hour) => hour === now || hour === now - 1)).toBe(true)
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true)
  expect(new Set(ids).size).toBe(200)
  expect(ids).not.toEqual(ids.toSorted())
})
