import { homedir } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { realpathSync } from 'node:fs'

/** `~` is the user's own folder, as in a shell. A relative path would depend on where Parley was started. */
export function fullPath(path: string): string {
  const home = path === '~' || /^~[/\\]/.test(path) ? join(homedir(), path.slice(1)) : path
  return isAbsolute(home) ? resolve(home) : home
}

/** The relative path from `folder` to `path`: empty for the folder itself, null outside it. Compares names only. */
export function pathInside(folder: string, path: string): string | null {
  const way = relative(folder, path)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way
}

/** The path without links and, on Windows, without short names; unchanged if it does not exist or cannot be read. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
