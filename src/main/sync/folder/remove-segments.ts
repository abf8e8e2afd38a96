import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { folderIsGone, type FolderTrouble, inFolder } from './folder-files'
import type { SyncFolder } from './sync-folder'

/** Removes what a device has written, once another one has written all of it again. */
export async function removeSegments(
  folder: SyncFolder,
  deviceId: string,
): Promise<{ kind: 'removed' } | FolderTrouble> {
  return inFolder(folder.path, async () => {
    const { segments, isGone } = await folder.look()
    if (isGone) return folderIsGone
    for (const { name, head } of segments) {
      if (head.deviceId === deviceId) rmSync(join(folder.path, name), { force: true })
    }
    return { kind: 'removed' }
  })
}
