import { expect, test } from 'vitest'

import { decodeEntities } from './entities'

test('an entity named like a member of Object.prototype stays as written', () => {
  const text = Object.getOwnPropertyNames(Object.prototype)
    .map((name) => `&${name};`)
    .join('')
  expect(decodeEntities(`${text}&amp;`)).toBe(`${text}&`)
})
