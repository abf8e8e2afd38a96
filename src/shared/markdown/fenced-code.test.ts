import { expect, test } from 'vitest'

import { isFenceClosed } from './fenced-code'

test('code is complete only after its own closing fence, not one inside it', () => {
  expect(isFenceClosed('```ts\nconst a')).toBe(false)
  expect(isFenceClosed('```ts\nconst a\n```')).toBe(true)
  expect(isFenceClosed('```ts\nconst a\n```\n\n')).toBe(true)
  expect(isFenceClosed('````md\n```js\n```')).toBe(false)
  expect(isFenceClosed('~~~\n```')).toBe(false)
  expect(isFenceClosed('~~~\n~~~~')).toBe(true)
  expect(isFenceClosed('```')).toBe(false)
  expect(isFenceClosed('    indented')).toBe(true)
})
