import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { WrittenFile } from './written-file'

test('writes everything when the system writes only in parts', () => {
  const file = join(temporaryFolder(), 'out')
  const written = new WrittenFile(file, (descriptor, bytes, offset) =>
    writeSync(descriptor, bytes, offset, Math.min(3, bytes.length - offset)),
  )
  written.write(Buffer.from('several '))
  written.write(Buffer.from('pieces'))
  expect(written.finish()).toBe(14)
  expect(readFileSync(file, 'utf8')).toBe('several pieces')
})

test('reports a full disk as such, and can remove what was written', () => {
  const file = join(temporaryFolder(), 'out')
  const written = new WrittenFile(file, () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  written.write(Buffer.from('a'))
  expect(() => written.finish()).toThrow(expect.objectContaining({ code: 'STORE_FULL' }))
  written.remove()
  expect(existsSync(file)).toBe(false)
})

test('does not overwrite an existing file', () => {
  const file = join(temporaryFolder(), 'out')
  writeFileSync(file, 'somebody’s')
  expect(() => new WrittenFile(file)).toThrow(expect.objectContaining({ code: 'EEXIST' }))
  expect(readFileSync(file, 'utf8')).toBe('somebody’s')
})
