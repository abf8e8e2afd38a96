import { setTimeout as delay } from 'node:timers/promises'

import type { Clock } from '../../base/clock'
import type { AgentTree } from './agent-tree'
import type { ProcessReader } from './processes/process-reader'
import type { ProcessRow, ProcessTable } from './processes/process-table'

/** What `killTree` needs. */
export interface KillTreeDeps {
  clock: Clock
  table: ProcessTable
  reader: ProcessReader
}

/** How long what was left behind has to end by SIGTERM. */
const graceMs = 250
const shortestPauseMs = 4
const longestPauseMs = 50

/** One look may miss a process that is just becoming another. */
const cleanLooksNeeded = 2

/**
 * Ends all that belongs to `tree`: by SIGTERM first, then by SIGKILL, until none is found. What is still there after
 * `giveUpMs` is returned. Null where the system does not tell what there is.
 */
export async function killTree(
  tree: AgentTree,
  deps: KillTreeDeps,
  giveUpMs: number,
): Promise<readonly ProcessRow[] | null> {
  const { clock, table, reader } = deps
  const begunAt = clock.monotonic()
  const asked = new Set<string>()
  let pauseMs = shortestPauseMs
  let cleanLooks = 0
  for (;;) {
    const rows = await reader.read()
    if (rows === null) return null
    const alive = tree.update(rows, { byMark: true })
    cleanLooks = alive.length === 0 ? cleanLooks + 1 : 0
    if (cleanLooks === cleanLooksNeeded) return []
    const passedMs = clock.monotonic() - begunAt
    if (passedMs > giveUpMs && alive.length > 0) return alive
    if (passedMs > graceMs) for (const row of alive) table.signal(row.pid, 'SIGKILL')
    else askToEnd(alive, asked, table)
    // A timer of its own: whoever waits for this must not be ended by a process that has nothing else to do.
    await delay(pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

/** Each is asked once: a second SIGTERM makes some programs skip their cleaning up. */
function askToEnd(alive: readonly ProcessRow[], asked: Set<string>, table: ProcessTable): void {
  for (const { pid, startedAt } of alive) {
    const name = `${pid} ${startedAt}`
    if (!asked.has(name)) table.signal(pid, 'SIGTERM')
    asked.add(name)
  }
}
