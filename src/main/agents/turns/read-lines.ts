import type { Readable } from 'node:stream'

import { failure } from '../../../shared/failures/failure'
import { errorCode } from '../../base/error-code'

/** A longer line is a fault of the agent. */
const longestLineBytes = 10 * 1024 * 1024

const lineFeed = 10

/**
 * The lines of a UTF-8 byte stream, without their endings (LF or CRLF); the last line needs none. Reads only on demand,
 * and closes the stream when its reader leaves. A stream that is closed early simply ends, and drops an incomplete
 * line.
 * @throws AGENT_FAILED a line is longer than `maxBytes`
 */
export async function* readLines(
  stream: Readable,
  options: { maxBytes?: number | undefined } = {},
): AsyncGenerator<string, void, undefined> {
  const { maxBytes = longestLineBytes } = options
  let parts: Buffer[] = []
  let sizeBytes = 0
  const take = (end: Buffer): string => {
    const line = decode(parts.length === 0 ? end : Buffer.concat([...parts, end]))
    parts = []
    sizeBytes = 0
    return line
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        checkLength(sizeBytes + end - start, maxBytes)
        yield take(chunk.subarray(start, end))
        start = end + 1
      }
      if (start === chunk.length) continue
      sizeBytes += chunk.length - start
      checkLength(sizeBytes, maxBytes)
      parts.push(chunk.subarray(start))
    }
  } catch (error) {
    // The agent was ended during a read.
    if (errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE') return
    throw error
  }
  if (sizeBytes > 0) yield take(Buffer.alloc(0))
}

function checkLength(sizeBytes: number, maxBytes: number): void {
  if (sizeBytes <= maxBytes) return
  throw failure('AGENT_FAILED', 'line-too-long', { maxBytes, megabytes: Math.floor(maxBytes / 1_000_000) })
}

function decode(line: Buffer): string {
  const carriageReturn = 13
  const end = line.at(-1) === carriageReturn ? line.length - 1 : line.length
  return line.toString('utf8', 0, end)
}
