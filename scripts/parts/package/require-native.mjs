import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fails the build of a package that would not start: electron-builder ignores a file that does not exist, such as the
 * native module for a processor that better-sqlite3 does not support.
 * @param {{ appOutDir: string, electronPlatformName: string, packager: { getResourcesDir: (folder: string) => string } }} context
 */
export default function requireNative({ appOutDir, electronPlatformName, packager }) {
  const folder = join(
    packager.getResourcesDir(appOutDir),
    'app.asar.unpacked/node_modules/better-sqlite3/prebuilds',
  )
  const names = existsSync(folder) ? readdirSync(folder) : []
  if (names.length === 1 && names[0]?.startsWith(`${electronPlatformName}-`)) return
  const found = names.length === 0 ? 'none' : names.join(', ')
  throw new Error(
    `The package needs one native module of better-sqlite3 for ${electronPlatformName}; it has ${found}.`,
  )
}
