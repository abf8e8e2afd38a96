/** Finds the line `data: <last>` that a protocol ends its event stream with, also when it is split over chunks. */
export class LastEventScanner {
  readonly #needle: Buffer
  readonly #keepBytes: number
  #tail: Buffer = Buffer.from('\n')

  constructor(lastEventData: string) {
    this.#needle = Buffer.from(lastEventData)
    this.#keepBytes = 'ndata: '.length + this.#needle.length
  }

  /** Whether the stream has said its last word with this chunk. */
  push(chunk: Buffer): boolean {
    const bytes = Buffer.concat([this.#tail, chunk])
    for (let at = bytes.indexOf(this.#needle); at >= 0; at = bytes.indexOf(this.#needle, at + 1)) {
      if (isWholeLine(bytes, at, at + this.#needle.length)) return true
    }
    this.#tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - this.#keepBytes)))
    return false
  }
}

/** The data stands alone on a line of its own: JSON never holds a raw line break, so this is no quotation. */
function isWholeLine(bytes: Buffer, start: number, end: number): boolean {
  const lineStart = bytes.toString('latin1', Math.max(0, start - 7), start)
  if (!/[\r\n]data: ?$/.test(lineStart)) return false
  return end === bytes.length || bytes[end] === 0x0a || bytes[end] === 0x0d
}
