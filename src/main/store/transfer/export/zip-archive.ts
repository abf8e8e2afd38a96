import { closeSync, openSync, readSync, statSync } from 'node:fs'
// The entry for Node starts threads, which is not needed here, through a `require` that clashes with the build's own.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate/browser'

import { failure } from '../../../../shared/failures/failure'
import type { ByteSink } from './written-file'
import type { Part } from '../../../../shared/sessions/messages'
import { attachmentPath } from '../../attachments/attachment-files'
import type { ReadableDatabase } from '../../database/database'
import { parleyFile } from '../parley-file'
import type { StoredChat } from './contents/stored-chat'

/** The limit of this ZIP format; programs cannot open one with more. */
const maxEntries = 65_534
const maxBytes = 4 * 1024 ** 3 - 64 * 1024 ** 2
/** The years that a ZIP can represent. */
const [firstTime, lastTime] = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)]

/** An entry that is being written. */
export interface ZipEntry {
  write(content: string | Uint8Array): void
  end(): void
}

/** Writes a ZIP sequentially, one entry after another, without keeping any of it in memory. */
export class ZipArchive {
  readonly #zip
  #sizeBytes = 0
  #entryCount = 0

  constructor(sink: ByteSink) {
    this.#zip = new Zip((error, bytes) => {
      if (error !== null) throw error
      this.#sizeBytes += bytes.length
      if (this.#sizeBytes > maxBytes) throw failure('INVALID_INPUT', 'zip-too-large')
      sink.write(bytes)
    })
  }

  /**
   * Refuses a number of entries known to be too large before anything is written.
   * @throws INVALID_INPUT more than a ZIP can hold
   */
  static assertHolds(entryCount: number): void {
    if (entryCount > maxEntries) throw failure('INVALID_INPUT', 'zip-too-large')
  }

  /**
   * Starts the next entry after the previous one has ended. With `isPacked`, content that is already compressed is
   * stored as it is.
   * @throws INVALID_INPUT more than a ZIP can hold
   */
  entry(name: string, changedAt: number, { isPacked = false } = {}): ZipEntry {
    this.#entryCount += 1
    ZipArchive.assertHolds(this.#entryCount)
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    file.mtime = Math.min(Math.max(changedAt, firstTime), lastTime)
    this.#zip.add(file)
    return {
      write: (content) => file.push(typeof content === 'string' ? Buffer.from(content, 'utf8') : content),
      end: () => file.push(new Uint8Array(), true),
    }
  }

  end(): void {
    this.#zip.end()
  }
}

const pieceBytes = 256 * 1024

/** The attached files of an archive: one file per content, whatever its names in any number of chats. */
export class ArchivedFiles {
  readonly #row
  readonly #folder: string
  /** The hash of each noted file, by the id in messages. */
  readonly #hashes = new Map<string, string>()

  constructor(database: ReadableDatabase, folder: string) {
    this.#row = database.query<{ hash: string }>('SELECT hash FROM attachments WHERE id = ?')
    this.#folder = folder
  }

  /** True if no noted file is stored here. */
  get isEmpty(): boolean {
    return this.#hashes.size === 0
  }

  /** Wraps the chat so that reading it notes the files its messages refer to. */
  track(chat: StoredChat): StoredChat {
    const note = (parts: readonly Part[]) => this.note(parts)
    return {
      ...chat,
      *tree() {
        for (const message of chat.tree()) {
          note(message.parts)
          yield message
        }
      },
    }
  }

  /** Writes a list that identifies the noted files. */
  writeList(zip: ZipArchive, now: number): void {
    if (this.isEmpty) return
    const files = [...this.#hashes].map(([id, hash]) => ({ id, hash }))
    const list = zip.entry(parleyFile.filesEntry, now)
    list.write(`${JSON.stringify({ format: parleyFile.files, version: parleyFile.version, files })}\n`)
    list.end()
  }

  /** Writes the noted files; calls `yieldTurn` now and then. */
  async writeTo(zip: ZipArchive, now: number, yieldTurn: () => Promise<void>): Promise<void> {
    for (const hash of new Set(this.#hashes.values())) {
      await yieldTurn()
      const entry = zip.entry(`${parleyFile.filesFolder}/${hash}`, now, { isPacked: true })
      for (const piece of piecesOf(attachmentPath(this.#folder, hash))) {
        entry.write(piece)
      }
      entry.end()
    }
  }

  /** Notes the files among these parts. */
  note(parts: readonly Part[]): void {
    for (const part of parts) if (part.type === 'attachment') this.noteId(part.attachmentId)
  }

  /** Notes the file with this id. */
  noteId(id: string): void {
    if (this.#hashes.has(id)) return
    const hash = this.#row.get(id)?.hash
    if (hash !== undefined && isThere(attachmentPath(this.#folder, hash))) this.#hashes.set(id, hash)
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const piece = Buffer.alloc(pieceBytes)
      const bytesRead = readSync(file, piece)
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    closeSync(file)
  }
}
