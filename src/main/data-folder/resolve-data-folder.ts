import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The one folder for everything that Parley writes: `--user-data`, else `PARLEY_USER_DATA`, else the system's location
 * for app data.
 */
export function resolveDataFolder(options: {
  userData: string | undefined
  environment: NodeJS.ProcessEnv
  system?: { platform: NodeJS.Platform; home: string }
}): string {
  const { environment, system = { platform: process.platform, home: homedir() } } = options
  const named = nonEmpty(options.userData) ?? nonEmpty(environment['PARLEY_USER_DATA'])
  if (named !== null) return resolve(named)
  if (system.platform === 'win32') {
    return join(nonEmpty(environment['APPDATA']) ?? join(system.home, 'AppData', 'Roaming'), 'Parley')
  }
  if (system.platform === 'darwin') return join(system.home, 'Library', 'Application Support', 'Parley')
  return join(nonEmpty(environment['XDG_DATA_HOME']) ?? join(system.home, '.local', 'share'), 'parley')
}

function nonEmpty(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}
