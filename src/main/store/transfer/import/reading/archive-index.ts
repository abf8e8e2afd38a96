import { basename } from 'node:path/posix'
import { z } from 'zod'

import { parleyFile } from '../../parley-format/parley-archive'
import type { AnnouncedCounts, ReferencedFile, ReferencedFiles, SourceFile } from './source-files'
import { fileIdOf } from '../formats/chatgpt-parts'

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
  comparisonCount: z.number().int().min(0).catch(0),
  setCount: z.number().int().min(0).catch(0),
})

const fileList = z.object({
  format: z.literal(parleyFile.files),
  files: z.array(z.object({ id: z.string(), hash: z.string() })),
})

/** ChatGPT's list of the names of files, which are called by their ids. */
const assetNames = /(^|\/)conversation_asset_file_names(-\d+)?\.json$/i

/** The metadata of Parley's own archive, and of ChatGPT's export. */
export interface ArchiveIndex {
  /** The entries with metadata, which contain no chats. */
  names: ReadonlySet<string>
  /** Null when it is not an archive of importable chats. */
  announced: AnnouncedCounts | null
  isArchive: boolean
  /** The hash of each attachment by its id; null without a list. */
  hashes: ReadonlyMap<string, string> | null
  /** The names that ChatGPT's export lists for its files. */
  titles: ReadonlyMap<string, string>
}

/**
 * Finds the metadata and file lists of Parley's archives in any folder. Their content decides, because the title of a
 * chat or comparison may give its file the same name.
 */
export async function readArchiveIndex(
  entries: readonly (readonly [name: string, file: SourceFile])[],
): Promise<ArchiveIndex> {
  const notes: z.output<typeof archiveNote>[] = []
  const lists: z.output<typeof fileList>[] = []
  const names = new Set<string>()
  const titles = new Map<string, string>()
  for (const [name, file] of entries) {
    const base = basename(name)
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
    announced:
      counted.length === 0
        ? null
        : {
            chatCount: counted.reduce((sum, { chatCount }) => sum + chatCount, 0),
            comparisonCount: counted.reduce((sum, { comparisonCount }) => sum + comparisonCount, 0),
            setCount: counted.reduce((sum, { setCount }) => sum + setCount, 0),
          },
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

/** The files of Parley's own archive, named by their hashes. */
export function filesByList(files: readonly NamedFile[], ids: ReadonlyMap<string, string>): ReferencedFiles {
  const byHash = new Map(files.map(({ name, file }) => [name, { name: null, file }]))
  return tracking(byHash, (attachmentId) => [ids.get(attachmentId) ?? ''])
}

/**
 * The files of ChatGPT's export, whose names start with the id used in messages: `file-abc-plan.pdf` or
 * `file_000-sanitized.png`, in any folder. Newer exports call them `file-abc.dat`, and list their names in `titles`.
 */
export function filesByName(
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
export function isNamedById(name: string): boolean {
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
