import type { Readable } from 'node:stream'

import { errorCode } from './error-code'

/** A longer line is not read. */
const longestLineBytes = 10 * 1024 * 1024
/** The number of bytes that are reported of a line that is too long. */
const startBytes = 300

const lineFeed = 10

/**
 * The lines of a UTF-8 byte stream, without their endings (LF or CRLF); the last line needs none. Reads only on demand,
 * and closes the stream when its reader leaves. A stream that is closed early simply ends, and drops an incomplete
 * line. A line of more than `maxBytes` is skipped, and `onTooLong` gets its start.
 */
export async function* readLines(
  stream: Readable,
  options: { maxBytes?: number | undefined; onTooLong?: (start: string) => void } = {},
): AsyncGenerator<string, void, undefined> {
  const { maxBytes = longestLineBytes, onTooLong } = options
  let parts: Buffer[] = []
  let sizeBytes = 0
  let isSkipping = false
  const add = (part: Buffer) => {
    if (isSkipping) return
    parts.push(part)
    sizeBytes += part.length
    if (sizeBytes <= maxBytes) return
    onTooLong?.(Buffer.concat(parts).toString('utf8', 0, startBytes))
    parts = []
    isSkipping = true
  }
  /** The line is complete; null if it was skipped. */
  const take = (): string | null => {
    const line = isSkipping
      ? null
      : decode(parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts))
    parts = []
    sizeBytes = 0
    isSkipping = false
    return line
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        add(chunk.subarray(start, end))
        start = end + 1
        const line = take()
        if (line !== null) yield line
      }
      if (start < chunk.length) add(chunk.subarray(start))
    }
  } catch (error) {
    // The writer was ended during a read.
    if (errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE') return
    throw error
  }
  const last = sizeBytes > 0 ? take() : null
  if (last !== null) yield last
}

function decode(line: Buffer): string {
  const carriageReturn = 13
  const end = line.at(-1) === carriageReturn ? line.length - 1 : line.length
  return line.toString('utf8', 0, end)
}
