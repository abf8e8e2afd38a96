import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'

/** Every process of one start carries it in its environment: who started it, and which start it was. */
export const markVariable = 'PARLEY_AGENT_MARK'

/** Whose a mark is. The process is named by when it was started too: its pid is used again some day. */
export interface MarkOwner {
  folderKey: string
  pid: number
  startedAt: string
}

/** A short name of a data folder that tells nothing of it. */
export function folderKey(dataFolder: string): string {
  return createHash('sha256').update(realPath(dataFolder)).digest('hex').slice(0, 16)
}

/** How the marks of all agents begin that one boot of Parley starts. */
export function markPrefix(owner: MarkOwner, bootId: string): string {
  return `${owner.folderKey}.${owner.pid}.${owner.startedAt}.${bootId}.`
}

/** Whose this mark is; null where it is none. */
export function ownerOfMark(mark: string): MarkOwner | null {
  const [, key, pid, startedAt] = /^([\da-f]{16})\.(\d+)\.([^./]+)\.[^/]+\.\d+$/.exec(mark) ?? []
  if (key === undefined || startedAt === undefined) return null
  return { folderKey: key, pid: Number(pid), startedAt }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    // It is not there yet: its name is all there is.
    return folder
  }
}
