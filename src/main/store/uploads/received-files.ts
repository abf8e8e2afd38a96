import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { ImportId } from '../../../shared/ids'
import type { NewId } from '../../base/new-id'
import { storeError } from '../database/store-errors'
import { importLimits, inMegabytes } from './import-limits'

/** The folder for uploads and finished exports. */
const folderName = 'transfers'
/** The disk space that a file must leave free. */
const spareBytes = 100 * 1024 * 1024

/** A kind of upload and its limits. */
interface ReceivedKind {
  filePrefix: string
  /** The number of files that may be uploaded at once. */
  maxFiles: number
  fileBytes: number
  /** The field of the wire that names such a file. */
  idField: string
}

const importKind: ReceivedKind = {
  filePrefix: 'import-',
  maxFiles: 4,
  fileBytes: importLimits.fileBytes,
  idField: 'importId',
}

interface ReceivedFile {
  path: string
  handle: FileHandle
  sizeBytes: number
  /** The number of bytes accepted, though perhaps not yet written. */
  acceptedBytes: number
  writtenBytes: number
  /** The last write that was started. */
  written: Promise<void>
  isBeingRead: boolean
  /** Aborts when the sender is gone. */
  owner: AbortSignal
}

/**
 * Files uploaded piece by piece, each accessible to its owner only. A file is deleted when it was read, was discarded
 * or its owner is gone; all are deleted at the next start.
 */
export class ReceivedFiles<Id extends string = ImportId> {
  readonly #folder: string
  readonly #newId: NewId
  readonly #kind: ReceivedKind
  readonly #files = new Map<Id, ReceivedFile>()
  /** The number of files being created. */
  #beginning = 0

  /** Deletes what an earlier process left behind. */
  constructor(dataFolder: string, newId: NewId, kind: ReceivedKind = importKind) {
    this.#folder = join(dataFolder, folderName)
    this.#newId = newId
    this.#kind = kind
    this.#removeLeftOver()
  }

