import { expect, it } from 'vitest'

import { isModelRef } from './models'

it.each([
  ['lmstudio/Qwen 3 (4 bit)', true],
  ['openrouter/meta/llama 4', true],
  ['a/constructor', true],
  ['a/', false],
  ['/a', false],
  ['a b/c', false],
  ['a/ b', false],
  ['a/b ', false],
  ['a/b\nc', false],
  ['a/b\u2028c', false],
  [`a/${'b'.repeat(600)}`, false],
])('accepts %j as a model name: %j', (ref, expected) => {
  expect(isModelRef(ref)).toBe(expected)
})
