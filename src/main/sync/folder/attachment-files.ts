import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { errorCode } from '../../base/error-code'
import {
  fileStats,
  folderIsGone,
  type FolderTrouble,
  inFolder,
  openFile,
  removeIfPossible,
  writeNewFile,
} from './folder-files'
import { attachmentName, stemOf, temporaryMark } from './folder-keys'
import { type FileFault, newFileId, readPart, SealedFile, SealedWriter } from './sealed-file'
import { fileHead, readFileHead } from './segments'
import type { SyncFolder } from './sync-folder'

/** `changed`: the source is not, or no longer, a file with this hash. */
export type FilePut = { kind: 'put' | 'there' | 'changed' } | FolderTrouble

/** `absent`: not in the folder, or not yet. */
export type FileGot = { kind: 'got' | 'absent' } | { kind: 'fault'; fault: FileFault } | FolderTrouble

const partBytes = 1024 * 1024

/** Writes an attachment, named by its SHA-256, unless the folder has it. */
export async function putFile(
  folder: SyncFolder,
  sha256: string,
  source: string,
  signal?: AbortSignal,
): Promise<FilePut> {
  return inFolder(folder.path, async (): Promise<FilePut> => {
    const key = await folder.keyForWriting()
    if (key === null) return folderIsGone
    for (const name of usualNames(folder, sha256)) {
      const file = openAttachment(folder, name, sha256)
      if (!(file instanceof SealedFile)) continue
      file.close()
      return { kind: 'there' }
    }
    const from = openSource(source)
    if (from === null) return { kind: 'changed' }
    try {
      const isPut = await writeNewFile({
        folder: folder.path,
        name: attachmentName(key, sha256),
        mark: temporaryMark(key, folder.device.id),
        async write(handle) {
          const writer = new SealedWriter(handle, key, newFileId(), fileHead(sha256))
          const hash = createHash('sha256')
          for (let start = 0; ; start += partBytes) {
            const part = readPart(from, start, partBytes)
            hash.update(part)
            writer.add(part)
            if (part.length < partBytes) break
            await nextTurn(signal)
          }
          writer.end()
          return hash.digest('hex') === sha256
        },
      })
      return { kind: isPut ? 'put' : 'changed' }
    } finally {
      closeSync(from)
    }
  })
}

/** Copies an attachment out of the folder. The target appears complete or not at all. */
export async function getFile(
  folder: SyncFolder,
  sha256: string,
  target: string,
  signal?: AbortSignal,
): Promise<FileGot> {
  return inFolder(folder.path, async (): Promise<FileGot> => {
    if ((await folder.keyForWriting()) === null) return folderIsGone
    let result: FileGot = { kind: 'absent' }
    for (const name of namesOf(folder, sha256)) {
      const fault = await unseal(folder, name, sha256, target, signal)
      if (fault === null) return { kind: 'got' }
      if (fault !== 'absent') result = { kind: 'fault', fault }
    }
    return result
  })
}

/** Those of the attachments for which the folder, or a list of its files, has one, complete or not. */
export async function filesThere(
  folder: SyncFolder,
  sha256s: Iterable<string>,
  names?: readonly string[],
): Promise<{ kind: 'there'; sha256s: Set<string> } | FolderTrouble> {
  return inFolder(folder.path, async () => {
    if ((await folder.keyForWriting()) === null) return folderIsGone
    const stems = new Set((names ?? readdirSync(folder.path)).map(stemOf))
    const isThere = (sha256: string) => usualNames(folder, sha256).some((name) => stems.has(stemOf(name)))
    return { kind: 'there', sha256s: new Set([...sha256s].filter(isThere)) }
  })
}

async function unseal(
  folder: SyncFolder,
  name: string,
  sha256: string,
  target: string,
  signal: AbortSignal | undefined,
): Promise<FileFault | 'absent' | null> {
  const file = openAttachment(folder, name, sha256)
  if (!(file instanceof SealedFile)) return file
  const partial = `${target}.part`
  try {
    const handle = openSync(partial, 'w', 0o600)
    const hash = createHash('sha256')
    try {
      for (let index = 0; index < file.chunks; index += 1) {
        if (index % 16 === 0) await nextTurn(signal)
        const chunk = file.chunk(index)
        if (chunk === null) return 'damaged'
        hash.update(chunk)
        writeFileSync(handle, chunk)
      }
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    if (hash.digest('hex') !== sha256) return 'damaged'
    renameSync(partial, target)
    return null
  } finally {
    file.close()
    removeIfPossible(partial)
  }
}

function openAttachment(folder: SyncFolder, name: string, sha256: string): SealedFile | FileFault | 'absent' {
  if (fileStats(join(folder.path, name)) === null) return 'absent'
  const file = folder.open(name)
  if (typeof file === 'string') return file
  const head = readFileHead(file.head)
  if (typeof head !== 'string' && head.sha256 === sha256) return file
  file.close()
  return typeof head === 'string' ? head : 'damaged'
}

/** The usual names first, because a look for copies lists the whole folder. */
function* namesOf(folder: SyncFolder, sha256: string): Generator<string> {
  const usual = usualNames(folder, sha256)
  yield* usual
  const stems = new Set(usual.map(stemOf))
  yield* readdirSync(folder.path).filter((name) => !usual.includes(name) && stems.has(stemOf(name)))
}

/** The names that an attachment may have in the folder, but for copies. */
export function usualNames({ keys }: SyncFolder, sha256: string): string[] {
  return keys.map((key) => attachmentName(key, sha256))
}

function openSource(path: string): number | null {
  try {
    return openFile(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Lets other work of this thread run, such as a cancellation. */
async function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}
