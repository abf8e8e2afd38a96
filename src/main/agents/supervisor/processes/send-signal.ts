/** Signals a process, or a group by its negative id. Returns whether it existed and could be signalled. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    // It is gone (ESRCH) or belongs to someone else (EPERM); the next scan shows which.
    return false
  }
}
