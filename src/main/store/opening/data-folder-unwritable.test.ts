import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { lockDataFolder } from './data-folder-lock'
import { temporaryFolder } from '../../base/testing/temporary-folder'

test('a data folder that cannot be made is named, with why and what to do', () => {
  const parent = join(temporaryFolder(), 'a file')
  writeFileSync(parent, '')
  const folder = join(parent, 'data')
  expect(() => lockDataFolder(folder)).toThrow(
    expect.objectContaining({
      code: 'INTERNAL',
      message: `The data folder ${folder} cannot be written (ENOTDIR). Check that it may be, or start Parley with another one: --user-data.`,
      data: { folder },
    }),
  )
})

test('a data folder in which nothing can be locked says what the system said, not how Parley calls it', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'lock.db'))
  expect(() => lockDataFolder(folder)).toThrow(
    expect.objectContaining({
      code: 'INTERNAL',
      message: expect.stringContaining(`${folder} cannot be written (SQLITE_CANTOPEN`),
      data: { folder },
    }),
  )
})
