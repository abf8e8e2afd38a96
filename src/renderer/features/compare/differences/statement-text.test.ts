import { expect, test } from 'vitest'

import type { BlockKind } from '../../../../shared/differences/differences'
import { statementText, valueInSentence } from './statement-text'

test.each<[BlockKind, string, string]>([
  [
    'paragraph',
    'The tower is **330 m** high, see [the site](https://a.example). ',
    'The tower is 330 m high, see the site (https://a.example).',
  ],
  ['item', 'Take the *stairs*.', 'Take the stairs.'],
  ['table', '| Top | **276 m** |', 'Top · 276 m'],
  ['table', String.raw`a \| b | c`, 'a | b · c'],
])('a statement of a %s is shown without marks: %s', (block, markdown, text) => {
  expect(statementText(block, markdown)).toBe(text)
})

test.each([
  ['It is **', '330 m', '** high.', ['It is ', '330 m', ' high.']],
  ['| Top | ', '**276 m**', ' |', ['Top · ', '276 m', '']],
  ['You *', 'cannot* do', ' it.', ['', 'You cannot do it.', '']],
  ['In **1950**, it had ', '5', ' of 15 gates.', ['In 1950, it had ', '5', ' of 15 gates.']],
])('the words of a conflict are found in their place, without marks: %s%s', (lead, value, rest, parts) => {
  expect(Object.values(valueInSentence(lead + value + rest, value, lead))).toEqual(parts)
})
