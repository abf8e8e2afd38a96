// The entry for Node starts threads, which is not needed here, through a `require` that clashes with the build's own.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate/browser'

import { failure } from '../../../../shared/failures/failure'
import type { ByteSink } from './written-file'

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
