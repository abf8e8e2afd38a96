import { expect, test } from 'vitest'

import { dataFolderError } from './data-folder'

test.each([
  ['ENOSPC', 'STORE_FULL', 'The disk with the data folder /data is full.'],
  ['EROFS', 'INTERNAL', 'The data folder /data cannot be written: its disk is read-only.'],
  ['EACCES', 'INTERNAL', 'The data folder /data cannot be written: you have no permission to write there.'],
])('what %s means for the data folder is said in a sentence', (systemCode, code, message) => {
  const error = dataFolderError('/data', Object.assign(new Error('refused'), { code: systemCode }))
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
  expect(error.message).not.toContain(systemCode)
})
