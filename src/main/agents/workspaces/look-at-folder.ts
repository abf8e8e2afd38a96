import { realpath, stat } from 'node:fs/promises'

import type { FolderFacts } from '../../../shared/agents'
import { git, gitLine } from './git'
import { withoutOwnFilters } from './harmless-filters'

/** What there is to know of a folder before an agent works in it; never throws but the signal's reason. */
export async function lookAtFolder(path: string, signal?: AbortSignal): Promise<FolderFacts> {
  const folder = await existingFolder(path)
  if (folder === null) return { path, isFolder: false, isRepository: false, hasChanges: false }
  const options = { folder, ...(signal === undefined ? {} : { signal }) }
  try {
    await gitLine(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], options)
    const settings = await withoutOwnFilters(options)
    const changes = await git(
      // A submodule has settings of its own, which would have their say.
      ['status', '--porcelain', '--untracked-files=normal', '--ignore-submodules=all', '--', '.'],
      { ...options, settings },
    )
    return { path: folder, isFolder: true, isRepository: true, hasChanges: changes.length > 0 }
  } catch (error) {
    if (signal?.aborted === true) throw error
    // No git, no repository, or none with a commit: in each of these cases no worktree can be made.
    return { path: folder, isFolder: true, isRepository: false, hasChanges: false }
  }
}

/** The folder with every link followed; null when there is none. */
export async function existingFolder(path: string): Promise<string | null> {
  try {
    const folder = await realpath(path)
    return (await stat(folder)).isDirectory() ? folder : null
  } catch {
    // It is not there, or may not be read: either way nobody can work in it.
    return null
  }
}
