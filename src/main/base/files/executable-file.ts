import { constants } from 'node:fs'
import { access, lstat, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

/**
 * Endings of programs on Windows, in the usual order. npm also installs a file without an ending and a `.ps1`, for
 * shells.
 */
const windowsEndings = ['.com', '.exe', '.bat', '.cmd']

/** True if `path` is a file that this account may execute. */
export async function isExecutableFile(path: string, platform = process.platform): Promise<boolean> {
  if (platform === 'win32') return hasWindowsEnding(path) && (await isWindowsFile(path))
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
  platform = process.platform,
): Promise<string | null> {
  const fileNames = platform === 'win32' ? names.flatMap(windowsNames) : names
  for (const folder of folders) {
    for (const name of fileNames) {
      const path = join(folder, name)
      if (await isExecutableFile(path, platform)) return path
    }
  }
  return null
}

/** A program's name with each ending that Windows tries, in the user's order. */
function windowsNames(name: string): string[] {
  if (hasWindowsEnding(name)) return [name]
  const ordered = (process.env['PATHEXT'] ?? '').toLowerCase().split(';')
  const endings = ordered.filter((ending) => windowsEndings.includes(ending))
  return (endings.length === 0 ? windowsEndings : endings).map((ending) => `${name}${ending}`)
}

function hasWindowsEnding(path: string): boolean {
  return windowsEndings.includes(extname(path).toLowerCase())
}

async function isWindowsFile(path: string): Promise<boolean> {
  try {
    // The launcher of an app from the Microsoft Store is a link that cannot be followed.
    return !(await stat(path).catch(() => lstat(path))).isDirectory()
  } catch {
    return false
  }
}
