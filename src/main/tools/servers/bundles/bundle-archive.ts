import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'

import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl'

import { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { bundleLimits } from '../../../../shared/tools/bundles'

/** The kind of an entry in the mode that Unix systems store; 0 in archives of other systems. */
const kindMask = 0xf000
const regularFile = 0x8000
const folder = 0x4000
const executable = 0o111

/** Longer paths and deeper folders are refused by some systems. */
const pathChars = 400
const partBytes = 255
const pathDepth = 40
/** The compression ratio allowed for an entry larger than this. */
const freeBytes = 20_000_000
const mostSwollen = 200

const manifestName = 'manifest.json'

/** An opened bundle. Its names and sizes are checked; its content is checked as it is read. */
export interface BundleArchive {
  readManifest(): Promise<string>
  /** Unpacks everything into a new folder. @throws ParleyError, the system's error, the reason of `signal` */
  unpackTo(target: string, signal: AbortSignal): Promise<void>
  close(): void
}

/**
 * Opens a bundle. Nothing in it may lead out of its folder, be a link, or be much larger than it says.
 * @throws INVALID_INPUT
 */
export async function openBundle(path: string): Promise<BundleArchive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(
    (error: unknown) => Promise.reject(damaged(error)),
  )
  try {
    const entries = await readDirectory(zip)
    const budget = { bytes: 0 }
    return {
      async readManifest() {
        const entry = entries.get(manifestName)
        if (entry === undefined) throw refusal('bundle-none')
        const pieces: Uint8Array[] = []
        let sizeBytes = 0
        for await (const piece of await contentOf(zip, entry, { bytes: 0 })) {
          sizeBytes += (piece as Uint8Array).length
          if (sizeBytes > bundleLimits.manifestBytes) {
            throw serverFailure('bundle-manifest', { field: 'importId', name: '.' })
          }
          pieces.push(piece as Uint8Array)
        }
        return Buffer.concat(pieces).toString('utf8')
      },
      async unpackTo(target, signal) {
        for (const [name, entry] of entries) {
          signal.throwIfAborted()
          const file = join(target, ...name.split('/'))
          const mode = (modeOf(entry) & executable) === 0 ? 0o600 : 0o700
          try {
            await mkdir(dirname(file), { recursive: true, mode: 0o700 })
            const content = await contentOf(zip, entry, budget)
            await pipeline(content, createWriteStream(file, { flags: 'wx', mode }), { signal })
          } catch (error) {
            signal.throwIfAborted()
            throw error instanceof ParleyError || isSystemError(error) ? error : damaged(error)
          }
        }
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > bundleLimits.files) throw refusal('bundle-files')
  const entries = new Map<string, Entry>()
  /** Systems that ignore case would write one over the other. */
  const seen = new Set<string>()
  let count = 0
  try {
    for await (const entry of zip.eachEntry()) {
      count += 1
      if (count > bundleLimits.files) throw refusal('bundle-files')
      const name = getFileNameLowLevel(
        entry.generalPurposeBitFlag,
        entry.fileNameRaw,
        entry.extraFields,
        true,
      )
      assertUsable(entry, name)
      if (name.endsWith('/')) continue
      const folded = name.normalize('NFC').toLowerCase()
      if (seen.has(folded)) throw refusal('bundle-entry', { name: name.slice(0, 200) })
      seen.add(folded)
      entries.set(name, entry)
    }
    for (const name of seen) assertNoFileAbove(name, seen)
  } catch (error) {
    throw error instanceof ParleyError ? error : damaged(error)
  }
  return entries
}

function assertUsable(entry: Entry, name: string): void {
  const kind = modeOf(entry) & kindMask
  const parts = name.replace(/\/$/, '').split('/')
  const isUsable =
    validateFileName(name) === null &&
    // oxlint-disable-next-line no-control-regex -- no system should show these in a name
    !/[\u0000-\u001f:]/.test(name) &&
    parts.every((part) => part !== '' && part !== '.' && Buffer.byteLength(part) <= partBytes) &&
    name.length <= pathChars &&
    parts.length <= pathDepth &&
    (kind === 0 || kind === regularFile || (kind === folder && name.endsWith('/'))) &&
    !entry.isEncrypted() &&
    entry.canDecodeFileData()
  if (!isUsable) throw refusal('bundle-entry', { name: name.slice(0, 200) })
}

/** No file may be where another one needs a folder. */
function assertNoFileAbove(name: string, files: ReadonlySet<string>): void {
  for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
    if (files.has(name.slice(0, end))) throw refusal('bundle-entry', { name: name.slice(0, 200) })
  }
}

function modeOf(entry: Entry): number {
  return entry.externalFileAttributes >>> 16
}

/** The unpacked content, which fails when it is larger than allowed or damaged. `budget`: of all entries together. */
async function contentOf(zip: ZipFile, entry: Entry, budget: { bytes: number }) {
  let unpacked = 0
  let checksum = 0
  const check = new Transform({
    transform(piece: Buffer, _encoding, done) {
      unpacked += piece.length
      budget.bytes += piece.length
      checksum = crc32(piece, checksum)
      const isSwollen = unpacked > freeBytes && unpacked > entry.compressedSize * mostSwollen
      done(isSwollen || budget.bytes > bundleLimits.unpackedBytes ? refusal('bundle-size') : null, piece)
    },
    flush(done) {
      done(checksum === entry.crc32 ? null : damaged(new Error('the checksum of an entry does not match')))
    },
  })
  const stream = await zip.openReadStreamPromise(entry)
  stream.once('error', (error) => check.destroy(damaged(error)))
  check.once('close', () => stream.destroy())
  return stream.pipe(check)
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

type Refusal = 'bundle-none' | 'bundle-files' | 'bundle-size' | 'bundle-entry'

function refusal(reason: Refusal, data: Record<string, unknown> = {}): ParleyError {
  const { files, unpackedBytes } = bundleLimits
  return serverFailure(reason, {
    field: 'importId',
    most: files,
    megabytes: unpackedBytes / 1_000_000,
    ...data,
  })
}

function damaged(cause: unknown): ParleyError {
  return serverFailure('bundle-damaged', { field: 'importId' }, cause)
}
