import { constants, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/**
 * Has the system prefer all other threads to this one, for long work that nobody waits for. This cannot be undone. Does
 * nothing in the main thread, and where priorities belong to whole processes.
 */
export function lowerPriority(): void {
  if (isMainThread || process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not allowed here: the thread competes with the others.
  }
}
