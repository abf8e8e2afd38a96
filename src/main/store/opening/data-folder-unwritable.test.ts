import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { lockDataFolder } from './data-folder-lock'
import { temporaryFolder } from '../../base/testing/temporary-folder'

test('names a data folder that cannot be created, with the reason and a remedy', () => {
  const parent = join(temporaryFolder(), 'a file')
  writeFileSync(parent, '')
  const folder = join(parent, 'data')
  expect(() => lockDataFolder(folder)).toThrow(
    expect.objectContaining({
      code: 'INTERNAL',
      message: `Parley cannot write to the data folder ${folder} (ENOTDIR). Check its permissions, or choose another one with --user-data.`,
      data: { reason: 'data-folder', folder, detail: 'ENOTDIR' },
    }),
  )
})

test('quotes the system’s error for a data folder that cannot be locked, not an internal one', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'lock.db'))
  expect(() => lockDataFolder(folder)).toThrow(
    expect.objectContaining({
      code: 'INTERNAL',
      message: expect.stringContaining(`the data folder ${folder} (SQLITE_CANTOPEN`) as string,
      data: {
        reason: 'data-folder',
        folder,
        detail: expect.stringMatching(/^SQLITE_CANTOPEN/) as string,
      },
    }),
  )
})
