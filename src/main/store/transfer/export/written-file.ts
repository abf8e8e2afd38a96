import { closeSync, openSync, rmSync, writeSync } from 'node:fs'

import { storeError } from '../../database/store-errors'

/** As `writeSync` of Node: answers how many of the bytes were written. */
type WriteBytes = (descriptor: number, bytes: Uint8Array, offset: number) => number

/** Where the bytes of an export go. */
export interface ByteSink {
  /** @throws STORE_FULL */
  write(bytes: Uint8Array): void
}

/** Small pieces are gathered to this before they are written. */
const gatheredBytes = 256 * 1024

/** A new file, for its owner only, written from its start to its end by a thread that serves nobody else. */
export class WrittenFile implements ByteSink {
  readonly #file: string
  readonly #descriptor: number
  readonly #writeBytes: WriteBytes
  #gathered: Uint8Array[] = []
  #gatheredBytes = 0
  #sizeBytes = 0

  /** @throws STORE_FULL */
  constructor(file: string, writeBytes: WriteBytes = writeSync) {
    this.#file = file
    this.#writeBytes = writeBytes
    this.#descriptor = guarded(() => openSync(file, 'wx', 0o600))
  }

  write(bytes: Uint8Array): void {
    this.#gathered.push(bytes)
    this.#gatheredBytes += bytes.length
    if (this.#gatheredBytes >= gatheredBytes) this.#flush()
  }

  /** Writes what is left and closes the file. Answers how large it is. @throws STORE_FULL */
  finish(): number {
    this.#flush()
    guarded(() => closeSync(this.#descriptor))
    return this.#sizeBytes
  }

  /** Takes the file away, finished or not. */
  remove(): void {
    try {
      closeSync(this.#descriptor)
    } catch {
      // It was finished, and so is closed already.
    }
    rmSync(this.#file, { force: true })
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#gathered)
    this.#gathered = []
    this.#gatheredBytes = 0
    for (let start = 0; start < bytes.length;) {
      start += guarded(() => this.#writeBytes(this.#descriptor, bytes, start))
    }
    this.#sizeBytes += bytes.length
  }
}

function guarded<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw storeError(error)
  }
}