  /** @throws INVALID_INPUT it is too large, or too many uploads are in progress; STORE_FULL */
  async begin(sizeBytes: number, owner: AbortSignal): Promise<Id> {
    const { filePrefix, maxFiles, fileBytes, idField } = this.#kind
    if (sizeBytes > fileBytes) {
      throw failure('INVALID_INPUT', 'file-too-large', { field: 'sizeBytes', limit: inMegabytes(fileBytes) })
    }
    if (this.#files.size + this.#beginning >= maxFiles) {
      throw failure('INVALID_INPUT', 'files-too-many', { field: idField, max: maxFiles })
    }
    const id = this.#newId<Id>()
    const path = join(this.#folder, `${filePrefix}${id}`)
    this.#beginning += 1
    const handle = await this.#create(path, sizeBytes).finally(() => {
      this.#beginning -= 1
    })
    this.#files.set(id, {
      path,
      handle,
      sizeBytes,
      acceptedBytes: 0,
      writtenBytes: 0,
      written: Promise.resolve(),
      isBeingRead: false,
      owner,
    })
    // The owner left while the file was created, so its abort event has passed.
    if (owner.aborted) await this.#remove(id)
    else owner.addEventListener('abort', () => void this.#removeUnlessRead(id), { once: true })
    return id
  }

  /**
   * Writes the next piece; several may be in flight, each starting where the previous one ends.
   * @throws NOT_FOUND, STORE_FULL
   * @throws INVALID_INPUT it does not start where the previous one ended, or exceeds the announced size
   */
  async append(
    id: Id,
    piece: { offset: number; data: Buffer },
    owner: AbortSignal,
  ): Promise<{ receivedBytes: number }> {
    const file = this.#ownedBy(owner, id)
    const { offset, data } = piece
    if (offset !== file.acceptedBytes) {
      const expected = file.acceptedBytes
      throw failure('INVALID_INPUT', 'offset-expected', { field: 'offset', expected, offset })
    }
    if (offset + data.length > file.sizeBytes) {
      throw failure('INVALID_INPUT', 'bytes-too-many', { field: 'data', sizeBytes: file.sizeBytes })
    }
    file.acceptedBytes += data.length
    file.written = file.written.then(() => writeAll(file.handle, data, offset))
    try {
      await file.written
      file.writtenBytes = Math.max(file.writtenBytes, offset + data.length)
    } catch (error) {
      const known = storeError(error)
      // The file was deleted and closed with pieces in flight.
      if (!this.#files.has(id) && !(known instanceof ParleyError)) throw this.#goneError(id)
      await this.#remove(id)
      throw known
    }
    return { receivedBytes: offset + data.length }
  }

  /** Deletes a file; a missing one, or one being read, is left alone. */
  async discard(id: Id, owner: AbortSignal): Promise<void> {
    if (this.#files.get(id)?.owner === owner) await this.#removeUnlessRead(id)
  }

  /**
   * The path of a complete file, for one reading; `release` deletes the file.
   * @throws NOT_FOUND; INVALID_INPUT some of it is missing, or it is already being read
   */
  read(id: Id, owner: AbortSignal): { path: string; release: () => Promise<void> } {
    const file = this.#complete(id, owner)
    file.isBeingRead = true
    return { path: file.path, release: () => this.#remove(id) }
  }

  /** The path of a complete file, which stays until it is discarded. @throws NOT_FOUND, INVALID_INPUT */
  pathOf(id: Id, owner: AbortSignal): string {
    return this.#complete(id, owner).path
  }

  /** @throws NOT_FOUND; INVALID_INPUT some of it is missing, or it is already being read */
  #complete(id: Id, owner: AbortSignal): ReceivedFile {
    const file = this.#ownedBy(owner, id)
    const field = this.#kind.idField
    if (file.isBeingRead) throw failure('INVALID_INPUT', 'file-being-read', { field })
    const { writtenBytes: receivedBytes, sizeBytes } = file
    if (receivedBytes < sizeBytes) {
      throw failure('INVALID_INPUT', 'bytes-missing', { field, receivedBytes, sizeBytes })
    }
    return file
  }

  #ownedBy(owner: AbortSignal, id: Id): ReceivedFile {
    const file = this.#files.get(id)
    if (file !== undefined && file.owner === owner) return file
    throw this.#goneError(id)
  }

  #goneError(id: Id): ParleyError {
    return failure('NOT_FOUND', 'file', { [this.#kind.idField]: id })
  }

  async #create(path: string, sizeBytes: number): Promise<FileHandle> {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = statfsSync(this.#folder)
      if (bavail * bsize < sizeBytes + spareBytes) throw failure('STORE_FULL', 'upload')
      return await open(path, 'wx', 0o600)
    } catch (error) {
      throw storeError(error)
    }
  }

  async #removeUnlessRead(id: Id): Promise<void> {
    if (this.#files.get(id)?.isBeingRead === false) await this.#remove(id)
  }

  async #remove(id: Id): Promise<void> {
    const file = this.#files.get(id)
    if (file === undefined) return
    this.#files.delete(id)
    // A file that cannot be closed or removed now is removed at the next start.
    await file.handle.close().catch(() => {})
    await rm(file.path, { force: true }).catch(() => {})
  }

  #removeLeftOver(): void {
    try {
      for (const name of readdirSync(this.#folder)) {
        if (name.startsWith(this.#kind.filePrefix)) rmSync(join(this.#folder, name), { force: true })
      }
    } catch {
      // The folder does not exist yet; or nothing can be removed, which the disk check reports.
    }
  }
}

async function writeAll(handle: FileHandle, data: Buffer, position: number): Promise<void> {
  for (let done = 0; done < data.length;) {
    const { bytesWritten } = await handle.write(data, done, data.length - done, position + done)
    done += bytesWritten
  }
}
