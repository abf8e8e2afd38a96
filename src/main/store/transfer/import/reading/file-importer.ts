import { closeSync, openSync, rmSync, writeSync } from 'node:fs'

import type { ImportSkip } from '../../../../../shared/store/store'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import type { ExchangedRow } from '../../../exchange/exchanged-rows'
import type { ParleySettings } from '../../parley-file'
import { type ConversationHead, type ImportOrigin, noContents } from '../formats/imported-conversation'
import { ParleyError } from '../../../../../shared/errors'
import type { AttachmentPart, Part } from '../../../../../shared/sessions/messages'
import { wireLimits } from '../../../../../shared/rpc/definitions/limits'
import { storeError } from '../../../database/store-errors'
import type { ReferencedFile, ReferencedFiles } from './source-files'

/** The progress of the job, and what it has skipped so far. */
export interface ImportProgress {
  /** Null until something has been recognised. */
  source: ImportOrigin | null
  readBytes: number
  totalBytes: number
  skipped: ImportSkip[]
  remarks: ImportSkip[]
}

/**
 * The questions of the job, each answered before the next: several small conversations at once, where the answer has
 * what became of each; or the start of one, where the answer says whether the rest is wanted, then its messages in
 * pieces, parents before children; or rows of a store.
 */
export type ImportQuestion =
  | { type: 'conversations'; conversations: WholeConversation[] }
  | { type: 'conversation'; head: ConversationHead; leafKey: string | null }
  | { type: 'messages'; messages: TreeMessage[]; isLast: boolean }
  | { type: 'rows'; rows: ExchangedRow[] }
  | { type: 'settings'; settings: ParleySettings }
  | FileQuestion

/** A small conversation without files. */
export interface WholeConversation {
  head: ConversationHead
  leafKey: string | null
  messages: readonly TreeMessage[]
}

/** The fate of a small conversation; `separate`: it must be handed over on its own. */
export type SmallAnswer = 'stored' | 'known' | 'separate'

/** The answer of the main thread to what the reading thread has found. */
export type ImportAnswer = 'go-on' | 'next-conversation' | FileAnswer | SmallAnswer[]

/**
 * A file unpacked at `path`, to be stored as what `attachmentId` of a message refers to. Without a path, asks whether
 * that file is already stored.
 */
export interface FileQuestion {
  type: 'file'
  path: string | null
  name: string
  attachmentId: string
}

/** The file as a message part; null when its type is not supported, or it is not stored. */
export interface FileAnswer {
  part: AttachmentPart | null
}

/** The result for the files of some messages. */
export interface FileImportResult {
  /** Some are not in the upload. */
  isMissing: boolean
  /** Some are too large or of an unsupported type. */
  isRefused: boolean
}

/** Stores the files that messages refer to, each once, and updates the messages. */
export class FileImporter {
  readonly #referencedFiles: ReferencedFiles
  readonly #path: string
  readonly #ask: (question: FileQuestion) => Promise<FileAnswer>
  /** The result for each file by its reference: null when it was refused. */
  readonly #known = new Map<string, AttachmentPart | null>()
  /** By its reference: true if a file that was not uploaded is already stored. */
  readonly #here = new Map<string, boolean>()

  /** `path` is where a file may be unpacked temporarily. */
  constructor(
    referencedFiles: ReferencedFiles,
    path: string,
    ask: (question: FileQuestion) => Promise<FileAnswer>,
  ) {
    this.#referencedFiles = referencedFiles
    this.#path = path
    this.#ask = ask
  }

  /** Marks these files as known, whether or not they are imported. */
  note(parts: readonly Part[]): void {
    for (const part of parts) if (part.type === 'attachment') this.#referencedFiles.find(part.attachmentId)
  }

  /**
   * The parts with the files as they are stored; `taken` records those that are not. `contents` are files in the
   * conversation itself, in base64, by attachment id.
   */
  async take(
    parts: readonly Part[],
    taken: FileImportResult,
    contents: ReadonlyMap<string, string>,
  ): Promise<Part[]> {
    const kept: Part[] = []
    for (const part of parts) {
      kept.push(part.type === 'attachment' ? await this.#take(part, taken, contents) : part)
    }
    return kept
  }

  /** Stores the file of a row of attachments. Returns whether it is here now. */
  async takeRow({ row }: ExchangedRow, taken: FileImportResult): Promise<boolean> {
    const [attachmentId, name] = [String(row['id']), String(row['name'])]
    const found = this.#referencedFiles.find(String(row['hash']))
    if (found === null) {
      const isHere = await this.#isHere({ attachmentId, name })
      taken.isMissing ||= !isHere
      return isHere
    }
    const part = await this.#keep({ attachmentId, name }, found)
    taken.isRefused ||= part === null
    return part !== null
  }

  async #take(
    given: AttachmentPart,
    taken: FileImportResult,
    contents: ReadonlyMap<string, string> = noContents,
  ): Promise<AttachmentPart> {
    const content = contents.get(given.attachmentId)
    const found =
      content === undefined ? this.#referencedFiles.find(given.attachmentId) : containedFile(content)
    if (found === null) {
      if (!(await this.#isHere(given))) taken.isMissing = true
      return given
    }
    const isNamed = found.title === undefined || found.name?.startsWith(given.name) !== true
    const part = isNamed ? given : { ...given, name: found.title ?? given.name }
    const known = this.#known.get(part.attachmentId)
    const file = known === undefined ? await this.#keep(part, found) : known
    this.#known.set(part.attachmentId, file)
    if (file === null) taken.isRefused = true
    return file ?? part
  }

  async #isHere({ attachmentId, name }: Pick<AttachmentPart, 'attachmentId' | 'name'>): Promise<boolean> {
    const known = this.#here.get(attachmentId)
    if (known !== undefined) return known
    const { part } = await this.#ask({ type: 'file', path: null, name, attachmentId })
    this.#here.set(attachmentId, part !== null)
    return part !== null
  }

  async #keep(
    part: Pick<AttachmentPart, 'attachmentId' | 'name'>,
    { file, name }: ReferencedFile,
  ): Promise<AttachmentPart | null> {
    try {
      if (!(await unpack(file.read(), this.#path))) return null
      const isNamed = name === null || !name.startsWith(part.name)
      const answer = await this.#ask({
        type: 'file',
        path: this.#path,
        name: isNamed ? part.name : name,
        attachmentId: part.attachmentId,
      })
      return answer.part
    } catch (error) {
      // Damaged, in a ZIP whose conversations are readable.
      if (error instanceof ParleyError && error.code === 'INVALID_INPUT') return null
      throw error
    } finally {
      rmSync(this.#path, { force: true })
    }
  }
}

/** A file that a conversation contains in base64. */
function containedFile(base64: string): ReferencedFile {
  async function* read(): AsyncGenerator<Uint8Array> {
    await Promise.resolve()
    yield Buffer.from(base64, 'base64')
  }
  return { name: null, file: { sizeBytes: Math.floor((base64.length * 3) / 4), read } }
}

/** Writes the bytes to a new file; false when they exceed the limit for attachments. @throws STORE_FULL */
async function unpack(bytes: AsyncIterable<Uint8Array>, path: string): Promise<boolean> {
  let writtenBytes = 0
  const file = onDisk(() => openSync(path, 'w', 0o600))
  try {
    for await (const piece of bytes) {
      writtenBytes += piece.length
      if (writtenBytes > wireLimits.attachmentBytes) return false
      for (let done = 0; done < piece.length;) done += onDisk(() => writeSync(file, piece, done))
    }
    return true
  } finally {
    closeSync(file)
  }
}

function onDisk<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw storeError(error)
  }
}
