import { z } from 'zod'

import { parleyFile } from '../parley-archive'
import { fileIdOf } from './chatgpt-parts'
import type { FileBeside, FilesBeside, SourceFile } from './source-files'

/** A list of files that is longer is none. */
const maxListBytes = 64 * 1024 * 1024

interface NamedFile {
  /** Without its folders. */
  name: string
  file: SourceFile
}

const fileList = z.object({
  format: z.literal(parleyFile.files),
  files: z.array(z.object({ id: z.string(), hash: z.string() })),
})

/** Which file each attachment is, as Parley's own archive lists it; null when the file is no such list. */
export async function listedFiles(file: SourceFile): Promise<Map<string, string> | null> {
  if (file.sizeBytes > maxListBytes) return null
  const pieces: Uint8Array[] = []
  for await (const piece of file.read()) pieces.push(piece)
  try {
    const { files } = fileList.parse(JSON.parse(Buffer.concat(pieces).toString()))
    return new Map(files.map(({ id, hash }) => [id, hash]))
  } catch {
    // A chat that happens to be called so, which is read as one.
    return null
  }
}

/** The files of Parley's own archive, which stand under their hashes. */
export function filesByList(files: readonly NamedFile[], ids: ReadonlyMap<string, string>): FilesBeside {
  const byHash = new Map(files.map(({ name, file }) => [name, { name: null, file }]))
  return tracking(byHash, (attachmentId) => [ids.get(attachmentId) ?? ''])
}

/**
 * The files of ChatGPT's export, whose names begin with what their messages point to: `file-abc-plan.pdf` or
 * `file_000-sanitized.png`, in whatever folder.
 */
export function filesByName(files: readonly NamedFile[]): FilesBeside {
  const byId = new Map<string, FileBeside>()
  for (const found of files) {
    const id = /^file[-_][A-Za-z0-9]+/.exec(found.name)?.[0]
    if (id !== undefined && !byId.has(id)) byId.set(id, found)
    byId.set(found.name, found)
  }
  return tracking(byId, (attachmentId) => {
    const id = fileIdOf(attachmentId)
    return [id, /^file[-_][A-Za-z0-9]+/.exec(id)?.[0] ?? '']
  })
}

function tracking(
  files: ReadonlyMap<string, FileBeside>,
  keysOf: (attachmentId: string) => readonly string[],
): FilesBeside {
  const all = new Set(files.values())
  const used = new Set<FileBeside>()
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
