import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createElectronCipher } from './electron-secrets'
import { FakeElectron } from './testing/fake-electron'

let dataFolder: string

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'parley-secrets-'))
})

afterEach(() => {
  rmSync(dataFolder, { recursive: true, force: true })
})

function cipher(electron: FakeElectron, system: NodeJS.Platform = 'linux') {
  return createElectronCipher(electron.modules.safeStorage, { dataFolder, system })
}

it('encrypts under a key that only the key store can open, across starts', async () => {
  const sealed = (await cipher(new FakeElectron())).encrypt('sk-secret')
  const later = await cipher(new FakeElectron())
  expect(later.decrypt(sealed)).toBe('sk-secret')
  expect(later.guarantee).toBe('key-store')
  expect(existsSync(join(dataFolder, 'secrets.key'))).toBe(false)
})

it('starts with a new key when the key store was reset, and keeps the old one', async () => {
  const before = (await cipher(new FakeElectron())).encrypt('sk-secret')
  const sealedBefore = readFileSync(join(dataFolder, 'secrets.key.sealed'))
  const reset = new FakeElectron()
  reset.keyStore = 'key-of-another-account'
  const after = await cipher(reset)
  expect(() => after.decrypt(before)).toThrow()
  expect((await cipher(reset)).decrypt(after.encrypt('new'))).toBe('new')
  expect(readFileSync(join(dataFolder, 'secrets.key.sealed.unreadable')).equals(sealedBefore)).toBe(true)
})

it('falls back to a key file where there is no key store, and says so', async () => {
  const none = new FakeElectron()
  none.keyStore = null
  const plain = new FakeElectron()
  plain.keyStoreName = 'basic_text'
  for (const electron of [none, plain]) {
    expect((await cipher(electron)).guarantee).toBe('key-file')
  }
  expect((await cipher(plain, 'darwin')).guarantee).toBe('key-store')
})
