import { expect, test } from 'vitest'

import { fillPrompt, promptPieces, promptVariables } from './prompt-text'

test('finds each variable once, in order, and nothing else in braces', () => {
  expect(
    promptVariables('{{ tone }} for {{Zielgruppe}}, {{tone}}; {single} {{}} {{1st}} {{a{b}} \\{{not}}'),
  ).toEqual(['tone', 'Zielgruppe'])
  expect(promptVariables('{{two\nlines}}')).toEqual([])
})

test('inserts a value verbatim, even if it looks like a variable or a pattern', () => {
  expect(fillPrompt('{{a}} and {{ b }} and {{a}}', { a: '{{b}} $& $1', b: '' })).toBe(
    '{{b}} $& $1 and  and {{b}} $& $1',
  )
})

test('keeps variables without a value, and braces after a backslash', () => {
  expect(fillPrompt('{{toString}} \\{{ item.name }}', {})).toBe('{{toString}} {{ item.name }}')
})

test('the pieces add up to the whole text', () => {
  const text = 'Say {{what}} to \\{{who}}{{x}}.'
  const pieces = promptPieces(text)
  expect(pieces.map(({ text: piece }) => piece).join('')).toBe(text)
  expect(pieces.flatMap(({ variable }) => variable ?? [])).toEqual(['what', 'x'])
})
