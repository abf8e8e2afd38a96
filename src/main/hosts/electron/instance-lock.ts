import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

import { failure } from '../../../shared/failures/failure'
import { isAlive } from '../../base/process-stat'
import type { ElectronModules } from './system/electron-modules'

/**
 * Returns true if this is the only instance that uses `folder`; if not, the other one now shows its window.
 * @throws INTERNAL Electron refused the lock for another reason
 */
export function lockInstance(app: ElectronModules['app'], folder: string): boolean {
  if (app.requestSingleInstanceLock()) return true
  if (isHeldByOther(folder)) return false
  throw failure('INTERNAL', 'instance-lock', { folder })
}

/**
 * Chromium names the holder in a link, which it leaves with its own pid, or does not make, if it cannot create the lock.
 * On Windows, the holder keeps a file open, which Windows then deletes.
 * @see https://source.chromium.org/chromium/chromium/src/+/main:chrome/browser/process_singleton_posix.cc
 */
function isHeldByOther(folder: string): boolean {
  if (process.platform === 'win32') return existsSync(join(folder, 'lockfile'))
  const link = join(folder, 'SingletonLock')
  try {
    const holder = readlinkSync(link)
    const pid = Number(holder.slice(holder.lastIndexOf('-') + 1))
    return pid !== process.pid && isAlive(pid)
  } catch {
    // There is no link, or something else has its name.
    return false
  }
}
