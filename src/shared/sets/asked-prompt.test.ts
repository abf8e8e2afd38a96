import { expect, test } from 'vitest'

import { askedKey, askedPrompt } from './asked-prompt'

test('prompts that begin alike, or differ only in the system prompt, are not taken for one another', () => {
  const beginning = 'Translate the following text. '.repeat(20)
  const prompt = { text: `${beginning}{{text}}`, systemPrompt: null, values: { text: 'One' } }
  const other = { ...prompt, values: { text: 'Two' } }
  const keys = [prompt, other, { ...prompt, systemPrompt: 'Be brief.' }].map((each) =>
    askedKey(askedPrompt(each)),
  )
  expect(new Set(keys).size).toBe(3)
  expect(askedKey({ text: `${beginning}One`, systemPrompt: null })).toBe(keys[0])
})
