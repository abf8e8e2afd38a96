import { isAbsolute, relative, sep } from 'node:path'

/** The way from a folder to what lies in it, empty for the folder itself; null for what lies elsewhere. By names alone. */
export function pathInside(folder: string, path: string): string | null {
  const way = relative(folder, path)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way
}
