import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

/** `~` is the user's own folder, as in a shell. A relative path would depend on where Parley was started. */
export function fullPath(path: string): string {
  const home = path === '~' || /^~[/\\]/.test(path) ? join(homedir(), path.slice(1)) : path
  return isAbsolute(home) ? resolve(home) : home
}
