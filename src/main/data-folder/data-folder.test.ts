import { expect, test } from 'vitest'

import { dataFolderError, unwritableFolderError } from './data-folder'

test.each([
  ['ENOSPC', 'STORE_FULL', 'data-folder', 'The disk with the data folder /data is full.'],
  ['EROFS', 'INTERNAL', 'data-folder-read-only', 'The data folder /data is on a read-only disk.'],
  [
    'EACCES',
    'INTERNAL',
    'data-folder-forbidden',
    'You do not have permission to write to the data folder /data.',
  ],
])('explains %s for the data folder in a sentence', (systemCode, code, reason, what) => {
  const error = dataFolderError('/data', refused(systemCode))
  expect(error).toMatchObject({
    code,
    message: expect.stringContaining(what),
    data: { reason, folder: '/data' },
  })
  expect(error.message).not.toContain(systemCode)
})

test.each([
  [refused('EIO'), 'EIO'],
  [new Error('odd'), 'Error: odd'],
])('quotes any other system error for the data folder: %s', (cause, detail) => {
  expect(unwritableFolderError('/data', cause)).toMatchObject({
    code: 'INTERNAL',
    message: expect.stringContaining(`Parley cannot write to the data folder /data (${detail}).`),
    data: { reason: 'data-folder', folder: '/data' },
  })
})

function refused(code: string): Error {
  return Object.assign(new Error('refused'), { code })
}
