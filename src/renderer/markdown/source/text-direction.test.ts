import { expect, test } from 'vitest'

import { textDirection } from './text-direction'

test('a block runs as its first letter does, past the signs of Markdown', () => {
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

test('a long text costs no more than its beginning', () => {
  expect(textDirection(`${'1 '.repeat(10_000)}שלום`)).toBeUndefined()
})
