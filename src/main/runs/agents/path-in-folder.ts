import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether a path really is in `folder`: no link along it or at its end leads elsewhere, and the file has no second hard
 * link, which could be anywhere. A file that does not exist yet leads nowhere else.
 */
export function isPathInFolder(folder: string, path: string): boolean {
  let place = folder
  for (const step of path.split(/[/\\]/u)) {
    place = join(place, step)
    try {
      const found = lstatSync(place)
      if (!found.isDirectory() && !(found.isFile() && found.nlink === 1)) return false
    } catch (error) {
      // Nothing exists below a missing folder. What cannot be read may be anywhere.
      return (error as NodeJS.ErrnoException).code === 'ENOENT'
    }
  }
  return true
}
