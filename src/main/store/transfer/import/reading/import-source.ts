import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

import type { ImportReasonCode } from '../../../../../shared/store/import-reasons'
import { pageData } from '../../parley-file'
import { importRefusal } from './import-problems'
import { noReferencedFiles, type ReadableUpload } from './source-files'
import { openZip } from './zip-source'

const pieceBytes = 64 * 1024
const sampleBytes = 512

const dataStart = Buffer.from(pageData.start)
const dataEnd = Buffer.from(pageData.end)
const hashStart = Buffer.from(pageData.hashStart)
const hashDigits = 64

/** Opens a file according to its content, regardless of its name. @throws INVALID_INPUT */
export async function openSource(path: string): Promise<ReadableUpload> {
  const handle = await open(path, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
  const { size } = await handle.stat()
  await handle.close()
  if (isZip(buffer)) return openZip(path)
  if (isOtherArchive(buffer)) throw importRefusal([{ code: 'otherArchive' }])
  if (isPage(buffer.subarray(0, bytesRead))) return openBundle(path, size)
  const read = () => createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>
  return {
    files: [{ sizeBytes: size, read }],
    referencedFiles: noReferencedFiles,
    announcedChats: null,
    isPage: false,
    remarks: new Map(),
    closed: null,
    close: () => {},
  }
}

/** HTML begins with a tag or a comment; JSON never does. */
function isPage(start: Buffer): boolean {
  return start
    .toString('latin1')
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '')
    .startsWith('<')
}

/** A ZIP starts with its first entry or, when it has none, with its directory. */
function isZip(start: Uint8Array): boolean {
  const [first, second, third, fourth] = start
  return first === 0x50 && second === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))
}

/** The signatures of archives of other kinds: gzip, 7z, RAR, xz, Zstandard, bzip2 and tar. */
const otherArchives = [
  ['\x1f\x8b', 0],
  ["7z\xbc\xaf'\x1c", 0],
  ['Rar!\x1a\x07', 0],
  ['\xfd7zXZ\0', 0],
  ['\x28\xb5\x2f\xfd', 0],
  ['BZh', 0],
  ['ustar', 257],
] as const

function isOtherArchive(start: Buffer): boolean {
  const bytes = start.toString('latin1')
  return otherArchives.some(([mark, at]) => bytes.startsWith(mark, at))
}

/** Where the data of a page is, in bytes, and whether its hash is the one in the page. */
interface FoundData {
  start: number
  /** Null when the page ends within its data. */
  end: number | null
  isIntact: boolean
}

/**
 * Opens the data in an HTML page. The page is read in pieces, once to find the data and to check its hash.
 * @throws INVALID_INPUT the page has no data
 */
async function openBundle(path: string, fileBytes: number): Promise<ReadableUpload> {
  const found = await findData(path)
  if (found === null) throw importRefusal([{ code: 'pageWithoutData' }])
  const { start, isIntact } = found
  const end = found.end ?? fileBytes
  const options = { start, end: Math.max(start, end - 1), highWaterMark: pieceBytes }
  return {
    files: [
      {
        sizeBytes: end - start,
        read: () => createReadStream(path, options) as AsyncIterable<Uint8Array>,
      },
    ],
    referencedFiles: noReferencedFiles,
    announcedChats: null,
    isPage: true,
    // A page that ends within its data is reported as such.
    remarks: new Map<ImportReasonCode, number>(isIntact || found.end === null ? [] : [['pageChanged', 1]]),
    closed: null,
    close: () => {},
  }
}

async function findData(path: string): Promise<FoundData | null> {
  const hash = createHash('sha256')
  let start: number | null = null
  let end: number | null = null
  let digest: string | null = null
  let written: string | null = null
  /** The part of the page that has not been used yet, and where it begins in the file. */
  let rest = Buffer.alloc(0)
  let restAt = 0
  const skip = (bytes: number) => {
    rest = rest.subarray(bytes)
    restAt += bytes
  }
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, piece])
    if (start === null) {
      const at = rest.indexOf(dataStart)
      // The end of this piece may be the start of the sought text.
      skip(at === -1 ? Math.max(0, rest.length - dataStart.length) : at + dataStart.length)
      if (at === -1) continue
      start = restAt
    }
    if (end === null) {
      const at = rest.indexOf(dataEnd)
      const length = at === -1 ? Math.max(0, rest.length - dataEnd.length) : at
      hash.update(rest.subarray(0, length))
      skip(length)
      if (at === -1) continue
      end = restAt
      digest = hash.digest('hex')
    }
    const at = rest.indexOf(hashStart)
    if (at === -1) skip(Math.max(0, rest.length - hashStart.length))
    else if (rest.length >= at + hashStart.length + hashDigits) {
      written = rest.toString('latin1', at + hashStart.length, at + hashStart.length + hashDigits)
      break
    } else skip(at)
  }
  return start === null ? null : { start, end, isIntact: digest !== null && digest === written }
}
