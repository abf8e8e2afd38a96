import { realPath } from '../../../base/files/full-path'
import { sha256 } from '../../../base/sha256'

/** The variable that every process of one agent start carries: which Parley started it, and which start it was. */
export const markVariable = 'PARLEY_AGENT_MARK'

/** The owner of a mark. The process is identified by its start time too, because pids are reused. */
export interface MarkOwner {
  folderKey: string
  pid: number
  startedAt: string
}

/** A short, opaque name of a data folder. */
export function folderKey(dataFolder: string): string {
  return sha256(realPath(dataFolder)).slice(0, 16)
}

/** The prefix of the marks of all agents that one boot of Parley starts. */
export function markPrefix(owner: MarkOwner, bootId: string): string {
  return `${owner.folderKey}.${owner.pid}.${owner.startedAt}.${bootId}.`
}

/** The owner of this mark; null when it is not a valid mark. */
export function ownerOfMark(mark: string): MarkOwner | null {
  const [, key, pid, startedAt] = /^([\da-f]{16})\.(\d+)\.([^./]+)\.[^/]+\.\d+$/.exec(mark) ?? []
  if (key === undefined || startedAt === undefined) return null
  return { folderKey: key, pid: Number(pid), startedAt }
}
