import { expect, test } from 'vitest'

import { lastThought } from './answer-parts'

test('returns the last complete sentence and changes only with the next one', () => {
  expect(lastThought('')).toBe('')
  expect(lastThought('I am only beginn')).toBe('')
  expect(lastThought('First this. Then th')).toBe('First this.')
  expect(lastThought('First this. Then that! And n')).toBe('Then that!')
  expect(lastThought('**Weighing it**\n\nThe fi')).toBe('Weighing it')
  expect(lastThought('まず調べる。次に')).toBe('まず調べる。')
  expect(lastThought(`${'word '.repeat(200)}end. Next sentence. And th`)).toBe('Next sentence.')
})
