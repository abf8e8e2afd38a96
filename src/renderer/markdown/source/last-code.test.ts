import { expect, test } from 'vitest'

import { lastCode } from './last-code'

test.each([
  ['the last of several', '```js\none\n```\n\ntext\n\n```\ntwo\n```\n\nEnd.', 'two'],
  ['one in a list', '```\none\n```\n\n1. Run:\n\n   ```sh\n   two\n   ```\n', 'two'],
  ['one in a quote', '> ```\n> one\n> ```\n', 'one'],
  ['one that is still open', 'So:\n\n```py\none\n\ntwo', 'one\n\ntwo'],
  ['none', 'Only `words`.', null],
])('finds %s', (_, markdown, code) => {
  expect(lastCode(markdown)).toBe(code)
})
