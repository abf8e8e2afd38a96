import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { isStoreFailure, storeError } from './store-errors'

const codeOf = (code: string) => {
  const known = storeError(Object.assign(new Error('reported by the system'), { code }))
  return known instanceof ParleyError
    ? [known.code, known.data?.['reason'], isStoreFailure(known)]
    : 'as it was'
}

test('distinguishes a full, failing or damaged store from a caller’s mistake', () => {
  expect(codeOf('SQLITE_FULL')).toEqual(['STORE_FULL', 'full', true])
  expect(codeOf('ENOSPC')).toEqual(['STORE_FULL', 'full', true])
  expect(codeOf('EDQUOT')).toEqual(['STORE_FULL', 'full', true])
  expect(codeOf('SQLITE_IOERR_SHMSIZE')).toEqual(['STORE_FULL', 'full', true])
  expect(codeOf('SQLITE_IOERR_WRITE')).toEqual(['STORE_FULL', 'disk', true])
  expect(codeOf('EIO')).toEqual(['STORE_FULL', 'disk', true])
  expect(codeOf('SQLITE_CORRUPT_VTAB')).toEqual(['STORE_DAMAGED', 'damaged', true])
  expect(codeOf('SQLITE_NOTADB')).toEqual(['STORE_DAMAGED', 'damaged', true])
  expect(codeOf('SQLITE_CANTOPEN_ISDIR')).toEqual(['INTERNAL', 'permission', false])
  expect(codeOf('SQLITE_CONSTRAINT_NOTNULL')).toBe('as it was')
})

test('names a native module that cannot be loaded, without the modules that required it', () => {
  for (const code of ['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']) {
    const thrown = Object.assign(
      new Error('libstdc++.so.6: not found\nRequire stack:\n- /out/main/index.js'),
      { code },
    )
    expect(storeError(thrown)).toMatchObject({
      code: 'INTERNAL',
      message: expect.stringMatching(
        /database module could not be loaded \(libstdc\+\+\.so\.6: not found\)\. /,
      ) as string,
      data: { reason: 'native-module', detail: 'libstdc++.so.6: not found' },
    })
  }
})

test('returns an already converted error unchanged, so that it is reported once', () => {
  const known = storeError(Object.assign(new Error('reported by the system'), { code: 'SQLITE_FULL' }))
  expect(storeError(known)).toBe(known)
})
