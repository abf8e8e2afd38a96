import { setTimeout as delay } from 'node:timers/promises'

import type { Clock } from '../../base/clock'
import type { AgentTree } from './agent-tree'
import type { ProcessReader, ProcessRow, ProcessTable } from './processes/process-table'

/** The clock and the access to processes that `killTree` needs. */
export interface KillTreeDeps {
  clock: Clock
  table: ProcessTable
  reader: ProcessReader
}

/** The time that remaining processes have to end after SIGTERM. */
const graceMs = 250
const shortestPauseMs = 4
const longestPauseMs = 50

/** One scan may miss a process that is being replaced by another. */
const cleanLooksNeeded = 2

/**
 * Ends all processes of `tree`, first with SIGTERM and then with SIGKILL, until none is found. Returns those that are
 * still alive after `giveUpMs`, or null when the system cannot list processes.
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
    // A separate timer that keeps this process alive until the tree has ended.
    await delay(pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

/** Asks each process once: a second SIGTERM makes some programs skip their cleanup. */
function askToEnd(alive: readonly ProcessRow[], asked: Set<string>, table: ProcessTable): void {
  for (const { pid, startedAt } of alive) {
    const name = `${pid} ${startedAt}`
    if (!asked.has(name)) table.signal(pid, 'SIGTERM')
    asked.add(name)
  }
}
