import { expect, test } from 'vitest'

import { contextText, factsSentence, priceText } from './model-facts'

test.each([
  [512, '512'],
  [8_192, '8k'],
  [128_000, '128k'],
  [131_072, '128k'],
  [1_000_000, '1M'],
  [1_048_576, '1.05M'],
])('abbreviates a context of %i tokens as usual', (tokens, text) => {
  expect(contextText(tokens)).toBe(text)
})

test.each([
  [{ input: 2.5, output: 10 }, '$2.50 / $10'],
  [{ input: 0.075, output: 0.3 }, '$0.075 / $0.30'],
  [{ input: 0, output: 0 }, 'free'],
])('formats a price briefly, with cents only if there are any', (price, text) => {
  expect(priceText(price)).toBe(text)
})

test('omits unknown facts', () => {
  const named = {
    id: 'a/b',
    providerId: 'a',
    providerName: 'A',
    name: 'b',
    isScripted: false,
    isLocal: false,
  }
  expect(factsSentence(named)).toBe('a/b')
  expect(
    factsSentence({ ...named, facts: { price: { input: 1, output: 2 }, takesImages: true, reasons: false } }),
  ).toBe('a/b · $1 per million input tokens, $2 per million output tokens · images')
})
