import { closeSync, openSync, rmSync, writeSync } from 'node:fs'

import { storeError } from '../../database/store-errors'

/** Like Node's `writeSync`: returns how many bytes were written. */
type WriteBytes = (descriptor: number, bytes: Uint8Array, offset: number) => number

/** Receives the bytes of an export. */
export interface ByteSink {
  /** @throws STORE_FULL */
  write(bytes: Uint8Array): void
}

/** Small pieces are buffered up to this size. */
const gatheredBytes = 256 * 1024

/** A new file, for its owner only, written sequentially by a thread that serves nobody else. */
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

  /** Writes what is buffered and closes the file. Returns its size. @throws STORE_FULL */
  finish(): number {
    this.#flush()
    guarded(() => closeSync(this.#descriptor))
    return this.#sizeBytes
  }

  /** Removes the file, finished or not. */
  remove(): void {
    try {
      closeSync(this.#descriptor)
    } catch {
      // It is finished, and so already closed.
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
