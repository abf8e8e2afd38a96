import { execFile } from 'node:child_process'

import type { ProcessTable } from './process-table'

/**
 * Windows, through `taskkill`, which ends a program and its current descendants. There are no groups, sessions or
 * signals to ask with. Never tested.
 */
export const windowsProcesses: ProcessTable = {
  read: () => Promise.resolve(null),
  markOf: () => null,
  startWithFingerprint: (_used, start) => ({ started: start(), fingerprint: null }),
  fingerprintOf: () => null,
  signal: endTree,
  signalGroup: endTree,
}

function endTree(pid: number, signal: NodeJS.Signals): boolean {
  if (signal === 'SIGINT') return false
  // Whether it worked shows in whether the program still exists.
  execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => {})
  return true
}
