import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { errorCode } from '../../base/error-code'
import { syncFolder } from '../../base/files/synced-files'
import { storeError } from '../database/store-errors'
import { attachmentKind, attachmentLimits } from '../../../shared/sessions/attachments'
import type { Part } from '../../../shared/sessions/messages'
import { textOf } from '../../base/files/text-encoding'
import type { ReadableDatabase } from '../database/database'

/** The folder of attached files. */
export const attachmentsFolderName = 'attachments'

const hashName = /^[0-9a-f]{64}$/
/** Follows the name of a PDF in that of its text, which is stored beside it. */
export const textSuffix = '.txt'

/** The path in `folder` of the file with this content. */
export function attachmentPath(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 2), hash)
}

/** The bytes of attached files, each stored once under the SHA-256 of its content and never changed. */
export class AttachmentFiles {
  readonly #folder: string

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, attachmentsFolderName)
  }

  /**
   * Moves a complete, flushed file into place, with its text beside it if that is in a separate file. Existing content
   * is marked as new.
   * @throws STORE_FULL
   */
  keep(hash: string, given: { path: string; sizeBytes: number; textPath: string | null }, at: number): void {
    const path = attachmentPath(this.#folder, hash)
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      // The text first, so that a file with its bytes in place is complete.
      if (given.textPath !== null) renameSync(given.textPath, `${path}${textSuffix}`)
      if (sizeOf(path) !== given.sizeBytes) renameSync(given.path, path)
      utimesSync(path, at / 1_000, at / 1_000)
      syncFolder(dirname(path))
      syncFolder(this.#folder)
    } catch (error) {
      throw storeError(error)
    }
  }

  /** Marks it as old enough to be removed. @throws STORE_FULL */
  markOld(hash: string): void {
    try {
      utimesSync(attachmentPath(this.#folder, hash), 0, 0)
    } catch (error) {
      throw storeError(error)
    }
  }

  /** True if it exists. */
  isHere(hash: string): boolean {
    return existsSync(attachmentPath(this.#folder, hash))
  }

  /** Null when it no longer exists. */
  async read(hash: string): Promise<Buffer | null> {
    return whenThere(readFile(attachmentPath(this.#folder, hash)))
  }

  /** The text of the PDF with this content; null when it no longer exists. */
  async readText(hash: string): Promise<string | null> {
    return whenThere(readFile(`${attachmentPath(this.#folder, hash)}${textSuffix}`, 'utf8'))
  }

  /** Up to `length` bytes of it; null when it no longer exists. */
  async readPiece(hash: string, offset: number, length: number): Promise<Buffer | null> {
    const handle = await whenThere(open(attachmentPath(this.#folder, hash), 'r'))
    if (handle === null) return null
    try {
      const buffer = Buffer.alloc(length)
      const { bytesRead } = await handle.read(buffer, 0, length, offset)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  }

  /** Removes every file stored before `before` that is not in `kept`. Returns how many. */
  removeOthers(kept: ReadonlySet<string>, before: number): number {
    let count = 0
    for (const part of namesIn(this.#folder)) {
      for (const name of namesIn(join(this.#folder, part))) {
        const hash = name.endsWith(textSuffix) ? name.slice(0, -textSuffix.length) : name
        const path = join(this.#folder, part, name)
        if (!hashName.test(hash) || kept.has(hash) || changedAt(path) >= before) continue
        rmSync(path, { force: true })
        if (hash === name) count += 1
      }
    }
    return count
  }
}

async function whenThere<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw storeError(error)
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}

function changedAt(path: string): number {
  // One that has just been removed needs no removal.
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
}

/** A longer text file is searched up to here; a file of text has at most four bytes per character. */
const maxFileBytes = 4 * attachmentLimits.textChars

/** The text of files that messages have attached. Synchronous, for threads. */
export class AttachedTexts {
  readonly #folder: string
  readonly #file

  constructor(database: ReadableDatabase, dataFolder: string) {
    this.#folder = join(dataFolder, attachmentsFolderName)
    this.#file = database.query<{ hash: string; mediaType: string }>(
      'SELECT hash, media_type AS mediaType FROM attachments WHERE id = ?',
    )
  }

  /** The text of all files of a message, joined; empty if it has none, or they are no longer there. */
  of(parts: readonly Part[]): string {
    const ids = parts.flatMap((part) => (part.type === 'attachment' ? [part.attachmentId] : []))
    return [...new Set(ids)].map((id) => this.#textOf(id)).join('\n')
  }

  #textOf(id: string): string {
    const file = this.#file.get(id)
    if (file === undefined) return ''
    const kind = attachmentKind(file.mediaType)
    const path = attachmentPath(this.#folder, file.hash)
    try {
      if (kind === 'pdf') return readFileSync(`${path}${textSuffix}`, 'utf8')
      return kind === 'text' ? (textOf(readFileSync(path).subarray(0, maxFileBytes)) ?? '') : ''
    } catch {
      // The file was removed, or cannot be read: it is only not found.
      return ''
    }
  }
}
