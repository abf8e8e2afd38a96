import { realpath, stat } from 'node:fs/promises'

import type { WorkspaceIsolation } from '../../../shared/agents/agents'
import { failure } from '../../../shared/failures/failure'

/** The folder and isolation that a chat or pane asks for. */
export interface WorkspaceWish {
  sessionId: string
  folder: string
  isolation: WorkspaceIsolation
}

/**
 * Returns the real path of the folder to work in. Creates a worktree or copy first if the isolation asks for it.
 * @throws INVALID_INPUT, AGENT_FAILED; the signal's reason
 */
export type OpenWorkspace = (wish: WorkspaceWish, signal: AbortSignal) => Promise<string>

/** Opens existing folders and creates none. */
export const openFolderItself: OpenWorkspace = async ({ folder, isolation }, signal) => {
  signal.throwIfAborted()
  if (isolation !== 'same') {
    throw failure('INVALID_INPUT', 'agent-isolation-unavailable', { field: 'isolation' })
  }
  const path = await realFolder(folder)
  signal.throwIfAborted()
  if (path === null) throw failure('INVALID_INPUT', 'agent-folder-not-found', { field: 'workspace', folder })
  return path
}

async function realFolder(folder: string): Promise<string | null> {
  try {
    const path = await realpath(folder)
    return (await stat(path)).isDirectory() ? path : null
  } catch {
    // Missing or not accessible: the agent cannot work there either way.
    return null
  }
}
