import { expect, test } from 'vitest'

import { decodeEntities } from './entities'

test('a reference that is named like what every object has stays as it was written', () => {
  const text = Object.getOwnPropertyNames(Object.prototype)
    .map((name) => `&${name};`)
    .join('')
  expect(decodeEntities(`${text}&amp;`)).toBe(`${text}&`)
})
