import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The two directions of a `SecretCipher`. */
interface AesCipher {
  encrypt(plain: string): Buffer
  decrypt(cipher: Buffer): string
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const formatVersion = 1

/** A new key for `createAesCipher`. */
export function newAesKey(): Buffer {
  return randomBytes(keyBytes)
}

/** True if these bytes have the length of such a key. */
export function isAesKey(bytes: Buffer): boolean {
  return bytes.length === keyBytes
}

/**
 * AES-256-GCM with `key`. Cipher text is: version (1 byte), nonce (12), tag (16), data. `decrypt` throws an Error when
 * the text was changed, truncated, or made with another key.
 */
export function createAesCipher(key: Buffer): AesCipher {
  if (!isAesKey(key)) throw new Error(`the key has ${key.length} bytes instead of ${keyBytes}`)
  return {
    encrypt(plain) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([formatVersion]), nonce, cipher.getAuthTag(), data])
    },
    decrypt(sealed) {
      const dataStart = 1 + nonceBytes + tagBytes
      if (sealed.length < dataStart || sealed[0] !== formatVersion) {
        throw new Error('the stored secret is damaged or has another version')
      }
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(sealed.subarray(1 + nonceBytes, dataStart))
      return Buffer.concat([decipher.update(sealed.subarray(dataStart)), decipher.final()]).toString('utf8')
    },
  }
}
