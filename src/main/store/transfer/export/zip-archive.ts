import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

import { failure } from '../../../../shared/failures/failure'
import type { ByteSink } from './written-file'

/** What this kind of ZIP can hold; one with more would be one that no program opens. */
const maxEntries = 65_534
const maxBytes = 4 * 1024 ** 3 - 64 * 1024 ** 2
/** The years that a ZIP can say. */
const [firstTime, lastTime] = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)]

/** An entry that is being written. */
export interface ZipEntry {
  write(content: string | Uint8Array): void
  end(): void
}

/** Writes a ZIP from its start to its end, one entry after another, without holding any of it. */
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

  /** Refuses before anything is written what is known to be too much. @throws INVALID_INPUT more than a ZIP can hold */
  static assertHolds(entryCount: number): void {
    if (entryCount > maxEntries) throw failure('INVALID_INPUT', 'zip-too-large')
  }

  /**
   * Begins the next entry; the one before it has ended. With `isPacked` it is stored as it comes.
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
