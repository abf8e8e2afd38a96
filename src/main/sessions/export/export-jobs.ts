import { setImmediate } from 'node:timers/promises'

import { ParleyError } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/messages'
import { systemClock } from '../../base/clock'
import type { JobContext } from '../../base/job'
import { openReadOnly, type ReadOnlyDatabase } from '../database'
import { sessionNotFound } from '../not-found'
import { type ParleyArchive, parleyFile } from '../parley-file'
import { chatDocument, type ExportFormat, fileEndings } from './chat-document'
import { fileStem, UniqueNames } from './file-name'
import { type EmbedImage, imageEmbedder } from './embedded-images'
import { type StoredChat, StoredChats } from './stored-chat'
import { WrittenFile } from './written-file'
import { ZipArchive } from './zip-archive'

/** More than this is not handed over as one text. */
const maxContentChars = 64 * 1024 * 1024
/** For no longer than this does the thread not hear that a job was given up. */
const turnMs = 20
const reportEveryMs = 100

interface Stored {
  databaseFile: string
  /** Where attached files stand; without it pages have no images. */
  attachmentsFolder?: string
  format: ExportFormat
  /** Answers that the disk refused. */
  unsaved: readonly Message[]
}

export interface ExportProgress {
  doneCount: number
  totalCount: number
}

/** One chat as a text: `{ fileName, content }` as the JSON that the wire carries. @throws NOT_FOUND, INVALID_INPUT it is too large for that */
export async function exportText(
  { sessionId, ...stored }: Stored & { sessionId: SessionId },
  { signal }: JobContext<never>,
): Promise<Uint8Array> {
  const pieces: string[] = []
  let length = 0
  const fileName = await reading(stored, (reader) =>
    reader.read(sessionId, async (chat) => {
      await eachPiece(reader, chat, signal, (piece) => {
        pieces.push(piece)
        length += piece.length
        if (length > maxContentChars) throw tooLongError()
      })
      return nameOf(chat, stored.format)
    }),
  )
  if (fileName === null) throw sessionNotFound(sessionId)
  return new TextEncoder().encode(JSON.stringify({ fileName, content: pieces.join('') }))
}

/**
 * Writes `sessionIds`, or all chats when it is null, into the new file `file`: one of them as it is, several as a ZIP.
 * On failure no file is left.
 * @throws NOT_FOUND one of them is not there, or there is none at all
 * @throws STORE_FULL
 */
export async function exportFile(
  { sessionIds, file, ...stored }: Stored & { sessionIds: readonly SessionId[] | null; file: string },
  context: JobContext<ExportProgress>,
): Promise<{ fileName: string; sizeBytes: number }> {
  return reading(stored, async (reader) => {
    const ids = sessionIds === null ? reader.chats.ids() : [...new Set(sessionIds)]
    const missing = ids.find((id) => !reader.chats.has(id))
    if (missing !== undefined) throw sessionNotFound(missing)
    const [first] = ids
    if (first === undefined) {
      throw new ParleyError('NOT_FOUND', 'There are no chats to export yet.', {
        data: { reason: 'no-chats' },
      })
    }
    const written = new WrittenFile(file)
    try {
      const fileName =
        sessionIds !== null && ids.length === 1
          ? await writeOne(reader, first, written, context.signal)
          : await writeZip(reader, ids, written, context)
      await hear(context.signal)
      return { fileName, sizeBytes: written.finish() }
    } catch (error) {
      written.remove()
      throw error
    }
  })
}

async function writeOne(
  reader: Reader,
  id: SessionId,
  written: WrittenFile,
  signal: AbortSignal,
): Promise<string> {
  const fileName = await reader.read(id, async (chat) => {
    await eachPiece(reader, chat, signal, (piece) => written.write(Buffer.from(piece, 'utf8')))
    return nameOf(chat, reader.format)
  })
  if (fileName === null) throw sessionNotFound(id)
  return fileName
}

