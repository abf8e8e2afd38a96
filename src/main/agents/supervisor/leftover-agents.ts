import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import { isAlive } from '../../base/process-stat'
import { removeLeftoverFiles } from './agent-files'
import { folderKey, type MarkOwner, ownerOfMark } from './processes/agent-mark'
import { AgentTree } from './agent-tree'
import { killTree } from './kill-tree'
import { ProcessReader, type ProcessTable } from './processes/process-table'
import { systemProcesses } from './processes/system-processes'

const giveUpMs = 3_000

/**
 * Ends agents that a Parley that is gone started from this data folder, and removes their files. Does not touch those
 * of another live Parley, such as its MCP server. Finds processes by their mark, so only on Linux; elsewhere it only
 * removes files. Never rejects.
 */
export async function endLeftoverAgents(deps: {
  dataFolder: string
  clock: Clock
  errors: ErrorSink
  table?: ProcessTable
}): Promise<void> {
  const { dataFolder, clock, errors, table = systemProcesses() } = deps
  const reader = new ProcessReader(table, errors)
  const rows = (await reader.read()) ?? []
  const key = folderKey(dataFolder)
  const startOf = new Map(rows.map((row) => [row.pid, row.startedAt]))
  const isGone = ({ folderKey: ownerKey, pid, startedAt }: MarkOwner) => {
    if (ownerKey !== key) return false
    const seenStart = startOf.get(pid)
    // A process may have started after the scan.
    return seenStart === undefined ? !isAlive(pid) : seenStart !== startedAt
  }
  const isMarked = (mark: string) => {
    const owner = ownerOfMark(mark)
    return owner !== null && isGone(owner)
  }
  const tree = new AgentTree(
    { programPid: null, isProgramRunning: () => false, isMarked, fingerprint: null },
    table,
  )
  try {
    const left = await killTree(tree, { clock, table, reader }, giveUpMs)
    if (left !== null && left.length > 0) {
      throw failure('AGENT_FAILED', 'not-ended', { pids: left.map((row) => row.pid) })
    }
    await removeLeftoverFiles(dataFolder, isGone)
  } catch (error) {
    errors.warning('agents', error)
  }
}
