import { basename } from 'node:path/posix'
import { crc32 } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl'
import { z } from 'zod'

import { ParleyError } from '../../../../../shared/errors'
import type { ImportReasonCode } from '../../../../../shared/store/import-reasons'
import { places } from '../../../exchange/places'
import { parleyFile } from '../../parley-file'
import { importLimits, inMegabytes } from '../../../uploads/import-limits'
import { withDeepchatDatabase } from './deepchat-database'
import { importRefusal } from './import-problems'
import { withJanThreads } from './jan-threads'
import {
  type ReadableUpload,
  type ReferencedFile,
  type ReferencedFiles,
  shownNames,
  type SourceFile,
} from './source-files'
import { fileIdOf } from '../formats/chatgpt-parts'

const symbolicLink = 0xa000

/** Files that macOS adds. */
const leftByMacos = /(^|\/)(__MACOSX\/|\._|\.DS_Store$)/
/** Conversations of ChatGPT and Claude, and Claude's memories and projects. */
const conversationFile = /(^|\/)(conversations(-\d+)?|projects|memories|projects\/[^/]+)\.json$/i
/** Data about the account and ratings of answers, which nobody would look for in a chat. */
const accountFile =
  /(^|\/)(users?|user_settings|export_manifest|manifest|message_feedback|model_comparisons|shared_conversations)\.json$/i
/** A backup of Cherry Studio: its data and, below `Data/Files`, the files of its messages. */
const cherryData = /(^|\/)data\.json$/
const cherryFile = /(^|\/)Data\/Files\/[^/]+$/
const cherryFolder = /(^|\/)Data\//
/** The database in newer backups of Cherry Studio. */
const database = /(^|\/)(IndexedDB|Local Storage)\/.*\.(ldb|log)$/
/** An archive in a ZIP, such as a part of an export. */
const archiveFile = /\.(?:zip|tar|tgz|gz|7z|rar|zst|xz|bz2)$/i
/** Pages and notes about the export itself. */
const pageFile = /\.(html?|txt|md|css|js)$/i

type NamedEntry = readonly [name: string, file: SourceFile]

interface Directory {
  entries: Map<string, Entry>
  remarks: Map<ImportReasonCode, number>
}

/**
 * Opens a ZIP and finds the entries that can contain conversations. Nothing is unpacked to the path in its name, but an
 * entry whose name leads elsewhere is skipped anyway. A nested archive is not opened, but named.
 * @throws INVALID_INPUT it is damaged, or its content cannot be imported
 */
