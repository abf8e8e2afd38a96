import { closeSync, openSync, readSync, statSync } from 'node:fs'

import type { Part } from '../../../../shared/sessions/messages'
import { attachmentPath } from '../../attachments/attachment-files'
import type { ReadableDatabase } from '../../database/database'
import { parleyFile } from '../parley-format/parley-archive'
import type { StoredChat } from './contents/stored-chat'
import type { ZipArchive } from './zip-archive'

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
    for (const { attachments = [] } of chat.head.archivedState?.queue ?? []) note(attachments)
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

  /** Writes the noted files and a list that identifies them; calls `yieldTurn` now and then. */
  async writeTo(zip: ZipArchive, now: number, yieldTurn: () => Promise<void>): Promise<void> {
    if (this.isEmpty) return
    const files = [...this.#hashes].map(([id, hash]) => ({ id, hash }))
    const list = zip.entry(parleyFile.filesEntry, now)
    list.write(`${JSON.stringify({ format: parleyFile.files, version: parleyFile.version, files })}\n`)
    list.end()
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
    for (const part of parts) {
      if (part.type !== 'attachment' || this.#hashes.has(part.attachmentId)) continue
      const hash = this.#row.get(part.attachmentId)?.hash
      if (hash !== undefined && isThere(attachmentPath(this.#folder, hash))) {
        this.#hashes.set(part.attachmentId, hash)
      }
    }
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
