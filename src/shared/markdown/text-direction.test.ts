import { expect, test } from 'vitest'

import { textDirection } from './text-direction'

test('a block has the direction of its first letter, ignoring Markdown marks', () => {
  const cases: [string, 'ltr' | 'rtl' | undefined][] = [
    ['Hello', 'ltr'],
    ['שלום', 'rtl'],
    ['**السلام** hello', 'rtl'],
    ['## 1. مقدمة', 'rtl'],
    ['- [x] שלום', 'rtl'],
    ['`npm` الأمر', 'rtl'],
    ['$x^2$ هو', 'rtl'],
    ['[שלום](https://example.com)', 'rtl'],
    ['English then שלום', 'ltr'],
    ['日本語', 'ltr'],
    ['123 — 456', undefined],
    ['', undefined],
  ]
  for (const [text, direction] of cases) expect(textDirection(text), text).toBe(direction)
})

test('examines only the start of a long text', () => {
  expect(textDirection(`${'1 '.repeat(10_000)}שלום`)).toBeUndefined()
})
