import { spawnSync } from 'node:child_process'

/**
 * Kills a process and everything it started, at once. On POSIX systems `pid` must lead a process group, and a
 * descendant that left the group survives; Windows follows the parent links instead.
 */
export function killTree(pid: number): void {
  if (process.platform === 'win32')
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
  else signalGroup(pid, 'SIGKILL')
}

/** Signals the process group that `pid` leads, if any of it is left. For POSIX systems. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // The whole group has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
