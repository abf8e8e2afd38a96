import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether a path that is said to lie in `folder` does: no link on the way, nor at its end, leads elsewhere, and the file
 * has no second name (a hard link), which may lie anywhere. What is not there yet leads nowhere.
 */
export function isPathInFolder(folder: string, path: string): boolean {
  let place = folder
  for (const step of path.split(/[/\\]/u)) {
    place = join(place, step)
    try {
      const found = lstatSync(place)
      if (!found.isDirectory() && !(found.isFile() && found.nlink === 1)) return false
    } catch (error) {
      // Below what is not there nothing is; what cannot be looked at is not known to lie anywhere.
      return (error as NodeJS.ErrnoException).code === 'ENOENT'
    }
  }
  return true
}
