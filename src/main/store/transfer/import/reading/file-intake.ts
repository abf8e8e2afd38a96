import { closeSync, openSync, rmSync, writeSync } from 'node:fs'

import { ParleyError } from '../../../../../shared/errors'
import type { AttachmentPart, Part } from '../../../../../shared/sessions/messages'
import { wireLimits } from '../../../../../shared/rpc/limits'
import { storeError } from '../../../database/store-errors'
import type { FileBeside, FilesBeside } from './source-files'

/**
 * A file that lies unpacked at `path` and is to be kept as what `attachmentId` of a message points to. Without a path it
 * is asked whether that file is here already.
 */
export interface FileQuestion {
  type: 'file'
  path: string | null
  name: string
  attachmentId: string
}

/** The file as messages are to have it; null when it is of no kind that is kept, or not here. */
export interface FileAnswer {
  part: AttachmentPart | null
}

/** What became of the files of some messages. */
export interface FilesTaken {
  /** Some are not in what was handed in. */
  isMissing: boolean
  /** Some are of no kind that is kept, or too large. */
  isRefused: boolean
}

/** Keeps the files that messages refer to, each once, and lets the messages have them. */
export class FileIntake {
  readonly #beside: FilesBeside
  readonly #path: string
  readonly #ask: (question: FileQuestion) => Promise<FileAnswer>
  /** What came of each file by what points to it: null when it was refused. */
  readonly #known = new Map<string, AttachmentPart | null>()
  /** Whether a file that was not handed in is here from earlier, by what points to it. */
  readonly #here = new Map<string, boolean>()

  /** `path` is where a file may lie unpacked for a moment. */
  constructor(beside: FilesBeside, path: string, ask: (question: FileQuestion) => Promise<FileAnswer>) {
    this.#beside = beside
    this.#path = path
    this.#ask = ask
  }

  /** Says that these files are known, whether or not they are taken. */
  note(parts: readonly Part[]): void {
    for (const part of parts) if (part.type === 'attachment') this.#beside.find(part.attachmentId)
  }

  /** The parts with the files as they are kept now; `taken` hears of those that are not. */
  async take(parts: readonly Part[], taken: FilesTaken): Promise<Part[]> {
    const kept: Part[] = []
    for (const part of parts) {
      kept.push(part.type === 'attachment' ? await this.#take(part, taken) : part)
    }
    return kept
  }

  /** The same for the files alone. */
  async takeAll(files: readonly AttachmentPart[], taken: FilesTaken): Promise<AttachmentPart[]> {
    const kept: AttachmentPart[] = []
    for (const file of files) kept.push(await this.#take(file, taken))
    return kept
  }

  async #take(part: AttachmentPart, taken: FilesTaken): Promise<AttachmentPart> {
    const found = this.#beside.find(part.attachmentId)
    if (found === null) {
      if (!(await this.#isHere(part))) taken.isMissing = true
      return part
    }
    const known = this.#known.get(part.attachmentId)
    const file = known === undefined ? await this.#keep(part, found) : known
    this.#known.set(part.attachmentId, file)
    if (file === null) taken.isRefused = true
    return file ?? part
  }

  async #isHere({ attachmentId, name }: AttachmentPart): Promise<boolean> {
    const known = this.#here.get(attachmentId)
    if (known !== undefined) return known
    const { part } = await this.#ask({ type: 'file', path: null, name, attachmentId })
    this.#here.set(attachmentId, part !== null)
    return part !== null
  }

  async #keep(part: AttachmentPart, { file, name }: FileBeside): Promise<AttachmentPart | null> {
    const { attachmentId } = part
    try {
      if (!(await unpack(file.read(), this.#path))) return null
      const isNamed = name === null || !name.startsWith(part.name)
      const answer = await this.#ask({
        type: 'file',
        path: this.#path,
        name: isNamed ? part.name : name,
        attachmentId,
      })
      return answer.part
    } catch (error) {
      // Damaged within a ZIP whose conversations can be read.
      if (error instanceof ParleyError && error.code === 'INVALID_INPUT') return null
      throw error
    } finally {
      rmSync(this.#path, { force: true })
    }
  }
}

/** Writes the bytes into a new file; false when they are more than an attachment may have. @throws STORE_FULL */
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
