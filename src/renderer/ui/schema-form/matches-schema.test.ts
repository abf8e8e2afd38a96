import { expect, test } from 'vitest'

import { matchesSchema } from './matches-schema'

test('a field named like what every object has is there only when it was given', () => {
  const properties = { toString: { type: 'string' } }
  expect(matchesSchema({ required: ['toString'] }, {})).toBe(false)
  expect(matchesSchema({ properties }, {})).toBe(true)
  expect(matchesSchema({ properties, required: ['toString'] }, { toString: 'given' })).toBe(true)
})
