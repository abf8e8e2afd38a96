import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, readSync, writeFileSync } from 'node:fs'

import { invariant } from '../../../shared/invariant'
import { type FolderKey, subkey } from './folder-keys'
import { openFile } from './folder-files'

/** What is wrong with a file. `partial` files may still be arriving; `unreadable` ones are refused by the system. */
export type FileFault = 'partial' | 'damaged' | 'too-new' | 'too-large' | 'unreadable'

const magic = Buffer.from('ParleyF')
const formatVersion = 1
const keyIdBytes = 16
const saltBytes = 32
const saltStart = magic.length + 1 + keyIdBytes
const headerBytes = saltStart + saltBytes
/** Every head is padded to this length. */
const headBytes = 1024
const chunkBytes = 64 * 1024
const tagBytes = 16
const bodyStart = headerBytes + headBytes + tagBytes

/*
 * A sealed file is a header in the clear (magic, version, id of the key, salt), then the head, then chunks of a body.
 * Head and chunks are sealed with AES-256-GCM with a key for this file; the nonce has the number of the chunk and
 * whether it is the last one, so that chunks cannot be cut off, moved or appended.
 * @see STREAM in https://eprint.iacr.org/2015/189
 */

/** Seals a head and a body into an open file. */
export class SealedWriter {
  readonly #handle: number
  readonly #key: Buffer
  readonly #header: Buffer
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #number = 0

  /** `id`: 64 hexadecimal digits, never used before. @throws a system error */
  constructor(handle: number, key: FolderKey, id: string, head: string) {
    const salt = Buffer.from(id, 'hex')
    const text = Buffer.from(head)
    invariant(salt.length === saltBytes && text.length <= headBytes, 'an id and a head have fixed lengths')
    this.#handle = handle
    this.#key = subkey(key.secret, salt, 'file')
    this.#header = Buffer.concat([magic, Buffer.from([formatVersion]), Buffer.from(key.id, 'hex'), salt])
    writeFileSync(handle, this.#header)
    this.#seal(Buffer.concat([text, Buffer.alloc(headBytes - text.length, ' ')]), false)
  }

  /** Appends to the body. @throws a system error */
  add(bytes: Buffer): void {
    for (let rest = bytes; rest.length > 0;) {
      // The last chunk is known only at the end, so a full one waits until more follows.
      if (this.#waitingBytes === chunkBytes) this.#sealWaiting(false)
      const part = rest.subarray(0, chunkBytes - this.#waitingBytes)
      this.#waiting.push(part)
      this.#waitingBytes += part.length
      rest = rest.subarray(part.length)
    }
  }

  /** Writes the last chunk; without it, the file counts as cut. @throws a system error */
  end(): void {
    this.#sealWaiting(true)
  }

  #sealWaiting(isLast: boolean): void {
    this.#seal(Buffer.concat(this.#waiting), isLast)
    this.#waiting = []
    this.#waitingBytes = 0
  }

  #seal(plain: Buffer, isLast: boolean): void {
    const nonce = nonceOf(this.#number, isLast)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(this.#header)
    writeFileSync(this.#handle, Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]))
    this.#number += 1
  }
}

/** An id for a new sealed file. */
export function newFileId(): string {
  return randomBytes(saltBytes).toString('hex')
}

/** A sealed file whose head and last chunk are authentic. Whoever opens one closes it. */
export class SealedFile {
  /** The id that its writer gave it; copies have the same one. */
  readonly id: string
  /** The head as JSON text. */
  readonly head: string
  /** The number of chunks of the body, at least one. */
  readonly chunks: number
  readonly #handle: number
  readonly #key: Buffer
  readonly #header: Buffer
  readonly #sizeBytes: number

  private constructor(handle: number, key: Buffer, header: Buffer, head: string) {
    this.id = header.toString('hex', saltStart)
    this.head = head
    this.#handle = handle
    this.#key = key
    this.#header = header
    this.#sizeBytes = fstatSync(handle).size
    this.chunks = Math.max(1, Math.ceil((this.#sizeBytes - bodyStart) / (chunkBytes + tagBytes)))
  }

  /** Opens a file after checking its head and its end. @throws a system error */
  static open(path: string, keys: readonly FolderKey[]): SealedFile | FileFault {
    const handle = openFile(path)
    if (handle === null) return 'damaged'
    let file: SealedFile | FileFault = 'damaged'
    try {
      file = SealedFile.#recognise(handle, keys)
      return file
    } finally {
      if (!(file instanceof SealedFile)) closeSync(handle)
    }
  }

  static #recognise(handle: number, keys: readonly FolderKey[]): SealedFile | FileFault {
    const header = readPart(handle, 0, headerBytes)
    if (!header.subarray(0, magic.length).equals(magic.subarray(0, header.length))) return 'damaged'
    if ((header[magic.length] ?? 0) > formatVersion) return 'too-new'
    if (header.length < headerBytes) return 'partial'
    const keyId = header.toString('hex', magic.length + 1, saltStart)
    const key = keys.find(({ id }) => id === keyId)
    if (key === undefined) return 'damaged'
    const fileKey = subkey(key.secret, header.subarray(saltStart), 'file')
    const sealedHead = readPart(handle, headerBytes, headBytes + tagBytes)
    if (sealedHead.length < headBytes + tagBytes) return 'partial'
    const head = unseal(sealedHead, fileKey, header, nonceOf(0, false))
    if (head === null) return 'damaged'
    const file = new SealedFile(handle, fileKey, header, head.toString())
    return file.chunk(file.chunks - 1) === null ? 'partial' : file
  }

  /** A chunk of the body; null if it is not authentic. @throws a system error */
  chunk(index: number): Buffer | null {
    const start = bodyStart + index * (chunkBytes + tagBytes)
    const isLast = index === this.chunks - 1
    const length = isLast ? this.#sizeBytes - start : chunkBytes + tagBytes
    const sealed = readPart(this.#handle, start, Math.max(0, length))
    return unseal(sealed, this.#key, this.#header, nonceOf(index + 1, isLast))
  }

  close(): void {
    closeSync(this.#handle)
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function unseal(sealed: Buffer, key: Buffer, header: Buffer, nonce: Buffer): Buffer | null {
  if (sealed.length < tagBytes) return null
  const tagStart = sealed.length - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(header)
    .setAuthTag(sealed.subarray(tagStart))
  const plain = decipher.update(sealed.subarray(0, tagStart))
  try {
    decipher.final()
    return plain
  } catch {
    // Changed, or written with another key.
    return null
  }
}

/** As many bytes as the file has there. @throws a system error */
export function readPart(handle: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const count = readSync(handle, bytes, done, length - done, start + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}
