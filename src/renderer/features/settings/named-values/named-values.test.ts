import { expect, test } from 'vitest'

import { isVariableName } from './named-values'

test.each([
  ['HTTP_PROXY', true],
  [' _x1 ', true],
  ['1x', false],
  ['A-B', false],
  ['', false],
])('detects a name that main would refuse: %j', (name, isOne) => {
  expect(isVariableName(name)).toBe(isOne)
})
