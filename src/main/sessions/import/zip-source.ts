import { basename } from 'node:path/posix'
import { crc32 } from 'node:zlib'

import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl'

import { ParleyError } from '../../../shared/errors'
import type { ImportReasonCode } from '../../../shared/import-reasons'
import { parleyFile } from '../parley-archive'
import { importLimits, inMegabytes } from './import-limits'
import { importRefusal } from './import-refusal'
import { filesByList, filesByName, listedFiles } from './files-beside'
import type { ImportSource, SourceFile } from './source-files'

const symbolicLink = 0xa000

/** What macOS adds for itself. */
const leftByMacos = /(^|\/)(__MACOSX\/|\._|\.DS_Store$)/
/** Conversations of ChatGPT and Claude, and what Claude remembers and has in projects. */
const conversationFile = /(^|\/)(conversations(-\d+)?|projects|memories|projects\/[^/]+)\.json$/i
/** The account, and what was thought of answers: nothing that anyone would look for in a chat. */
const accountFile = /(^|\/)(users?|message_feedback|model_comparisons|shared_conversations)\.json$/i
/** Pages and notes about the export itself. */
const pageFile = /\.(html?|txt|md|css|js)$/i

interface Directory {
  entries: Map<string, Entry>
  remarks: Map<ImportReasonCode, number>
}

/**
 * Opens a ZIP and finds the entries that can hold conversations. Nothing is ever unpacked to where its name says, so an
 * entry's name only says what it is; one whose name leads elsewhere is left out all the same. A ZIP within it is not
 * opened.
 * @throws INVALID_INPUT it is damaged, or what it holds cannot be taken in
 */
export async function openZip(path: string): Promise<ImportSource> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(
    (error: unknown) => Promise.reject(damaged(error)),
  )
  try {
    const { entries, remarks } = await readDirectory(zip)
    const budget = { unpackedBytes: 0 }
    const open = (entry: Entry) => sourceFile(zip, entry, budget)
    const index = await fileIndexOf(entries, open)
    const isJson = (name: string) => /\.json$/i.test(name) && name !== index.listName
    const { wanted, otherCount } = wantedOf([...entries].filter(([name]) => isJson(name)))
    if (otherCount > 0) remarks.set('otherFiles', otherCount)
    return {
      files: wanted.map(open),
      beside: index.beside,
      remarks,
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readDirectory(zip: ZipFile): Promise<Directory> {
  if (zip.entryCount > importLimits.zipEntries) {
    throw importRefusal([{ code: 'zipEntries', value: String(zip.entryCount) }])
  }
  const entries = new Map<string, Entry>()
  const remarks = new Map<ImportReasonCode, number>()
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (name.endsWith('/') || leftByMacos.test(name)) continue
      const problem = entries.has(name) ? 'zipEntryTwice' : oddityOf(entry, name)
      if (problem === null) entries.set(name, entry)
      else if (!pageFile.test(name)) remarks.set(problem, (remarks.get(problem) ?? 0) + 1)
    }
  } catch (error) {
    throw damaged(error)
  }
  return { entries, remarks }
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
 * Parley's own archive says so by an entry, which may have come into a folder; ChatGPT and Claude keep conversations in
 * `conversations.json` or `conversations-000.json` and so on, beside files about other things.
 */
function wantedOf(json: readonly [string, Entry][]): { wanted: Entry[]; otherCount: number } {
  const sorted = json.toSorted(([left], [right]) => (left < right ? -1 : 1))
  if (sorted.some(([name]) => isArchiveNote(name))) {
    return { wanted: entriesOf(sorted.filter(([name]) => !isArchiveNote(name))), otherCount: 0 }
  }
  const conversations = sorted.filter(([name]) => conversationFile.test(name))
  if (conversations.length === 0) return { wanted: entriesOf(sorted), otherCount: 0 }
  const others = sorted.filter(([name]) => !conversationFile.test(name) && !accountFile.test(name))
  return { wanted: entriesOf(conversations), otherCount: others.length }
}

function isArchiveNote(name: string): boolean {
  return basename(name) === parleyFile.archiveEntry
}

function entriesOf(named: readonly [string, Entry][]): Entry[] {
  return named.map(([, entry]) => entry)
}

/** The pictures and other files in it, and the name of the entry that lists them, if there is one. */
async function fileIndexOf(entries: ReadonlyMap<string, Entry>, open: (entry: Entry) => SourceFile) {
  const listed = [...entries].find(([name]) => basename(name) === parleyFile.filesEntry)
  const ids = listed === undefined ? null : await listedFiles(open(listed[1]))
  const candidates = [...entries].filter(([name]) => !/\.json$/i.test(name) && !pageFile.test(name))
  const files = candidates.map(([name, entry]) => ({ name: basename(name), file: open(entry) }))
  return {
    listName: ids === null ? null : (listed?.[0] ?? null),
    beside: ids === null ? filesByName(files) : filesByList(files, ids),
  }
}

function sourceFile(zip: ZipFile, entry: Entry, budget: { unpackedBytes: number }): SourceFile {
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
