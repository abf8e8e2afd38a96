import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createDeflateRaw, createInflateRaw } from 'node:zlib'

import { z } from 'zod'

import { isSystemError } from './folder-files'
import { readLines } from '../../base/read-lines'
import { type FileFault, type SealedFile, type SealedWriter } from './sealed-file'

/** The version of heads and lines. */
export const contentVersion = 1

const number = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const id = z.string().min(1).max(64)

const rowsHeadSchema = z
  .object({
    format: z.literal(contentVersion),
    kind: z.literal('rows'),
    deviceId: id,
    deviceName: z.string(),
    appVersion: z.string(),
    /** The numbers of the device’s segments whose records the file has; equal unless it was compacted. */
    from: number,
    to: number,
    /** By the clock of the device, in milliseconds since the epoch. */
    writtenAt: z.number(),
  })
  .refine(({ from, to }) => from <= to)

const fileHeadSchema = z.object({
  format: z.literal(contentVersion),
  kind: z.literal('file'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** What a segment says about itself. */
export type RowsHead = z.infer<typeof rowsHeadSchema>

/** Limits on what is read and written; tests have lower ones. */
export interface FolderLimits {
  /** A longer record is neither written nor read. */
  lineBytes: number
  /** A larger segment is not read. */
  packedBytes: number
  /** A segment that has more is not read further. */
  unpackedBytes: number
  /** A writer begins another segment after as much. */
  segmentBytes: number
  /** Segments that together have more, packed or unpacked, are not merged. */
  mergedPackedBytes: number
  mergedUnpackedBytes: number
  /** Records are delivered in batches of about this size. */
  batchBytes: number
}

const megabyte = 1024 * 1024

export const usualLimits: FolderLimits = {
  lineBytes: 32 * megabyte,
  packedBytes: 256 * megabyte,
  unpackedBytes: 1024 * megabyte,
  segmentBytes: 64 * megabyte,
  mergedPackedBytes: 32 * megabyte,
  mergedUnpackedBytes: 512 * megabyte,
  batchBytes: megabyte,
}

/** The head of a segment. */
export function readRowsHead(text: string): RowsHead | FileFault {
  return readHead(text, rowsHeadSchema)
}

/** The SHA-256 of the attachment that a sealed file holds. */
export function readFileHead(text: string): { sha256: string } | FileFault {
  return readHead(text, fileHeadSchema)
}

/** The head of an attachment’s file as text. */
export function fileHead(sha256: string): string {
  return JSON.stringify({ format: contentVersion, kind: 'file', sha256 } satisfies z.infer<
    typeof fileHeadSchema
  >)
}

function readHead<Head>(text: string, schema: z.ZodType<Head>): Head | FileFault {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Not written by Parley, although with the key.
    return 'damaged'
  }
  const head = schema.safeParse(value)
  if (head.success) return head.data
  const version = z.object({ format: number }).safeParse(value)
  return version.success && version.data.format > contentVersion ? 'too-new' : 'damaged'
}

/** Packs lines into the body of a segment, and ends it. @throws what the lines throw, or a system error */
export async function packLines(
  writer: SealedWriter,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  await pipeline(
    Readable.from(blocksOf(lines)),
    createDeflateRaw(),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const bytes of packed) writer.add(bytes)
    },
  )
  writer.end()
}

/** Lines in large blocks, because each block costs a turn of the event loop. */
async function* blocksOf(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let block = ''
  for await (const line of lines) {
    block += `${line}\n`
    if (block.length < 64 * 1024) continue
    yield Buffer.from(block)
    block = ''
  }
  if (block !== '') yield Buffer.from(block)
}

/** One record with the line that has it. */
export interface PackedRecord {
  line: string
  record: unknown
}

/**
 * The records of a segment, in batches. Returns null after the end, and otherwise what stopped the reading: all records
 * before are authentic, but the segment is not whole.
 */
export async function* unpackRecords(
  file: SealedFile,
  limits: FolderLimits,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<PackedRecord[], FileFault | null> {
  const state = { fault: null as FileFault | null, unpackedBytes: 0, isAtEnd: false }
  const found = (fault: FileFault) => {
    state.fault ??= fault
  }
  function* chunks() {
    for (let index = 0; index < file.chunks; index += 1) {
      const chunk = file.chunk(index)
      if (chunk === null) {
        found('damaged')
        break
      }
      onBytes(chunk.length)
      yield chunk
    }
  }
  const limiter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      state.unpackedBytes += piece.length
      if (state.unpackedBytes <= limits.unpackedBytes) return done(null, piece)
      found('too-large')
      done(new Error('the segment is too large'))
    },
  })
  const stop = new AbortController()
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  const source = Readable.from(chunks(), { highWaterMark: 1 })
  const unpacking = pipeline(source, inflate, limiter, { signal: stop.signal }).catch((error: unknown) =>
    found(isSystemError(error) ? 'unreadable' : 'damaged'),
  )
  try {
    const onTooLong = () => found('too-large')
    let batch: PackedRecord[] = []
    let bytes = 0
    for await (const line of readLines(limiter, { maxBytes: limits.lineBytes, onTooLong })) {
      if (state.fault !== null) break
      batch.push({ line, record: JSON.parse(line) as unknown })
      bytes += line.length
      if (bytes < limits.batchBytes) continue
      yield batch
      batch = []
      bytes = 0
    }
    if (batch.length > 0) yield batch
    state.isAtEnd = state.fault === null
  } catch {
    // A line that is not JSON, or what the pipeline reports, too.
  } finally {
    if (!state.isAtEnd) stop.abort()
    await unpacking
  }
  return state.fault ?? (state.isAtEnd ? null : 'damaged')
}
