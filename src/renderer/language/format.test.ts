import { expect, test } from 'vitest'

import { typedNumber } from './format'

test('a thousand with a grouping mark is not read as one, and either decimal mark is understood', () => {
  const english = ['1,000', '1,000.5', '12,345,678', '0,5', '0.5', '1.000', '.5', '5.', '-2', '0,125']
  expect(english.map((text) => typedNumber(text, '.'))).toEqual([
    1_000, 1_000.5, 12_345_678, 0.5, 0.5, 1, 0.5, 5, -2, 0.125,
  ])
  const german = ['1.000', '1.000,5', '12.345.678', '0,5', '0.5', '1,000']
  expect(german.map((text) => typedNumber(text, ','))).toEqual([1_000, 1_000.5, 12_345_678, 0.5, 0.5, 1])
})

test('rejects what is not a number', () => {
  const texts = ['', ' ', 'x', '1,00,000', '1.000,5', '1e3', 'Infinity', '0x10', '--1', '.']
  expect(texts.map((text) => typedNumber(text, '.')).filter((value) => !Number.isNaN(value))).toEqual([])
})
