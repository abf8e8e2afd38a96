import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, lstat, mkdir, opendir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { failure } from '../../../shared/failures/failure'

/** The limits of a copy: a larger folder takes so long that a worktree is the better choice. */
export const copyLimits = { files: 200_000, bytes: 2 * 1024 ** 3 }

/** A larger file is copied in pieces, so that a stop takes effect sooner. */
const largeBytes = 16 * 1024 ** 2

/**
 * Copies a folder, with links as links, sharing blocks if the disk can. Skips sockets and pipes. `without` is a folder
 * inside that is not copied.
 * @throws INVALID_INPUT the folder exceeds the limits; the signal's reason. The caller removes the incomplete copy.
 */
export async function copyFolder(
  from: string,
  to: string,
  options: { without: string; signal: AbortSignal; limits?: typeof copyLimits },
): Promise<void> {
  const { without, signal, limits = copyLimits } = options
  const left = { ...limits }
  const folders = [{ source: from, target: to }]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { source, target } = next
    await mkdir(target, { recursive: true })
    for await (const entry of await opendir(source)) {
      signal.throwIfAborted()
      const [path, copy] = [join(source, entry.name), join(target, entry.name)]
      if (path === without) continue
      left.files -= 1
      if (left.files < 0) throw tooMuch(limits)
      if (entry.isDirectory()) folders.push({ source: path, target: copy })
      else if (entry.isSymbolicLink()) await symlink(await readlink(path), copy)
      else if (entry.isFile()) {
        const { size, mode } = await lstat(path)
        left.bytes -= size
        if (left.bytes < 0) throw tooMuch(limits)
        if (size < largeBytes) await copyFile(path, copy, constants.COPYFILE_FICLONE)
        else await copyLargeFile(path, copy, mode, signal)
      }
    }
  }
}

async function copyLargeFile(from: string, to: string, mode: number, signal: AbortSignal): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE)
  } catch {
    // The disk cannot share blocks.
    await pipeline(createReadStream(from), createWriteStream(to, { mode }), { signal })
  }
}

function tooMuch({ files, bytes }: typeof copyLimits) {
  return failure('INVALID_INPUT', 'agent-folder-large', {
    field: 'isolation',
    files,
    gibibytes: bytes / 1024 ** 3,
  })
}
