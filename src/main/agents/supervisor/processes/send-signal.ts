/** Signals a process, or a group by its negative id. Whether it was there and may be signalled. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    // It is gone (ESRCH), or somebody else's (EPERM): whoever looks afterwards sees which.
    return false
  }
}
