import { fileIdOf } from '../formats/chatgpt-parts'
import type { ReferencedFile, ReferencedFiles, SourceFile } from './source-files'

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
