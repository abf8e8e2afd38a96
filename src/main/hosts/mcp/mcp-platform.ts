import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createAesCipher } from '../aes-cipher'
import type { Platform, SecretCipher } from '../../platform/platform'

/**
 * The platform of the MCP server: it cannot ask anyone, and writes nothing because the data folder belongs to another
 * Parley. `isUnlimitedAllowed` is the user's choice when the server was set up.
 */
export function createMcpPlatform(options: {
  version: string
  dataFolder: string
  isUnlimitedAllowed: boolean
  quit: () => void
}): Platform {
  return {
    host: 'web',
    version: options.version,
    dataFolder: options.dataFolder,
    isReader: true,
    secrets: readableCipher(options.dataFolder),
    openLink: () => Promise.resolve(false),
    confirm: (question) => Promise.resolve(question.kind === 'unlimited-agent' && options.isUnlimitedAllowed),
    quit: options.quit,
    restart: () => false,
  }
}

/** Reads keys from the environment; keys that the app sealed with the system's key store cannot be read here. */
function readableCipher(dataFolder: string): SecretCipher {
  return {
    guarantee: 'key-file',
    encrypt() {
      throw new Error('the MCP server does not store keys')
    },
    decrypt: (cipher) => createAesCipher(readFileSync(join(dataFolder, 'secrets.key'))).decrypt(cipher),
  }
}
