import { renameSync } from 'node:fs'
import { join } from 'node:path'

import { createAesCipher, newAesKey } from './aes-cipher'
import type { HostSafeStorage } from './electron-modules'
import { createKeyFileCipher, readOrCreateKeyFile } from './key-file'
import type { SecretCipher } from './platform'

/**
 * Encrypts under a key that the system's key store seals. Where there is none (Linux without a keyring) it falls
 * back to a plain key file, and its guarantee says so. A sealed key that cannot be opened any more is set aside;
 * what was encrypted under it then fails to decrypt.
 */
export async function createElectronCipher(
  safeStorage: HostSafeStorage,
  options: { dataFolder: string; system: NodeJS.Platform },
): Promise<SecretCipher> {
  const { dataFolder, system } = options
  const hasKeyStore =
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    !(system === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text')
  if (!hasKeyStore) return createKeyFileCipher(dataFolder)
  return {
    guarantee: 'key-store',
    ...createAesCipher(await openSealedKey(safeStorage, join(dataFolder, 'secrets.key.sealed'))),
  }
}

async function openSealedKey(safeStorage: HostSafeStorage, path: string): Promise<Buffer> {
  const fresh = newAesKey()
  const sealed = await safeStorage.encryptStringAsync(fresh.toString('base64'))
  const stored = readOrCreateKeyFile(path, () => sealed)
  if (stored.equals(sealed)) return fresh
  try {
    const { result } = await safeStorage.decryptStringAsync(stored)
    const key = Buffer.from(result, 'base64')
    if (key.length === fresh.length) return key
  } catch {
    // Of another account or machine, or the key store was reset. It is kept, in case that is undone.
  }
  renameSync(path, `${path}.unreadable`)
  readOrCreateKeyFile(path, () => sealed)
  return fresh
}
