import { opendir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A repository, or the files that git reads in any folder; some systems ignore case. */
const repositoryName = /^\.git$/i
const readName = /^\.git/i
/** The files that git reads first to locate a repository and its commit. */
const firstRead = ['HEAD', 'config', 'config.worktree', 'commondir', 'packed-refs']

/**
 * A named pipe that git, when run on `folder`, would open and wait for; null when there is none. Opens nothing.
 * @throws the signal's reason
 */
export async function findPipe(folder: string, signal?: AbortSignal): Promise<string | null> {
  const folders = [{ path: folder, isRead: false }]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await opendir(next.path).catch(() => null)
    // Gone or unreadable: git cannot read it either.
    if (entries === null) continue
    for await (const entry of entries) {
      signal?.throwIfAborted()
      const path = join(next.path, entry.name)
      if (entry.isDirectory()) {
        folders.push({ path, isRead: next.isRead || repositoryName.test(entry.name) })
      } else if (next.isRead || readName.test(entry.name)) {
        if (entry.isFIFO() || (entry.isSymbolicLink() && (await leadsToPipe(path)))) return path
      }
    }
  }
  return null
}

/** A named pipe in place of a file that git reads first in the repository around `folder`; null when there is none. */
export async function findRepositoryPipe(folder: string): Promise<string | null> {
  const parent = dirname(folder)
  for (const name of firstRead) {
    const path = join(folder, '.git', name)
    if (await leadsToPipe(path)) return path
  }
  return parent === folder ? null : findRepositoryPipe(parent)
}

async function leadsToPipe(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFIFO()
  } catch {
    // Does not exist.
    return false
  }
}
