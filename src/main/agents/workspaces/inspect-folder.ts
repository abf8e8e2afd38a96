import { realpath, stat } from 'node:fs/promises'

import type { FolderFacts } from '../../../shared/agents/agents'
import { findRepository, RepositoryView } from './repository-view'

/** What there is to know of a folder before an agent works in it; never throws but the signal's reason. */
export async function inspectFolder(path: string, signal?: AbortSignal): Promise<FolderFacts> {
  const folder = await existingFolder(path)
  if (folder === null) return { path, isFolder: false, isRepository: false, hasChanges: false }
  try {
    const repository = await findRepository(folder, signal)
    const hasChanges = await RepositoryView.through(
      repository,
      (view) => view.hasChanges(folder, signal),
      signal,
    )
    return { path: folder, isFolder: true, isRepository: true, hasChanges }
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
