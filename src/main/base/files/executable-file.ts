import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'

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

/** The full path of the first of these programs in the first folder that has any; null if none has. */
export async function findProgram(
  names: readonly string[],
  folders: readonly string[],
): Promise<string | null> {
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name)
      if (await isExecutableFile(path)) return path
    }
  }
  return null
}
