import { expect, test } from 'vitest'

import { IncrementalMarkdown } from './incremental-markdown'

function footnotesOf(source: string) {
  return new IncrementalMarkdown().update(source).footnotes.map(({ label, number, tokens }) => ({
    label,
    number,
    text: tokens.map(({ raw }) => raw.trim()).join(' '),
  }))
}

test('numbers footnotes in order of reference, wherever they are defined', () => {
  expect(footnotesOf('a[^z] b[^Y] a again[^z]\n\n[^y]: second\n[^z]: first')).toEqual([
    { label: 'z', number: 1, text: 'first' },
    { label: 'y', number: 2, text: 'second' },
  ])
})

test('counts references in tables, lists, quotes and headings', () => {
  const source = '# h[^1]\n\n- i[^2]\n\n> q[^3]\n\n| a[^4] |\n|---|\n| b[^5] |\n\n'
  const notes = [5, 4, 3, 2, 1].map((name) => `[^${name}]: note ${name}`).join('\n')
  expect(footnotesOf(source + notes).map(({ text }) => text)).toEqual(
    [1, 2, 3, 4, 5].map((name) => `note ${name}`),
  )
})

test('keeps an unreferenced footnote and the first of two with the same name', () => {
  expect(footnotesOf('a[^1]\n\n[^lone]: never referred to\n\n[^1]: one\n\n[^1]: again')).toEqual([
    { label: '1', number: 1, text: 'one' },
    { label: 'lone', number: 2, text: 'never referred to' },
  ])
})

test('shows a reference without a footnote as text', () => {
  expect(footnotesOf('a character class [^abc] and [^1]')).toEqual([])
})

test('accepts names of Object.prototype members', () => {
  expect(footnotesOf('a[^__proto__] b[^constructor]\n\n[^__proto__]: p\n[^constructor]: c')).toEqual([
    { label: '__proto__', number: 1, text: 'p' },
    { label: 'constructor', number: 2, text: 'c' },
  ])
})

test('footnotes keep their identity while the text grows, so that references do not re-render', () => {
  const markdown = new IncrementalMarkdown()
  const source = 'a[^1]\n\n[^1]: one\n\nnext\n\nand next\n\n'
  const { footnotes } = markdown.update(source)
  expect(footnotes).toHaveLength(1)
  expect(markdown.update(`${source}more`).footnotes).toBe(footnotes)
  expect(markdown.update(`${source}more[^2]\n\n[^2]: two\n\n`).footnotes).not.toBe(footnotes)
})
