import { expect, test } from 'vitest'

import { ZipArchive } from './zip-archive'

test('refuses an entry beyond the ZIP limit instead of losing entries', () => {
  const zip = new ZipArchive({ write: () => {} })
  const add = () => zip.entry('same', 0, { isPacked: true }).end()
  for (let count = 0; count < 65_534; count += 1) add()
  expect(add).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', data: { reason: 'zip-too-large' } }))
})
