import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../../../base/clock'
import { timedOut, withDeadline } from '../../../base/deadline'
import { createAesCipher, newAesKey } from '../../aes-cipher'
import type { HostSafeStorage } from './electron-modules'
import { createKeyFileCipher, keyFileName, readOrCreateKeyFile } from '../../key-file'
import type { SecretCipher } from '../../../platform/platform'

/** The longest wait at start-up for the key store, which may be waiting for the user's password. */
const answerMs = 30_000
/** The first key; later ones have a number, as in `secrets.key.sealed.2`. */
const sealedName = 'secrets.key.sealed'
const sealedNames = /^secrets\.key\.sealed(?:\.\d+)?$/
/**
 * Chromium's mark for data that it encrypted on Linux, for lack of a keyring, with a fixed key from its source.
 * @see https://source.chromium.org/chromium/chromium/src/+/main:components/os_crypt/async/browser/posix_key_provider.cc
 */
const fixedKeyMark = 'v10'

export interface ElectronCipherOptions {
  dataFolder: string
  system: NodeJS.Platform
  clock: Clock
  /** Resolves when the user no longer wants to wait for the key store. */
  givenUp: Promise<typeof timedOut>
  /** Reports a refusal of the key store, which affects only the keys concerned. */
  onProblem: (error: unknown) => void
}

type Decrypt = SecretCipher['decrypt']

/**
 * Encrypts with a key that is sealed by the system's key store. If there is none (Linux without a keyring), or it does
 * not answer, the key is in a plain key file, and the guarantee says so. A sealed key that cannot be opened is kept for
 * the next start, and never renewed or replaced. Never rejects because of the key store. `hasLockedKeys` says that the
 * newest key was not opened.
 */
export async function createElectronCipher(
  safeStorage: HostSafeStorage,
  options: ElectronCipherOptions,
): Promise<SecretCipher & { hasLockedKeys: boolean }> {
  const { dataFolder, system } = options
  const isWeak = (sealed: Buffer) => system === 'linux' && sealed.toString('latin1', 0, 3) === fixedKeyMark
  const fresh = newAesKey()
  const ciphers: { decrypt: Decrypt }[] = []
  const onLate = (key: Buffer) => ciphers.push(createAesCipher(key))
  const [sealedFresh, ...opened] = await Promise.all([
    seal(safeStorage, fresh, options),
    ...sealedPaths(dataFolder).map((path) => openSealed(safeStorage, path, options, onLate)),
  ])
  const hasKeyStore = sealedFresh !== null && !isWeak(sealedFresh)
  let newest: SecretCipher | null = null
  for (const found of opened) {
    if (found === null) continue
    const cipher = { guarantee: 'key-store' as const, ...createAesCipher(found.key) }
    ciphers.unshift(cipher)
    if (!hasKeyStore) continue
    if (!isWeak(found.sealed) || (await reseal(safeStorage, found, options))) newest = cipher
  }
  const hasLockedKeys = opened.at(-1) === null
  const decrypt: Decrypt = (secret) => decryptWithAny(ciphers, secret)
  if (!hasKeyStore) {
    const keyFile = createKeyFileCipher(dataFolder)
    ciphers.push(keyFile)
    return {
      guarantee: 'key-file',
      hasLockedKeys,
      encrypt: (plain) => keyFile.encrypt(plain),
      decrypt,
      problem: keyFile.problem,
    }
  }
  const keyFile = formerKeyFile(options)
  if (keyFile !== null) ciphers.push(keyFile)
  const writing = newest ?? cipherWithFreshKey(dataFolder, { fresh, sealedFresh, ciphers })
  return {
    guarantee: 'key-store',
    hasLockedKeys,
    encrypt: (plain) => writing.encrypt(plain),
    decrypt,
    isOutdated: (secret) => keyFile !== null && canDecrypt(keyFile, secret),
  }
}

