import { realpath, stat } from 'node:fs/promises'

import type { WorkspaceIsolation } from '../../../shared/agents/agents'
import { failure } from '../../../shared/failures/failure'

/** Where the agent of a chat or pane is to work. */
export interface WorkspaceWish {
  sessionId: string
  folder: string
  isolation: WorkspaceIsolation
}

/**
 * The folder to work in, in full and with every link followed; makes it first where it is to be one of the agent's own.
 * @throws INVALID_INPUT, AGENT_FAILED; the signal's reason
 */
export type OpenWorkspace = (wish: WorkspaceWish, signal: AbortSignal) => Promise<string>

/** Opens folders that are there, and makes none. */
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
    // Not there, or not to be looked at: there is nothing to work in either way.
    return null
  }
}
