import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  type ScryptOptions,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'

import { invariant } from '../../../shared/invariant'

/** A secret of the folder, with the names that it gives to files. */
export interface FolderKey {
  /** 32 hexadecimal digits; follows from the secret. */
  readonly id: string
  readonly secret: Buffer
  readonly nameSecret: Buffer
}

/** What a sealed file holds: records of the store, or the bytes of one attachment. */
export type SealedKind = 'rows' | 'file'

/** No file of keys is longer, in this version or a later one, and no other file is as short. */
export const maxKeyFileBytes = 1024
/** The cost of the derivation: 2^17 blocks of 1 KB take 128 MB and about half a second. */
const usualLogCost = 17

const magic = Buffer.from('ParleyK')
const formatVersion = 1
const logCosts = { least: 10, most: 18 }
const blockSize = 8
const lanes = 1
const saltBytes = 32
const idBytes = 16
const secretBytes = 32
const tagBytes = 16
const sumBytes = 8
/** Magic, version, cost, salt, id of the key, commitment, sealed secret, checksum. */
const saltStart = magic.length + 2
const idStart = saltStart + saltBytes
const commitmentStart = idStart + idBytes
const sealedStart = commitmentStart + secretBytes
const sumStart = sealedStart + secretBytes + tagBytes
const fileBytes = sumStart + sumBytes

/** A file that holds a key, sealed with a passphrase. */
export interface KeyFile {
  keyId: string
  bytes: Buffer
}

/** Makes the file of a key for a passphrase; by default, of a new random key. */
export async function newKeyFile(
  passphrase: string,
  logCost: number = usualLogCost,
  key: FolderKey = keyOf(randomBytes(secretBytes)),
): Promise<{ key: FolderKey; bytes: Buffer }> {
  invariant(passphrase !== '', 'a folder has a passphrase')
  const start = Buffer.concat([
    magic,
    Buffer.from([formatVersion, logCost]),
    randomBytes(saltBytes),
    Buffer.from(key.id, 'hex'),
  ])
  const { sealing, commitment } = await derive(passphrase, start)
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(start)
  const sealed = Buffer.concat([cipher.update(key.secret), cipher.final(), cipher.getAuthTag()])
  const content = Buffer.concat([start, commitment, sealed])
  return { key, bytes: Buffer.concat([content, checksum(content)]) }
}

/** Recognises the file of a key; null if it is none, incomplete, damaged, or asks for too much work. */
export function readKeyFile(bytes: Buffer): KeyFile | 'too-new' | null {
  if (!bytes.subarray(0, magic.length).equals(magic)) return null
  if ((bytes[magic.length] ?? 0) > formatVersion) return 'too-new'
  if (bytes.length !== fileBytes || bytes[magic.length] !== formatVersion) return null
  if (!checksum(bytes.subarray(0, sumStart)).equals(bytes.subarray(sumStart))) return null
  const logCost = bytes[magic.length + 1] ?? 0
  if (logCost < logCosts.least || logCost > logCosts.most) return null
  return { keyId: bytes.toString('hex', idStart, commitmentStart), bytes }
}

/** Opens the file of a key; null if it was made with another passphrase. Takes half a second. */
export async function openKeyFile({ bytes, keyId }: KeyFile, passphrase: string): Promise<FolderKey | null> {
  const start = bytes.subarray(0, commitmentStart)
  const { sealing, commitment } = await derive(passphrase, start)
  // Without it, a file could be made that several passphrases open, to find out which one is used.
  if (!timingSafeEqual(commitment, bytes.subarray(commitmentStart, sealedStart))) return null
  const tagStart = sumStart - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: tagBytes })
    .setAAD(start)
    .setAuthTag(bytes.subarray(tagStart, sumStart))
  try {
    const secret = Buffer.concat([decipher.update(bytes.subarray(sealedStart, tagStart)), decipher.final()])
    const key = keyOf(secret)
    return key.id === keyId ? key : null
  } catch {
    // Made by somebody who knows the passphrase, but not sealed with it.
    return null
  }
}

/** The name of a new key file. */
export function newKeyName(): string {
  return `${randomBytes(2 * nameBytes).toString('hex')}.parley`
}

/** The name of a new file of this kind; tells its kind to those who have the key, and nothing to others. */
export function newName(key: FolderKey, kind: SealedKind): string {
  return nameFrom(key, kind, randomBytes(nameBytes))
}

/** The name of an attachment with this SHA-256; without the key, nobody can test for a known file. */
export function attachmentName(key: FolderKey, sha256: string): string {
  return nameFrom(key, 'file', mac(key, `content:${sha256}`))
}

/** What a name, or the name of a copy, tells about the file; null if no key gave it. */
export function kindOfName(keys: readonly FolderKey[], name: string): SealedKind | null {
  const stem = stemOf(name)
  const start = stem === null ? null : Buffer.from(stem.slice(0, 2 * nameBytes), 'hex')
  if (start === null) return null
  const kinds = ['rows', 'file'] as const
  const isNameOf = (kind: SealedKind) => keys.some((key) => stemOf(nameFrom(key, kind, start)) === stem)
  return kinds.find(isNameOf) ?? null
}

/** The part of a name that a copy keeps: `x` of `x (conflicted copy).parley`, `x.sync-conflict-….parley`, `Copy of x.parley`. */
export function stemOf(name: string): string | null {
  return copyName.exec(name)?.[1] ?? null
}

/** Marks the temporary files of a device. */
export function temporaryMark(key: FolderKey, deviceId: string): string {
  return mac(key, `temporary:${deviceId}`).toString('hex', 0, 4)
}

/** Another secret that follows from a key’s. */
export function subkey(secret: Buffer, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, `parley folder: ${purpose}`, secretBytes))
}

const nameBytes = 8
/** Systems put their own files beside others under names with a dot. */
const copyName = /^(?!\.)(?:.*[^0-9a-f])?([0-9a-f]{32})(?![0-9a-f]).*\.parley$/
const noSalt = Buffer.alloc(0)
/** Each derived secret seals one text only. */
const nonce = Buffer.alloc(12)

function nameFrom(key: FolderKey, kind: SealedKind, start: Buffer): string {
  const hex = start.toString('hex', 0, nameBytes)
  return `${hex}${mac(key, `${kind}:${hex}`).toString('hex', 0, nameBytes)}.parley`
}

function mac({ nameSecret }: FolderKey, text: string): Buffer {
  return createHmac('sha256', nameSecret).update(text).digest()
}

function keyOf(secret: Buffer): FolderKey {
  const id = subkey(secret, noSalt, 'id').toString('hex', 0, idBytes)
  return { id, secret, nameSecret: subkey(secret, noSalt, 'names') }
}

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

async function derive(passphrase: string, start: Buffer): Promise<{ sealing: Buffer; commitment: Buffer }> {
  const [N, r, p] = [2 ** (start[magic.length + 1] ?? 0), blockSize, lanes]
  const salt = start.subarray(saltStart, idStart)
  // Systems type the same letter as different sequences of code points.
  const typed = passphrase.normalize('NFKC')
  const secret = await scryptAsync(typed, salt, secretBytes, { N, r, p, maxmem: 256 * N * r })
  return { sealing: subkey(secret, noSalt, 'sealing'), commitment: subkey(secret, noSalt, 'commitment') }
}

function checksum(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest().subarray(0, sumBytes)
}
