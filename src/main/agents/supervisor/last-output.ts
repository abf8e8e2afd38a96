import type { Readable } from 'node:stream'

import { redactText } from '../../base/redaction/redaction'
import type { Clock } from '../../base/clock'

const keptBytes = 64_000
/** Kept in addition, so that a secret that is cut at the start can be removed whole. */
const spareBytes = 8_000
/** Read at once. After that the program has to wait for a moment, so that a flood costs little. */
const burstBytes = 1_000_000
const pauseMs = 10

/** Reads the output of a program to its end, and keeps the last part. */
export class LastOutput {
  readonly #chunks: Buffer[] = []
  #sizeBytes = 0
  #isCut = false

  constructor(stream: Readable, clock: Clock) {
    let burst = 0
    stream.on('data', (chunk: Buffer) => {
      this.#keep(chunk)
      burst += chunk.length
      if (burst < burstBytes) return
      burst = 0
      stream.pause()
      clock.after(pauseMs, () => stream.resume())
    })
    // The output that was read is kept; the exit code says the rest.
    stream.on('error', () => {})
  }

  /** The last 64 kB, without secrets. */
  text(): string {
    const text = redactText(Buffer.concat(this.#chunks).toString())
    return (this.#isCut ? text.slice(spareBytes) : text).slice(-keptBytes)
  }

  #keep(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#sizeBytes += chunk.length
    const mostBytes = keptBytes + spareBytes
    for (
      let first = this.#chunks[0];
      first !== undefined && this.#sizeBytes > mostBytes;
      first = this.#chunks[0]
    ) {
      const surplus = this.#sizeBytes - mostBytes
      this.#isCut = true
      if (first.length > surplus) {
        this.#chunks[0] = first.subarray(surplus)
        this.#sizeBytes = mostBytes
      } else {
        this.#chunks.shift()
        this.#sizeBytes -= first.length
      }
    }
  }
}
