import { expect, test } from 'vitest'

import { contextFill, fillWarning, fillWords } from './context-fill'

const facts = { contextTokens: 128_000, price: { input: 3, output: 15 } }
const parts = { knowledge: 0, system: 0, summary: 0, messages: 0, attachments: 0 }
type Facts = Parameters<typeof contextFill>[1]
const words = (tokens: number, isAtLeast: boolean, known: Facts = facts) => {
  const fill = contextFill({ tokens, isAtLeast, parts }, known)
  return fill === null ? null : fillWords(fill)
}
const stateOf = (tokens: number) => contextFill({ tokens, isAtLeast: false, parts }, facts)?.state

test('shows nothing for a model of unknown size', () => {
  expect(contextFill({ tokens: 10, isAtLeast: false, parts }, undefined)).toBeNull()
  expect(contextFill({ tokens: 10, isAtLeast: false, parts }, { price: facts.price })).toBeNull()
})

test('warns from 80%, and explains the consequence above 100%', () => {
  expect([0, 102_399, 102_400, 128_000, 128_001].map(stateOf)).toEqual([
    'calm',
    'calm',
    'high',
    'high',
    'over',
  ])
  const fill = contextFill({ tokens: 140_049, isAtLeast: false, parts }, facts)
  expect(fill === null ? null : fillWarning(fill, 'Large')).toContain(
    'too long for Large: about 140,000 tokens, but the limit is 128,000',
  )
  const calm = contextFill({ tokens: 1, isAtLeast: false, parts }, facts)
  expect(calm === null ? '' : fillWarning(calm, 'Large')).toBeNull()
})

test('marks an estimate as such, with the cost if the price is known', () => {
  expect(words(12_345, false)).toBe('About 12,300 of 128,000 tokens used; sending costs about $0.037')
  expect(words(42, true, { contextTokens: 8_192 })).toBe('At least 42 of 8,192 tokens used')
})
