import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'

/** Whether there is a file at `path` that this account may start. */
export async function isExecutableFile(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false
    await access(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not to be looked at: it cannot be started in either case.
    return false
  }
}