export async function openZip(path: string): Promise<ReadableUpload> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(
    (error: unknown) => Promise.reject(damaged(error)),
  )
  try {
    const { entries, remarks } = await readDirectory(zip)
    const budget = { unpackedBytes: 0 }
    const open = (entry: Entry) => sourceFile(zip, entry, budget)
    const named = [...entries].map(([name, entry]): NamedEntry => [name, { ...open(entry), name }])
    const index = await readArchiveIndex(named)
    const { wanted, beside, otherCount } = sorted(
      // An archive of rows has files with the names of Jan's.
      index.rows === null ? withDeepchatDatabase(withJanThreads(named), `${path}-database`) : named,
      index,
    )
    if (otherCount > 0) remarks.set('otherFiles', otherCount)
    if (named.some(([name]) => database.test(name)) && !isCherry(named)) remarks.set('databaseBackup', 1)
    const files = beside.flatMap(([name, file]) => (isNested(name) ? [] : [{ name: basename(name), file }]))
    const archives = named.flatMap(([name]) => (isNested(name) ? [basename(name)] : []))
    return {
      files: wanted.map(([, file]) => file),
      referencedFiles:
        index.hashes === null && index.rows === null
          ? filesByName(files, index.titles)
          : filesByList(files, index.hashes),
      announcedChats: index.announcedChats,
      isPage: false,
      remarks,
      closed: archives.length === 0 ? null : { code: 'nestedZips', value: shownNames(archives) },
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
      else if (!isAboutExport(name)) remarks.set(problem, (remarks.get(problem) ?? 0) + 1)
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
 * Sorts entries into conversations, files that messages may refer to, and the number of others. In Parley's own archive
 * every JSON file contains conversations; ChatGPT and Claude keep them in `conversations.json` or
 * `conversations-000.json` and so on, Cherry Studio in `data.json`, beside files about other things.
 */
function sorted(
  named: readonly NamedEntry[],
  index: ArchiveIndex,
): { wanted: NamedEntry[]; beside: NamedEntry[]; otherCount: number } {
  const { rows } = index
  if (rows !== null) {
    // Whoever packs it again may change the order.
    const wanted = named
      .filter(([name]) => isOfArchive(name, rows))
      .toSorted(([one], [other]) => rankIn(one, rows) - rankIn(other, rows))
    const files = named.filter(([name]) => name.split('/').at(-2) === parleyFile.filesFolder)
    return { wanted, beside: files, otherCount: named.length - wanted.length - files.length }
  }
  const json = named
    .filter(([name]) => isJson(name) && !index.names.has(name))
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
  const others = named.filter(([name]) => !isJson(name) && !isAboutExport(name))
  const ofChats = isCherry(named) ? isCherryData : (name: string) => conversationFile.test(name)
  const conversations = json.filter(([name]) => ofChats(name))
  if (index.isArchive || conversations.length === 0) return { wanted: json, beside: others, otherCount: 0 }
  const rest = json.filter(([name]) => !ofChats(name) && !accountFile.test(name))
  const attached = rest.filter(([name]) => isAttached(name))
  return {
    wanted: conversations,
    beside: [...others, ...attached],
    otherCount: rest.length - attached.length,
  }
}

function isCherry(named: readonly NamedEntry[]): boolean {
  return named.some(([name]) => isCherryData(name)) && named.some(([name]) => cherryFolder.test(name))
}

function isCherryData(name: string): boolean {
  return cherryData.test(name) && !cherryFolder.test(name)
}

/** True for the head of an archive, its settings and its rows, which are read in the order of the archive. */
function isOfArchive(name: string, head: string): boolean {
  return name === head || /\.jsonl$/i.test(name) || basename(name) === parleyFile.settingsEntry
}

const tables = places.map(({ table }): string => `${table}.jsonl`)

/** The head is first, and rows follow those that they refer to. */
function rankIn(name: string, head: string): number {
  const table = tables.indexOf(basename(name).toLowerCase())
  return name === head
    ? -2
    : basename(name) === parleyFile.settingsEntry
      ? -1
      : table < 0
        ? tables.length
        : table
}

function isJson(name: string): boolean {
  return /\.json$/i.test(name)
}

function isAboutExport(name: string): boolean {
  return pageFile.test(name) && !isAttached(name)
}

/** True for an archive that no message refers to. */
function isNested(name: string): boolean {
  return archiveFile.test(name) && !isAttached(name)
}

function isAttached(name: string): boolean {
  return isNamedById(basename(name)) || cherryFile.test(name)
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
    if (checksum !== entry.crc32) throw damaged(new Error('the checksum of an entry does not match'))
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

/** The name from the directory; a backslash is kept, so that it is detected. */
function nameOf(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
}

function damaged(cause: unknown): ParleyError {
  return importRefusal([{ code: 'zipDamaged' }], cause)
}

/** An archive's metadata is never longer. */
const maxNoteBytes = 64 * 1024
/** A list of files is never longer. */
const maxListBytes = 64 * 1024 * 1024

/** Longer names of files are cut. */
const maxTitleChars = 1024

const assetList = z.record(z.string(), z.unknown())

const archiveNote = z.object({
  format: z.literal(parleyFile.archive),
  content: z.unknown().optional(),
  chatCount: z.number().int().min(0).catch(0),
})

const rowsNote = z.object({ format: z.literal(parleyFile.rows) })

const fileList = z.object({
  format: z.literal(parleyFile.files),
  files: z.array(z.object({ id: z.string(), hash: z.string() })),
})

/** ChatGPT's list of the names of files, which are called by their ids. */
const assetNames = /(^|\/)conversation_asset_file_names(-\d+)?\.json$/i

/** The metadata of Parley's own archive, and of ChatGPT's export. */
interface ArchiveIndex {
  /** The entries with metadata, which contain no chats. */
  names: ReadonlySet<string>
  /** Null when it is not a ZIP of importable chats. */
  announcedChats: number | null
  isArchive: boolean
  /** The entry with the head of an archive of rows; null in any other ZIP. */
  rows: string | null
  /** The hash of each attachment by its id; null without a list. */
  hashes: ReadonlyMap<string, string> | null
  /** The names that ChatGPT's export lists for its files. */
  titles: ReadonlyMap<string, string>
}

/**
 * Finds the metadata and file lists of Parley's archives in any folder. Their content decides, because the title of a
 * chat or comparison may give its file the same name.
 */
async function readArchiveIndex(
  entries: readonly (readonly [name: string, file: SourceFile])[],
): Promise<ArchiveIndex> {
  const notes: z.output<typeof archiveNote>[] = []
  const lists: z.output<typeof fileList>[] = []
  const names = new Set<string>()
  const titles = new Map<string, string>()
  let rows: string | null = null
  for (const [name, file] of entries) {
    const base = basename(name)
    if (base === parleyFile.archiveEntry && (await readAs(rowsNote, file, maxNoteBytes)) !== null)
      rows ??= name
    const note = base === parleyFile.archiveEntry ? await readAs(archiveNote, file, maxNoteBytes) : null
    const list = base === parleyFile.filesEntry ? await readAs(fileList, file, maxListBytes) : null
    if (note !== null) notes.push(note)
    if (list !== null) lists.push(list)
    const assets = assetNames.test(name) ? await readAs(assetList, file, maxListBytes) : null
    for (const [entry, title] of Object.entries(assets ?? {})) {
      if (typeof title === 'string' && title !== '')
        titles.set(basename(entry), title.slice(0, maxTitleChars))
    }
    if (note !== null || list !== null || assets !== null) names.add(name)
  }
  const counted = notes.filter(({ content }) => content === 'json')
  const hashes = new Map(lists.flatMap(({ files }) => files.map(({ id, hash }) => [id, hash] as const)))
  return {
    names,
    titles,
    isArchive: notes.length > 0,
    announcedChats: counted.length === 0 ? null : counted.reduce((sum, { chatCount }) => sum + chatCount, 0),
    rows,
    hashes: lists.length === 0 ? null : hashes,
  }
}

async function readAs<Value>(
  schema: z.ZodType<Value>,
  file: SourceFile,
  maxBytes: number,
): Promise<Value | null> {
  if (file.sizeBytes > maxBytes) return null
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of file.read()) pieces.push(piece)
    return schema.safeParse(JSON.parse(Buffer.concat(pieces).toString())).data ?? null
  } catch {
    // Damaged, or another file of that name: it is read like any other, which reports what is wrong with it.
    return null
  }
}

interface NamedFile {
  /** Without folders. */
  name: string
  file: SourceFile
}

/** The files of Parley's own archives, named by their hashes; `hashes` has that of each id, unless rows name it. */
function filesByList(
  files: readonly NamedFile[],
  hashes: ReadonlyMap<string, string> | null,
): ReferencedFiles {
  const byHash = new Map(files.map(({ name, file }) => [name, { name: null, file }]))
  return tracking(byHash, (id) => [hashes === null ? id : (hashes.get(id) ?? '')])
}

/**
 * The files of ChatGPT's export, whose names start with the id used in messages: `file-abc-plan.pdf` or
 * `file_000-sanitized.png`, in any folder. Newer exports call them `file-abc.dat`, and list their names in `titles`.
 */
function filesByName(
  files: readonly NamedFile[],
  titles: ReadonlyMap<string, string> = new Map(),
): ReferencedFiles {
  const byId = new Map<string, ReferencedFile>()
  for (const file of files) {
    const id = idIn(file.name)
    const title = titles.get(file.name)
    const found = title === undefined ? file : { ...file, title }
    if (id !== undefined && !byId.has(id)) byId.set(id, found)
    byId.set(found.name, found)
  }
  return tracking(byId, (attachmentId) => {
    const id = fileIdOf(attachmentId)
    return [id, idIn(id) ?? '']
  })
}

/** True if `name`, without folders, belongs to a file that a ChatGPT message can refer to. */
function isNamedById(name: string): boolean {
  return idIn(name) !== undefined
}

function idIn(name: string): string | undefined {
  return /^file[-_][A-Za-z0-9]+/.exec(name)?.[0]
}

function tracking(
  files: ReadonlyMap<string, ReferencedFile>,
  keysOf: (attachmentId: string) => readonly string[],
): ReferencedFiles {
  const all = new Set(files.values())
  const used = new Set<ReferencedFile>()
  return {
    find(attachmentId) {
      const found = keysOf(attachmentId)
        .map((key) => files.get(key))
        .find((file) => file !== undefined)
      if (found === undefined) return null
      used.add(found)
      return found
    },
    unusedCount: () => all.size - used.size,
  }
}
