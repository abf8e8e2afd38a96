import { opendir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A repository, or files that git reads in any folder; some systems do not tell upper from lower case. */
const repositoryName = /^\.git$/i
const readName = /^\.git/i
/** What git reads of a repository to find out where it lies and what is checked out. */
const firstRead = ['HEAD', 'config', 'config.worktree', 'commondir', 'packed-refs']

/**
 * A pipe in a place where git, told to look at `folder`, would open it and wait for somebody to write; null where there
 * is none. Nothing is opened for that.
 * @throws the signal's reason
 */
export async function findPipe(folder: string, signal?: AbortSignal): Promise<string | null> {
  const folders = [{ path: folder, isRead: false }]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await opendir(next.path).catch(() => null)
    // It is gone, or may not be read: then git cannot read it either.
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

/** A pipe in the repository that `folder` lies in, in the place of a file that git reads first; null where there is none. */
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
    // Nothing is there.
    return false
  }
}
