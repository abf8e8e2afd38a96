import { realpath, stat } from 'node:fs/promises'

import type { FolderFacts } from '../../../shared/agents/agents'
import { findRepository, RepositoryView } from './git/repository-view'

/**
 * The facts about a folder before an agent works in it; throws only the signal's reason. A git command that takes
 * longer than `timeoutMs` counts as unanswered.
 */
export async function inspectFolder(
  path: string,
  signal?: AbortSignal,
  timeoutMs?: number,
): Promise<FolderFacts> {
  const folder = await existingFolder(path)
  if (folder === null) return { path, isFolder: false, isRepository: false, hasChanges: false }
  try {
    const repository = await findRepository(folder, signal, timeoutMs)
    const hasChanges = await RepositoryView.through(
      repository,
      (view) => view.hasChanges(folder, signal),
      signal,
    )
    return { path: folder, isFolder: true, isRepository: true, hasChanges }
  } catch (error) {
    if (signal?.aborted === true) throw error
    // Without git, a repository or a commit, no worktree can be created.
    return { path: folder, isFolder: true, isRepository: false, hasChanges: false }
  }
}

/** The real path of a folder; null when it does not exist. */
export async function existingFolder(path: string): Promise<string | null> {
  try {
    const folder = await realpath(path)
    return (await stat(folder)).isDirectory() ? folder : null
  } catch {
    // Missing or unreadable: either way an agent cannot work in it.
    return null
  }
}
