import { folderIsGone, type FolderTrouble, inFolder } from './folder-files'
import { ownSegments } from './own-segments'
import { newFileId } from './sealed-file'
import type { SyncFolder } from './sync-folder'
import { writeSegment } from './write-rows'

/**
 * Writes one segment in place of this device's segments up to `to`, once later ones have everything that they had. Some
 * of them were deleted, and another device would wait for them for ever. `record` is all that it says.
 */
export async function coverSegments(
  folder: SyncFolder,
  { to, record }: { to: number; record: unknown },
): Promise<{ kind: 'covered' } | FolderTrouble> {
  return inFolder(folder.path, async () => {
    const { segments, isGone } = await folder.look()
    if (isGone) return folderIsGone
    // Two with the same numbers would look like those of two devices.
    const isDone = ownSegments(folder, segments).some(({ head }) => head.from === 1 && head.to >= to)
    const segment = { id: newFileId(), from: 1, to, lines: lineOf(record) }
    const isThere = isDone || (await writeSegment(folder, segment, () => {}))
    return isThere ? { kind: 'covered' } : folderIsGone
  })
}

async function* lineOf(record: unknown): AsyncGenerator<string> {
  yield JSON.stringify(record)
}
