import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { ProcessRow, ProcessTable } from './process-table'
import { sendSignal } from './send-signal'

/**
 * macOS, through `ps`, which shows neither sessions nor the environment of other processes: an agent's processes are
 * found only by descent and group. Written for macOS, but only tested with the `ps` of Linux.
 */
export const macProcesses: ProcessTable = {
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
