import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { linuxProcesses } from './linux-processes'
import type { ProcessTable, ProcessRow } from './process-table'
import { sendSignal } from './send-signal'

/**
 * macOS, through `ps`, which shows neither sessions nor the environment of other processes: an agent's processes are
 * found only by descent and group. Written for macOS, but only tested with the `ps` of Linux.
 */
const macProcesses: ProcessTable = {
  async read() {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart='], {
      env: { ...process.env, LC_ALL: 'C' },
      maxBuffer: 16_000_000,
      timeout: 2_000,
    })
    return stdout.split('\n').flatMap((line) => rowOf(line) ?? [])
  },
  markOf: () => null,
  startWithFingerprint: (_used, start) => ({ started: start(), fingerprint: null }),
  fingerprintOf: () => null,
  signal: sendSignal,
  signalGroup: (pid, signal) => sendSignal(-pid, signal),
}

function rowOf(line: string): ProcessRow | null {
  const [pid, parentPid, groupId, state, ...started] = line.trim().split(/\s+/)
  if (state === undefined || state.startsWith('Z')) return null
  return {
    pid: Number(pid),
    parentPid: Number(parentPid),
    groupId: Number(groupId),
    sessionId: Number(groupId),
    startedAt: started.join('_'),
  }
}

/** The process table of this system. */
export function systemProcesses(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === 'win32') return windowsProcesses
  return platform === 'darwin' ? macProcesses : linuxProcesses
}

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
