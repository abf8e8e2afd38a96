import { expect, test } from 'vitest'

import { fillPrompt, promptPieces, promptVariables } from './prompt-text'

test('variables are found once each, in their order, and nothing else that has braces', () => {
  expect(
    promptVariables('{{ tone }} for {{Zielgruppe}}, {{tone}}; {single} {{}} {{1st}} {{a{b}} \\{{not}}'),
  ).toEqual(['tone', 'Zielgruppe'])
  expect(promptVariables('{{two\nlines}}')).toEqual([])
})

test('a value is put in as it is, also where it looks like a variable or a pattern', () => {
  expect(fillPrompt('{{a}} and {{ b }} and {{a}}', { a: '{{b}} $& $1', b: '' })).toBe(
    '{{b}} $& $1 and  and {{b}} $& $1',
  )
})

test('what has no value stays as it was written, and a backslash keeps the braces of other languages', () => {
  expect(fillPrompt('{{toString}} \\{{ item.name }}', {})).toBe('{{toString}} {{ item.name }}')
})

test('the pieces of a text are the whole text', () => {
  const text = 'Say {{what}} to \\{{who}}{{x}}.'
  const pieces = promptPieces(text)
  expect(pieces.map(({ text: piece }) => piece).join('')).toBe(text)
  expect(pieces.flatMap(({ variable }) => variable ?? [])).toEqual(['what', 'x'])
})
