import type { AttachmentContent } from '../../run-source/run-source'
import { attachmentKind, attachmentLimits } from '../../../shared/sessions/attachments'
import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { AttachmentId, UploadId } from '../../../shared/ids'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { Clock } from '../../base/clock'
import { contentId } from '../../base/content-id'
import type { Dispose } from '../../base/dispose'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import { ReceivedFiles } from '../uploads/received-files'
import { AttachmentFiles } from './attachment-files'
import { type AttachmentRow, AttachmentRows, toPart } from './attachment-rows'
import type { InspectFile } from './file-inspector'
import type { InspectedFile } from './inspect-file'
import { textOf } from '../../base/files/text-encoding'

/** The number of bytes that fill one piece of base64 exactly. */
const pieceBytes = (wireLimits.pieceChars / 4) * 3
/** The time for which a file without a message is kept: it may be in a composer. */
const unusedKeptMs = 86_400_000
/** Imported ids longer than this cannot be requested by windows. */
const maxIdChars = 128
/** Delays the first cleanup so that it does not slow down the start. */
const firstRemoveMs = 30_000
const removeEveryMs = 6 * 3_600_000

/** A file that is only in memory: an image or sound in an answer of a temporary chat, as its message refers to it. */
export interface HeldFile {
  part: AttachmentPart
  bytes: Buffer
}

/** Determines in a thread which files are needed. */
type FindUsed = () => Promise<{ ids: readonly AttachmentId[]; snapshotHashes: readonly string[] }>

/**
 * Attached files. Each is stored once by its content and never changed; it is kept while any message refers to it, and
 * for a day after it was last attached or sent.
 * @see docs/decisions/2026-11-21-attachments.md
 */
export class AttachmentStore {
  readonly #database: WritableDatabase
  readonly #rows: AttachmentRows
  readonly #files: AttachmentFiles
  readonly #received: ReceivedFiles<UploadId>
  readonly #names = new Map<UploadId, string>()
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #look: InspectFile
  readonly #findUsed: FindUsed
  readonly #held: (id: string) => HeldFile | undefined
  /** Fetches a file that only another machine has; absent where nothing is exchanged. */
  fetchAbsent: ((hash: string) => Promise<void>) | null = null
  /** Files from answers since the start: a run may take days, and its message refers to them only at its end. */
  readonly #ofAnswers = new Set<AttachmentId>()

