import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createAesCipher } from '../aes-cipher'
import type { Platform, SecretCipher } from '../../platform/platform'

/**
 * The platform of the MCP server: nobody is there to be asked, and the data folder belongs to another Parley, so that
 * nothing is written for it. `isUnlimitedAllowed` is what the user said when the server was set up.
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

/** Keys that the app sealed with the system's key store cannot be read from here; those of the environment can. */
function readableCipher(dataFolder: string): SecretCipher {
  return {
    guarantee: 'key-file',
    encrypt() {
      throw new Error('the MCP server does not store keys')
    },
    decrypt: (cipher) => createAesCipher(readFileSync(join(dataFolder, 'secrets.key'))).decrypt(cipher),
  }
}