/** The key is stored with the first secret, before that secret: startup writes nothing. */
function cipherWithFreshKey(
  dataFolder: string,
  { fresh, sealedFresh, ciphers }: { fresh: Buffer; sealedFresh: Buffer; ciphers: { decrypt: Decrypt }[] },
): Pick<SecretCipher, 'encrypt'> {
  const cipher = createAesCipher(fresh)
  let isStored = false
  return {
    encrypt(plain) {
      if (!isStored) {
        const stored = readOrCreateKeyFile(freePath(dataFolder), () => sealedFresh)
        if (!stored.equals(sealedFresh)) throw new Error('another process has just stored its own key')
        ciphers.unshift(cipher)
        isStored = true
      }
      return cipher.encrypt(plain)
    },
  }
}

/** Null when the key store cannot encrypt now. */
async function seal(
  safeStorage: HostSafeStorage,
  key: Buffer,
  options: ElectronCipherOptions,
): Promise<Buffer | null> {
  try {
    if (!(await answerOf(safeStorage.isAsyncEncryptionAvailable(), options))) return null
    if (options.system === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return null
    return await answerOf(safeStorage.encryptStringAsync(key.toString('base64')), options)
  } catch (error) {
    options.onProblem(error)
    return null
  }
}

interface OpenedKey {
  path: string
  sealed: Buffer
  key: Buffer
}

/** Null when it cannot be opened now: the keyring is locked, or the key was sealed on another machine. */
async function openSealed(
  safeStorage: HostSafeStorage,
  path: string,
  options: ElectronCipherOptions,
  onLate: (key: Buffer) => void,
): Promise<OpenedKey | null> {
  let isLate = false
  try {
    const sealed = readFileSync(path)
    const opening = safeStorage.decryptStringAsync(sealed).then(({ result }) => {
      const key = Buffer.from(result, 'base64')
      // Throws when it is not a valid key.
      createAesCipher(key)
      if (isLate) onLate(key)
      return { path, sealed, key }
    })
    return await answerOf(opening, options)
  } catch (error) {
    isLate = true
    options.onProblem(error)
    return null
  }
}

/** Seals a key that anyone could open with the key store that is now available. */
async function reseal(
  safeStorage: HostSafeStorage,
  { path, key }: OpenedKey,
  options: ElectronCipherOptions,
): Promise<boolean> {
  const sealed = await seal(safeStorage, key, options)
  if (sealed === null) return false
  try {
    writeFileSync(`${path}.new`, sealed, { mode: 0o600, flush: true })
    renameSync(`${path}.new`, path)
    return true
  } catch (error) {
    options.onProblem(error)
    return false
  }
}

/** Oldest first. */
function sealedPaths(dataFolder: string): string[] {
  if (!existsSync(dataFolder)) return []
  const numbered = new Intl.Collator('en', { numeric: true })
  const names = readdirSync(dataFolder).filter((name) => sealedNames.test(name))
  return names.toSorted((one, other) => numbered.compare(one, other)).map((name) => join(dataFolder, name))
}

function freePath(dataFolder: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(dataFolder, number === 1 ? sealedName : `${sealedName}.${number}`)
    if (!existsSync(path)) return path
  }
}

/** The cipher for secrets that were written without a key store, or by the web host. */
function formerKeyFile({ dataFolder, onProblem }: ElectronCipherOptions): SecretCipher | null {
  if (!existsSync(join(dataFolder, keyFileName))) return null
  try {
    const cipher = createKeyFileCipher(dataFolder)
    if (cipher.problem !== undefined) onProblem(cipher.problem)
    return cipher
  } catch (error) {
    onProblem(error)
    return null
  }
}

function canDecrypt(cipher: { decrypt: Decrypt }, secret: Buffer): boolean {
  try {
    cipher.decrypt(secret)
    return true
  } catch {
    // Encrypted with another key.
    return false
  }
}

function decryptWithAny(ciphers: readonly { decrypt: Decrypt }[], secret: Buffer): string {
  for (const cipher of ciphers) {
    try {
      return cipher.decrypt(secret)
    } catch {
      // The authentication tag shows that it was another key.
    }
  }
  throw new Error('none of the available keys can decrypt it; the keyring may be locked')
}

/** @throws Error when the key store has not answered in time, or before the user gave up */
async function answerOf<Value>(
  asked: Promise<Value>,
  { clock, givenUp }: ElectronCipherOptions,
): Promise<Value> {
  const answer = await withDeadline(Promise.race([asked, givenUp]), { clock, limitMs: answerMs })
  if (answer === timedOut) throw new Error('the key store is not responding')
  return answer
}
