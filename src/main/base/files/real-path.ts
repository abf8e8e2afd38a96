import { realpathSync } from 'node:fs'

/** The path without links and, on Windows, without short names; unchanged if it does not exist or cannot be read. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
