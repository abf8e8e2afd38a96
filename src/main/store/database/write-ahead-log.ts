import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

import { applicationIdAt } from './commit-counter'

/**
 * The state of a write-ahead log. `whole` includes a truncated end, as after a kill; `broken` means that its beginning
 * or something in its middle is not what was written.
 */
export type LogState = 'absent' | 'empty' | 'whole' | 'broken'

const headerBytes = 32
const frameHeaderBytes = 24
const magic = 0x377f0682
const framesPerRead = 256

/** @see https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
export function inspectLog(path: string): LogState {
  if (!existsSync(path)) return 'absent'
  const handle = openSync(path, 'r')
  try {
    return fstatSync(handle).size === 0 ? 'empty' : inspectFrames(handle)
  } finally {
    closeSync(handle)
  }
}

function inspectFrames(handle: number): LogState {
  const start = Buffer.alloc(headerBytes)
  const header = readSync(handle, start, 0, headerBytes, 0) < headerBytes ? null : readHeader(start)
  if (header === null) return 'broken'
  let sum = header.sum
  let isChainBroken = false
  for (const { frame } of framesOf(handle, header.pageBytes)) {
    // Frames from an earlier use of the log have another salt and follow the end.
    if (frame.readUInt32BE(8) !== header.salt1 || frame.readUInt32BE(12) !== header.salt2) {
      isChainBroken = true
      continue
    }
    if (isChainBroken) {
      // A rolled-back or truncated transaction has no commit frame.
      if (frame.readUInt32BE(4) !== 0) return 'broken'
      continue
    }
    sum = checksumOfFrame(sum, frame, header.isBigEndian)
    isChainBroken = !hasChecksum(sum, frame, 16)
  }
  return 'whole'
}

/**
 * The numbers of the first and the last commit in a whole log: the application ids on its first pages. Null if there is
 * none.
 */
export function commitsInLog(path: string): { first: number; last: number } | null {
  if (!existsSync(path)) return null
  const handle = openSync(path, 'r')
  try {
    const start = Buffer.alloc(headerBytes)
    const header = readSync(handle, start, 0, headerBytes, 0) < headerBytes ? null : readHeader(start)
    if (header === null) return null
    let { sum } = header
    let written: number | null = null
    let first: number | null = null
    let last: number | null = null
    for (const { frame } of framesOf(handle, header.pageBytes)) {
      if (frame.readUInt32BE(8) !== header.salt1 || frame.readUInt32BE(12) !== header.salt2) break
      sum = checksumOfFrame(sum, frame, header.isBigEndian)
      if (!hasChecksum(sum, frame, 16)) break
      if (frame.readUInt32BE(0) === 1) written = frame.readInt32BE(frameHeaderBytes + applicationIdAt)
      if (frame.readUInt32BE(4) === 0) continue
      first ??= written
      last = written
    }
    return first === null || last === null ? null : { first, last }
  } finally {
    closeSync(handle)
  }
}

/** Every complete frame of a log, with its offset. A frame is valid until the next one is requested. */
export function* framesOf(handle: number, pageBytes: number): Generator<{ at: number; frame: Buffer }, void> {
  const frameBytes = frameHeaderBytes + pageBytes
  const piece = Buffer.alloc(framesPerRead * frameBytes)
  for (let from = headerBytes; ; from += piece.length) {
    const length = readSync(handle, piece, 0, piece.length, from)
    for (let at = 0; at + frameBytes <= length; at += frameBytes) {
      yield { at: from + at, frame: piece.subarray(at, at + frameBytes) }
    }
    if (length < piece.length) return
  }
}

/** The running checksum of a log: each frame carries the sum up to its end. */
export type Checksum = readonly [number, number]

function readHeader(
  log: Buffer,
): { pageBytes: number; salt1: number; salt2: number; sum: Checksum; isBigEndian: boolean } | null {
  const word = log.readUInt32BE(0)
  const isBigEndian = word === magic + 1
  if (word !== magic && !isBigEndian) return null
  const sum = addToSum([0, 0], log.subarray(0, 24), isBigEndian)
  if (!hasChecksum(sum, log, 24)) return null
  const pageBytes = log.readUInt32BE(8)
  return { pageBytes, salt1: log.readUInt32BE(16), salt2: log.readUInt32BE(20), sum, isBigEndian }
}

/** The checksum of a frame whose predecessor has the checksum `before`. */
export function checksumOfFrame(before: Checksum, frame: Buffer, isBigEndian: boolean): Checksum {
  return addToSum(
    addToSum(before, frame.subarray(0, 8), isBigEndian),
    frame.subarray(frameHeaderBytes),
    isBigEndian,
  )
}

/** True if the checksum at `at` is `sum`. */
export function hasChecksum(sum: Checksum, log: Buffer, at: number): boolean {
  return sum[0] === log.readUInt32BE(at) && sum[1] === log.readUInt32BE(at + 4)
}

function addToSum([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let one = first
  let two = second
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + view.getUint32(at, !isBigEndian) + two) >>> 0
    two = (two + view.getUint32(at + 4, !isBigEndian) + one) >>> 0
  }
  return [one, two]
}
