import { crc32 } from 'node:zlib'

import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl'

import { ParleyError } from '../../../shared/errors'
import type { ImportReasonCode } from '../../../shared/import-reasons'
import { parleyFile } from '../parley-file'
import { importLimits, inMegabytes } from './import-limits'
import { importRefusal } from './import-refusal'
import type { ImportSource, JsonFile } from './source-files'

const symbolicLink = 0xa000

/**
 * Opens a ZIP and finds the entries that can hold conversations. Nothing is ever unpacked to a file, so an entry's name
 * only says what it is; one whose name leads elsewhere is left out all the same. A ZIP within it is not opened.
 * @throws INVALID_INPUT it is damaged, or what it holds cannot be taken in
 */
export async function openZip(path: string): Promise<ImportSource> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(
    (error: unknown) => Promise.reject(damaged(error)),
  )
  try {
    const { entries, remarks } = await readDirectory(zip)
    const budget = { unpackedBytes: 0 }
    const files = wantedOf(entries).map((entry) => jsonFile(zip, entry, budget))
    return { files, remarks, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readDirectory(
  zip: ZipFile,
): Promise<{ entries: Map<string, Entry>; remarks: ImportReasonCode[] }> {
  if (zip.entryCount > importLimits.zipEntries) {
    throw importRefusal([{ code: 'zipEntries', value: String(zip.entryCount) }])
  }
  const entries = new Map<string, Entry>()
  const remarks = new Set<ImportReasonCode>()
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (!/\.json$/i.test(name)) continue
      const problem = entries.has(name) ? 'zipEntryTwice' : oddityOf(entry, name)
      if (problem === null) entries.set(name, entry)
      else remarks.add(problem)
    }
  } catch (error) {
    throw damaged(error)
  }
  return { entries, remarks: [...remarks] }
}

function oddityOf(entry: Entry, name: string): ImportReasonCode | null {
  if (validateFileName(name) !== null || name.includes('\0')) {
    return 'zipEntryLeadsOut'
  }
  if (((entry.externalFileAttributes >>> 16) & 0xf000) === symbolicLink) {
    return 'zipEntryLinks'
  }
  if (entry.isEncrypted()) return 'zipEntryLocked'
  if (!entry.canDecodeFileData()) return 'zipEntryPacked'
  return null
}

/**
 * Parley's own archive says so by an entry; ChatGPT and Claude keep conversations in `conversations.json` or
 * `conversations-000.json` and so on, beside files about other things.
 */
function wantedOf(entries: Map<string, Entry>): Entry[] {
  const named = [...entries].toSorted(([left], [right]) => (left < right ? -1 : 1))
  if (entries.has(parleyFile.archiveEntry)) {
    return named.filter(([name]) => name !== parleyFile.archiveEntry).map(([, entry]) => entry)
  }
  const conversations = named.filter(([name]) => /(^|\/)conversations(-\d+)?\.json$/i.test(name))
  return (conversations.length > 0 ? conversations : named).map(([, entry]) => entry)
}

function jsonFile(zip: ZipFile, entry: Entry, budget: { unpackedBytes: number }): JsonFile {
  async function* read(): AsyncGenerator<Uint8Array> {
    let unpacked = 0
    let checksum = 0
    try {
      const stream = (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>
      for await (const piece of stream) {
        unpacked += piece.length
        budget.unpackedBytes += piece.length
        assertNoBomb(unpacked, entry.compressedSize, budget.unpackedBytes)
        checksum = crc32(piece, checksum)
        yield piece
      }
    } catch (error) {
      throw error instanceof ParleyError ? error : damaged(error)
    }
    if (checksum !== entry.crc32) throw damaged(new Error('the checksum of an entry does not fit'))
  }
  return { sizeBytes: entry.uncompressedSize, read }
}

function assertNoBomb(unpackedBytes: number, packedBytes: number, totalBytes: number): void {
  const isSwollen =
    unpackedBytes > importLimits.freeUnpackedBytes && unpackedBytes > packedBytes * importLimits.unpackedRatio
  if (isSwollen) throw importRefusal([{ code: 'zipSwollen' }])
  if (totalBytes > importLimits.unpackedBytes) {
    throw importRefusal([{ code: 'zipUnpacked', value: inMegabytes(importLimits.unpackedBytes) }])
  }
}

/** As the directory has it: a backslash in it is left one, so that it is seen. */
function nameOf(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
}

function damaged(cause: unknown): ParleyError {
  return importRefusal([{ code: 'zipDamaged' }], cause)
}
