import { isAbsolute, relative, sep } from 'node:path'

/** The relative path from `folder` to `path`: empty for the folder itself, null outside it. Compares names only. */
export function pathInside(folder: string, path: string): string | null {
  const way = relative(folder, path)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way
}
