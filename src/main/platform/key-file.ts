import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { makeDataFolder } from '../base/data-folder'
import { createAesCipher, newAesKey } from './aes-cipher'
import type { SecretCipher } from './platform'

/** The plain key file of a data folder. */
export const keyFileName = 'secrets.key'

/** Reads the bytes that `path` holds; the first time it writes those that `make` gives, readable by the owner only. */
export function readOrCreateKeyFile(path: string, make: () => Buffer): Buffer {
  try {
    writeFileSync(path, make(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    chmodSync(path, 0o600)
  }
  return readFileSync(path)
}

/** Encrypts with a key that lies in the data folder, for where the system offers no safer place. */
export function createKeyFileCipher(dataFolder: string): SecretCipher {
  makeDataFolder(dataFolder)
  return {
    guarantee: 'key-file',
    ...createAesCipher(readOrCreateKeyFile(join(dataFolder, keyFileName), newAesKey)),
  }
}