  constructor(
    dataFolder: string,
    database: WritableDatabase,
    deps: {
      clock: Clock
      newId: NewId
      look: InspectFile
      findUsed: FindUsed
      /** Absent where there are no temporary chats. */
      held?: (id: string) => HeldFile | undefined
    },
  ) {
    this.#database = database
    this.#rows = new AttachmentRows(database)
    this.#files = new AttachmentFiles(dataFolder)
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#look = deps.look
    this.#findUsed = deps.findUsed
    this.#held = deps.held ?? (() => undefined)
    this.#received = new ReceivedFiles<UploadId>(dataFolder, deps.newId, {
      filePrefix: 'attachment-',
      // Enough for several windows at once.
      maxFiles: 2 * wireLimits.attachments,
      fileBytes: wireLimits.attachmentBytes,
      idField: 'uploadId',
    })
  }

  /** @throws INVALID_INPUT, STORE_FULL */
  async begin(file: { name: string; sizeBytes: number }, owner: AbortSignal): Promise<UploadId> {
    const uploadId = await this.#received.begin(file.sizeBytes, owner)
    if (!owner.aborted) {
      this.#names.set(uploadId, nameOf(file.name))
      owner.addEventListener('abort', () => this.#names.delete(uploadId), { once: true })
    }
    return uploadId
  }

  /** @throws NOT_FOUND, STORE_FULL, INVALID_INPUT */
  append(uploadId: UploadId, piece: { offset: number; data: Buffer }, owner: AbortSignal) {
    return this.#received.append(uploadId, piece, owner)
  }

  async discard(uploadId: UploadId, owner: AbortSignal): Promise<void> {
    await this.#received.discard(uploadId, owner)
    this.#names.delete(uploadId)
  }

  /** Inspects the upload and stores it: first its bytes, then its row. @throws INVALID_INPUT, STORE_FULL */
  finish(uploadId: UploadId, owner: AbortSignal, signal: AbortSignal): Promise<AttachmentPart> {
    return this.#finish(uploadId, { ids: [], isUpload: true }, owner, signal)
  }

  async #finish(
    uploadId: UploadId,
    { ids, isUpload }: { ids: readonly AttachmentId[]; isUpload: boolean },
    owner: AbortSignal,
    signal: AbortSignal,
  ): Promise<AttachmentPart> {
    const { path, release } = this.#received.read(uploadId, owner)
    const name = this.#names.get(uploadId) ?? 'file'
    this.#names.delete(uploadId)
    try {
      const looked = await this.#look(path, signal)
      // No model gets sounds of the user.
      if (isUpload && attachmentKind(looked.mediaType) === 'audio') {
        throw failure('INVALID_INPUT', 'unknown-kind', { field: 'uploadId' })
      }
      return this.#store({ ids, name, path }, looked)
    } finally {
      await release()
    }
  }

  /**
   * Stores the file at `path` from an import and returns it as a message part. It keeps its imported id; if that is too
   * long, or another file here has it, it gets one that is the same on every machine. Null when its type is not supported
   * or, without a path, when it is not stored here.
   * @throws STORE_FULL
   */
  readonly saveFile = async (
    { path, name, attachmentId }: { path: string | null; name: string; attachmentId: string },
    signal: AbortSignal,
  ): Promise<AttachmentPart | null> => {
    if (path === null) {
      const known = this.#rows.get(attachmentId)
      return known === undefined ? null : toPart(known)
    }
    try {
      const looked = await this.#look(path, signal)
      const other = contentId<AttachmentId>([attachmentId, name, looked.hash])
      const isUsable = attachmentId.length > 0 && attachmentId.length <= maxIdChars
      const ids = isUsable ? [attachmentId as AttachmentId, other] : [other]
      return this.#store({ ids, name: nameOf(name), path }, looked)
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'INVALID_INPUT') return null
      throw error
    }
  }

  /** It gets the first of `ids` that no other file has, or a new one. */
  #store(
    given: { ids: readonly AttachmentId[]; name: string; path: string },
    looked: InspectedFile,
  ): AttachmentPart {
    const now = this.#clock.now()
    const { hash, textPath, sizeBytes } = looked
    this.#files.keep(hash, { path: given.path, sizeBytes, textPath }, now)
    const known = given.ids.map((id) => this.#rows.get(id))
    const same = known.find((row) => row?.hash === hash)
    if (same !== undefined) {
      this.#rows.touch(same.id, now)
      return toPart(same)
    }
    const row: AttachmentRow = {
      id: given.ids[known.indexOf(undefined)] ?? this.#newId<AttachmentId>(),
      hash,
      name: given.name,
      media_type: looked.mediaType,
      size_bytes: sizeBytes,
      width: looked.width,
      height: looked.height,
      page_count: looked.pageCount,
      used_at: now,
    }
    this.#rows.insert(row)
    return toPart(row)
  }

  /** Stores a file from an answer. @throws INVALID_INPUT it is too large or its type is not supported, STORE_FULL */
  async keep(
    { name, bytes }: { name: string; bytes: Uint8Array },
    signal: AbortSignal,
  ): Promise<AttachmentPart> {
    const part = await this.#write({ ids: [], name, bytes }, signal)
    this.#ofAnswers.add(part.attachmentId as AttachmentId)
    return part
  }

  /** Stores a file that was only in memory, under the same id. @throws STORE_FULL */
  async keepHeld({ part, bytes }: HeldFile, signal: AbortSignal): Promise<void> {
    const id = part.attachmentId as AttachmentId
    await this.#write({ ids: [id], name: part.name, bytes }, signal)
    this.#ofAnswers.add(id)
  }

  /** Removes files that `keepHeld` has stored: their chat stays temporary, or is gone. @throws STORE_FULL */
  async dropHeld(files: readonly HeldFile[]): Promise<void> {
    for (const { part } of files) {
      const row = this.#rows.get(part.attachmentId)
      if (row === undefined) continue
      this.#ofAnswers.delete(row.id)
      this.#rows.touch(row.id, 0)
      this.#files.markOld(row.hash)
    }
    // Other messages and snapshots may have a file with the same content.
    await this.removeUnused()
  }

  async #write(
    { ids, name, bytes }: { ids: readonly AttachmentId[]; name: string; bytes: Uint8Array },
    signal: AbortSignal,
  ): Promise<AttachmentPart> {
    const uploadId = await this.begin({ name, sizeBytes: bytes.length }, signal)
    await this.append(uploadId, { offset: 0, data: Buffer.from(bytes) }, signal)
    return this.#finish(uploadId, { ids, isUpload: false }, signal, signal)
  }

  /**
   * Returns the files as message parts, without duplicates, and marks them as used.
   * @throws NOT_FOUND one no longer exists
   */
  use(ids: readonly AttachmentId[]): AttachmentPart[] {
    const now = this.#clock.now()
    return this.#database.transaction(() =>
      [...new Set(ids)].map((id) => {
        const row = this.#row(id)
        this.#rows.touch(row.id, now)
        return toPart(row)
      }),
    )
  }

  /** Marks the files of a message taken back into a composer as used, so that they are kept a day. */
  markUsed(parts: readonly AttachmentPart[]): void {
    const now = this.#clock.now()
    for (const { attachmentId } of parts) this.#rows.touch(attachmentId as AttachmentId, now)
  }

  /** The piece at `offset`. @throws NOT_FOUND, INVALID_INPUT */
  async read(
    id: AttachmentId,
    offset: number,
  ): Promise<{ mediaType: string; data: string; isLast: boolean }> {
    const held = this.#held(id)
    const { mediaType, sizeBytes, read } =
      held === undefined ? await this.#stored(id) : { ...held.part, read: readHeld(held.bytes) }
    if (offset >= sizeBytes) {
      throw failure('INVALID_INPUT', 'offset', { field: 'offset', sizeBytes })
    }
    const length = Math.min(pieceBytes, sizeBytes - offset)
    const piece = await read(offset, length)
    if (piece === null || piece.length < length) throw goneError(id)
    return { mediaType, data: piece.toString('base64'), isLast: offset + length === sizeBytes }
  }

  async #stored(id: AttachmentId) {
    const { hash, media_type: mediaType, size_bytes: sizeBytes } = this.#row(id)
    await this.#fetch(hash)
    const read = (offset: number, length: number) => this.#files.readPiece(hash, offset, length)
    return { mediaType, sizeBytes, read }
  }

  /** The text of a text file or PDF, as much as a preview shows. @throws NOT_FOUND, INVALID_INPUT */
  async text(id: AttachmentId): Promise<{ text: string; isCut: boolean }> {
    const row = this.#row(id)
    const kind = attachmentKind(row.media_type)
    if (kind === 'image' || kind === 'audio') {
      throw failure('INVALID_INPUT', 'file-has-no-text', { field: 'attachmentId' })
    }
    const content = await this.#contentOf(row)
    if (content === null || !('text' in content)) throw goneError(id)
    const isCut = content.text.length > attachmentLimits.previewChars
    return { text: content.text.slice(0, attachmentLimits.previewChars).toWellFormed(), isCut }
  }

  /** The file as a model receives it; null when it no longer exists, or was imported without its bytes. */
  readonly content = async ({ attachmentId }: AttachmentPart): Promise<AttachmentContent | null> => {
    const held = this.#held(attachmentId)
    if (held !== undefined) {
      const { mediaType } = held.part
      const kind = attachmentKind(mediaType) === 'audio' ? 'audio' : 'image'
      return { kind, mediaType, bytes: held.bytes }
    }
    const row = this.#rows.get(attachmentId)
    return row === undefined ? null : this.#contentOf(row)
  }

  /** Keeps the bytes of a known file, which arrived from another machine. False if they are others. */
  async keepArrived(hash: string, path: string, signal: AbortSignal): Promise<boolean> {
    const looked = await this.#look(path, signal)
    if (looked.hash !== hash) return false
    this.#files.keep(
      hash,
      { path, sizeBytes: looked.sizeBytes, textPath: looked.textPath },
      this.#clock.now(),
    )
    return true
  }

  /** True if the file is stored here with its bytes. */
  isHere(attachmentId: string): boolean {
    const row = this.#rows.get(attachmentId)
    return row !== undefined && this.#files.isHere(row.hash)
  }

  /** Periodically removes files that nothing refers to; the returned function stops that. */
  start(onProblem: (error: unknown) => void): Dispose {
    let stop: Dispose
    const removeRepeatedly = async () => {
      stop = this.#clock.after(removeEveryMs, () => void removeRepeatedly())
      try {
        await this.removeUnused()
      } catch (error) {
        onProblem(error)
      }
    }
    stop = this.#clock.after(firstRemoveMs, () => void removeRepeatedly())
    return () => stop()
  }

  /** Removes files that no message, no snapshot and, since yesterday, no composer refers to. Returns how many. */
  async removeUnused(): Promise<number> {
    const before = this.#clock.now() - unusedKeptMs
    const used = await this.#findUsed()
    const needed = new Set<AttachmentId>(used.ids)
    // One used again during the search stays; its row shows it.
    for (const id of this.#rows.unusedSince(before)) {
      if (!needed.has(id) && !this.#ofAnswers.has(id)) this.#rows.removeUnused(id, before)
    }
    const kept = this.#rows.hashes()
    for (const hash of used.snapshotHashes) kept.add(hash)
    return this.#files.removeOthers(kept, before)
  }

  async #fetch(hash: string): Promise<void> {
    if (this.fetchAbsent !== null && !this.#files.isHere(hash)) await this.fetchAbsent(hash)
  }

  async #contentOf({ hash, media_type: mediaType }: AttachmentRow): Promise<AttachmentContent | null> {
    await this.#fetch(hash)
    const kind = attachmentKind(mediaType)
    if (kind === 'pdf') {
      const text = await this.#files.readText(hash)
      return text === null ? null : { kind, text }
    }
    const bytes = await this.#files.read(hash)
    if (bytes === null) return null
    if (kind === 'image' || kind === 'audio') return { kind, mediaType, bytes }
    const text = textOf(bytes)
    return text === null ? null : { kind: 'text', text }
  }

  #row(id: AttachmentId): AttachmentRow {
    const row = this.#rows.get(id)
    if (row === undefined) throw goneError(id)
    return row
  }
}

function readHeld(bytes: Buffer) {
  return (offset: number, length: number) => Promise.resolve(bytes.subarray(offset, offset + length))
}

/** A file name on one line, without folders and invalid characters. */
function nameOf(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const name = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return name === '' ? 'file' : name.slice(0, 255).toWellFormed()
}

function goneError(attachmentId: AttachmentId): ParleyError {
  return failure('NOT_FOUND', 'attachment', { attachmentId })
}
