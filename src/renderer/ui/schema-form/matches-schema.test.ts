import { expect, test } from 'vitest'

import { matchesSchema } from './matches-schema'

test('a field named like a member of Object.prototype is present only if it was given', () => {
  const properties = { toString: { type: 'string' } }
  expect(matchesSchema({ required: ['toString'] }, {})).toBe(false)
  expect(matchesSchema({ properties }, {})).toBe(true)
  expect(matchesSchema({ properties, required: ['toString'] }, { toString: 'given' })).toBe(true)
})
