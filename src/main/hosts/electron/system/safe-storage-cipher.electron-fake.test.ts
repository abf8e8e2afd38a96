import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createManualClock, type ManualClock } from '../../../base/testing/manual-clock'
import { createElectronCipher } from './safe-storage-cipher'
import { createKeyFileCipher } from '../../key-file'
import { FakeKeyStore } from '../testing/fake-key-store'

let dataFolder: string
let problems: string[]

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'parley-secrets-'))
  problems = []
})

afterEach(() => {
  rmSync(dataFolder, { recursive: true, force: true })
})

function onProblem(error: unknown): void {
  problems.push(String(error))
}

function keyStore(state: FakeKeyStore['state'], key?: string): FakeKeyStore {
  return Object.assign(new FakeKeyStore(), { state, ...(key === undefined ? {} : { key }) })
}

function cipher(
  safeStorage: FakeKeyStore,
  { system = 'linux', clock = createManualClock() }: { system?: NodeJS.Platform; clock?: ManualClock } = {},
) {
  const givenUp = new Promise<never>(() => {})
  return createElectronCipher(safeStorage, { dataFolder, system, clock, givenUp, onProblem })
}

/** All files in the data folder with their content. */
function files() {
  return Object.fromEntries(
    readdirSync(dataFolder).map((name) => [name, readFileSync(join(dataFolder, name), 'latin1')]),
  )
}

it('encrypts with a key that only the key store can open, across starts', async () => {
  const sealed = (await cipher(keyStore('open'))).encrypt('sk-secret')
  const later = await cipher(keyStore('open'))
  expect(later.decrypt(sealed)).toBe('sk-secret')
  expect(later).toMatchObject({ guarantee: 'key-store', hasLockedKeys: false })
  expect(Object.keys(files())).toEqual(['secrets.key.sealed'])
})

it('writes nothing at startup, so that a full disk leaves no incomplete key', async () => {
  await cipher(keyStore('open'))
  expect(files()).toEqual({})
})

describe('a sealed key that cannot be opened', () => {
  const states = [
    ['because the keyring is locked', () => keyStore('locked')],
    ['because there is no keyring', () => keyStore('fixed')],
    ['because safeStorage is not available', () => keyStore('absent')],
    ['because the keyring belongs to another account', () => keyStore('open', 'key-of-another-account')],
  ] as const

  it.each(states)('is kept %s, and opens at a later start', async (_name, unable) => {
    const before = (await cipher(keyStore('open'))).encrypt('sk-before')
    const sealedBefore = files()
    const during = await cipher(unable())
    expect(() => during.decrypt(before)).toThrow('keyring may be locked')
    expect(during.hasLockedKeys).toBe(true)
    const meanwhile = during.encrypt('sk-meanwhile')
    expect(during.decrypt(meanwhile)).toBe('sk-meanwhile')
    expect(files()).toMatchObject(sealedBefore)
    // A value stored in the meantime is not lost either, at the next start in the same state and afterwards.
    expect((await cipher(unable())).decrypt(meanwhile)).toBe('sk-meanwhile')
    const after = await cipher(keyStore('open'))
    expect(after.decrypt(before)).toBe('sk-before')
    expect(after.decrypt(after.encrypt('sk-after'))).toBe('sk-after')
    expect(files()).toMatchObject(sealedBefore)
  })

  it.each(['', 'v11:key-of-this-account:c2hvcnQ=', '\0'.repeat(4_000)])(
    'that is invalid (%j) does not prevent the start, which uses another key',
    async (content) => {
      writeFileSync(join(dataFolder, 'secrets.key.sealed'), content)
      const made = await cipher(keyStore('open'))
      expect(made.decrypt(made.encrypt('sk'))).toBe('sk')
      expect(files()['secrets.key.sealed']).toBe(content)
      expect(problems).toHaveLength(1)
    },
  )
})

it.each(['locked', 'absent', 'fixed'] as const)(
  'starts with a key store that is %s, and reports that the new key is in a file',
  async (state) => {
    const made = await cipher(keyStore(state))
    expect(made.guarantee).toBe('key-file')
    expect(made.decrypt(made.encrypt('sk'))).toBe('sk')
  },
)

it('does not wait for a key store that never answers, and uses what it opens late', async () => {
  const before = (await cipher(keyStore('open'))).encrypt('sk-before')
  const clock = createManualClock()
  const silent = keyStore('silent')
  const starting = cipher(silent, { clock })
  await expect.poll(() => clock.pendingTimers).toBeGreaterThan(0)
  await Promise.resolve()
  clock.advance(30_000)
  const made = await starting
  expect(made.guarantee).toBe('key-file')
  expect(() => made.decrypt(before)).toThrow()
  silent.unlock()
  await expect.poll(() => attempt(() => made.decrypt(before))).toBe('sk-before')
})

function attempt<Value>(action: () => Value): Value | null {
  try {
    return action()
  } catch {
    return null
  }
}

describe("Chromium's fixed key", () => {
  it("does not count as a key store, whatever the backend's name; the same mark does on other systems", async () => {
    for (const backend of ['gnome_libsecret', 'kwallet6', 'basic_text', 'unknown']) {
      const made = await cipher(Object.assign(keyStore('fixed'), { backend }))
      expect(made.guarantee).toBe('key-file')
    }
    expect((await cipher(keyStore('fixed'), { system: 'darwin' })).guarantee).toBe('key-store')
    expect((await cipher(keyStore('fixed'), { system: 'win32' })).guarantee).toBe('key-store')
  })

  it('is replaced by the seal of a key store that is now available', async () => {
    const weak = (await cipher(keyStore('fixed'), { system: 'win32' })).encrypt('sk-weak')
    expect(files()['secrets.key.sealed']).toMatch(/^v10/)
    const made = await cipher(keyStore('open'))
    expect(made.decrypt(weak)).toBe('sk-weak')
    expect(files()['secrets.key.sealed']).toMatch(/^v11/)
  })
})

it('reads what was stored with the key file before there was a key store, or by the web host', async () => {
  const stored = createKeyFileCipher(dataFolder).encrypt('sk-file')
  const made = await cipher(keyStore('open'))
  expect(made.decrypt(stored)).toBe('sk-file')
  expect(made.guarantee).toBe('key-store')
  expect([stored, made.encrypt('sk')].map((secret) => made.isOutdated?.(secret))).toEqual([true, false])
})

it('starts with a key store even if the key file beside it is damaged', async () => {
  writeFileSync(join(dataFolder, 'secrets.key'), '')
  const made = await cipher(keyStore('open'))
  expect(made.decrypt(made.encrypt('sk'))).toBe('sk')
  expect(problems).toHaveLength(1)
})
