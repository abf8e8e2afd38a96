import { execFile } from 'node:child_process'
import { join } from 'node:path'
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
 * signals to ask with. Only tried under wine, whose `taskkill` ends no trees.
 */
export const windowsProcesses: ProcessTable = {
  read: () => Promise.resolve(null),
  markOf: () => null,
  startWithFingerprint: (_used, start) => ({ started: start(), fingerprint: null }),
  fingerprintOf: () => null,
  forgetsExited: true,
  signal: endTree,
  signalGroup: endTree,
}

function endTree(pid: number, signal: NodeJS.Signals): boolean {
  if (signal === 'SIGINT') return false
  // By its full path: Windows would look in the current folder first.
  const program = join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'taskkill.exe')
  execFile(program, ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, (error) => {
    // Without descendants, if not otherwise. Whether it worked shows in whether the program still exists.
    if (error !== null) sendSignal(pid, 'SIGKILL')
  })
  return true
}
