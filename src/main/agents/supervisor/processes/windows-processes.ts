import { execFile } from 'node:child_process'

import type { ProcessTable } from './process-table'

/**
 * Windows, by `taskkill`, which ends a program with all that descends from it at that moment. There are no groups, no
 * sessions and no signals to ask with. Never tried.
 */
export const windowsProcesses: ProcessTable = {
  read: () => Promise.resolve(null),
  markOf: () => null,
  startBranded: (_used, start) => ({ started: start(), brand: null }),
  brandOf: () => null,
  signal: endTree,
  signalGroup: endTree,
}

function endTree(pid: number, signal: NodeJS.Signals): boolean {
  if (signal === 'SIGINT') return false
  // Its answer is seen by whether the program is still there.
  execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => {})
  return true
}
