import type { SyncProblem, SyncState } from '../../shared/store/sync'
import type { FolderTrouble } from './folder/folder-files'
import type { DeviceSeen, News } from './folder/read-news'
import type { Unopened } from './sync-jobs'

/** What a folder that was in use before cannot be opened for. */
export function problemOf(result: FolderTrouble | Unopened): SyncProblem {
  if (result.kind === 'trouble') return result.reason === 'refused' ? 'denied' : result.reason
  return ({ 'wrong-passphrase': 'mismatch', 'too-new': 'newer', 'no-key': 'gone' } as const)[result.kind]
}

/** The device's own segments of which the folder has no file; null while that cannot be told. */
export function lostOf({ devices, faults }: News, ownId: string): DeviceSeen['lost'] | null {
  if (faults.some(({ fault }) => fault === 'unreadable')) return null
  return devices.find(({ deviceId }) => deviceId === ownId)?.lost ?? []
}

/** The devices that have written into the folder. */
export function devicesOf({ devices }: News, ownId: string): SyncState['devices'] {
  return devices.flatMap(({ deviceId, newest, missing }) => {
    if (newest === null) return []
    const missingCount = missing.reduce((sum, { from, to }) => sum + to - from + 1, 0)
    const { deviceName: name, writtenAt: seenAt } = newest
    return [{ id: deviceId, name, isThis: deviceId === ownId, seenAt, missingCount }]
  })
}