async function writeZip(
  reader: Reader,
  ids: readonly SessionId[],
  written: WrittenFile,
  context: JobContext<ExportProgress>,
): Promise<string> {
  ZipArchive.assertHolds(ids.length + 1)
  const zip = new ZipArchive(written)
  const names = new UniqueNames([parleyFile.archiveEntry])
  const now = systemClock.now()
  const note = zip.entry(parleyFile.archiveEntry, now)
  note.write(archiveNote(reader.format, ids.length, now))
  note.end()
  let reportedAt = Number.NEGATIVE_INFINITY
  for (const [index, id] of ids.entries()) {
    if (systemClock.monotonic() - reportedAt >= reportEveryMs) {
      reportedAt = systemClock.monotonic()
      context.report({ doneCount: index, totalCount: ids.length })
    }
    // One that was put into the bin meanwhile is left out.
    await reader.read(id, async (chat) => {
      const name = names.take(fileStem(chat.head.title), fileEndings[reader.format])
      const entry = zip.entry(name, chat.head.updatedAt)
      await eachPiece(reader, chat, context.signal, (piece) => entry.write(piece))
      entry.end()
    })
  }
  zip.end()
  context.report({ doneCount: ids.length, totalCount: ids.length })
  return `Parley chats ${new Date(now).toISOString().slice(0, 10)}.zip`
}

function archiveNote(content: ExportFormat, chatCount: number, exportedAt: number): string {
  const archive: ParleyArchive = {
    format: parleyFile.archive,
    version: parleyFile.version,
    content,
    chatCount,
    exportedAt,
  }
  return `${JSON.stringify(archive, null, 2)}\n`
}

/** Hands the pieces of the chat to `take`, and now and then lets the thread hear whether anybody still wants them. */
async function eachPiece(
  reader: Reader,
  chat: StoredChat,
  signal: AbortSignal,
  take: (piece: string) => void,
): Promise<void> {
  let heardAt = systemClock.monotonic()
  for (const piece of chatDocument(chat, reader.format, reader.embedder())) {
    take(piece)
    if (systemClock.monotonic() - heardAt < turnMs) continue
    await hear(signal)
    heardAt = systemClock.monotonic()
  }
}

/** Lets what the thread was told arrive. @throws the signal's reason */
async function hear(signal: AbortSignal): Promise<void> {
  // The first turn may be the end of the one in which this was called.
  await setImmediate()
  await setImmediate()
  signal.throwIfAborted()
}

/** What one job reads from. */
class Reader {
  readonly format: ExportFormat
  readonly chats: StoredChats
  readonly #database: ReadOnlyDatabase
  readonly #unsaved: readonly Message[]
  readonly #attachmentsFolder: string | null

  constructor({ databaseFile, format, unsaved, attachmentsFolder }: Stored) {
    this.format = format
    this.#attachmentsFolder = attachmentsFolder ?? null
    this.#unsaved = unsaved
    this.#database = openReadOnly(databaseFile, { clock: systemClock, onSlowStatement: () => {} })
    this.chats = new StoredChats(this.#database)
  }

  /** Gives the chat to `work`, during which it does not change. Null when it is not there. */
  async read<Result>(id: SessionId, work: (chat: StoredChat) => Promise<Result>): Promise<Result | null> {
    const release = this.#database.holdStill()
    try {
      const unsaved = this.#unsaved.find(({ sessionId }) => sessionId === id)
      const chat = this.chats.get(id, unsaved ?? null)
      return chat === undefined ? null : await work(chat)
    } finally {
      release()
    }
  }

  /** What embeds the images of one chat. */
  embedder(): EmbedImage {
    return this.#attachmentsFolder === null
      ? () => null
      : imageEmbedder(this.#database, this.#attachmentsFolder)
  }

  close(): void {
    this.#database.close()
  }
}

async function reading<Result>(stored: Stored, work: (reader: Reader) => Promise<Result>): Promise<Result> {
  const reader = new Reader(stored)
  try {
    return await work(reader)
  } finally {
    reader.close()
  }
}

function nameOf({ head }: StoredChat, format: ExportFormat): string {
  return `${fileStem(head.title)}.${fileEndings[format]}`
}

function tooLongError(): ParleyError {
  return new ParleyError(
    'INVALID_INPUT',
    'This chat is too long to be handed over as one text. Export it as a file instead.',
  )
}
