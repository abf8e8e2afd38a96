import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'

/** Whether `path` is a file that this account may execute. */
export async function isExecutableFile(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false
    await access(path, constants.X_OK)
    return true
  } catch {
    // Missing or not accessible: it cannot be started in either case.
    return false
  }
}
