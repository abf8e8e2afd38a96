import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { SecretCipher } from '../platform/platform'
import { createAesCipher } from './aes-cipher'
import { keyFileName } from './key-file'

/**
 * For hosts without a window: reads stored keys and stores none. Keys that the app sealed with the system's key store
 * cannot be read here.
 */
export function readableCipher(dataFolder: string): SecretCipher {
  return {
    guarantee: 'key-file',
    encrypt() {
      throw new Error('this host does not store keys')
    },
    decrypt: (cipher) => createAesCipher(readFileSync(join(dataFolder, keyFileName))).decrypt(cipher),
  }
}
