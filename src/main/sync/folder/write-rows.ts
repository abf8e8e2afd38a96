import { folderIsGone, type FolderTrouble, inFolder, writeNewFile } from './folder-files'
import { newName, temporaryMark } from './folder-keys'
import { type DeviceRestored, isRestored, type OwnNumbers, ownSegments, settledNumbers } from './own-segments'
import { newFileId, SealedWriter } from './sealed-file'
import { contentVersion, packLines, type RowsHead } from './segments'
import type { SyncFolder } from './sync-folder'

/** What a device has to say. */
export interface RowsToWrite {
  own: OwnNumbers
  /** Values that JSON can express. Taken one after another, and closed at the end. */
  records: AsyncIterable<unknown> | Iterable<unknown>
  /**
   * Stores the numbers, before and after each segment appears. The first `count` records need not be written again.
   * What it throws ends the writing.
   */
  save(own: OwnNumbers, count: number): void | Promise<void>
  /** A record that is too long for a segment is left out. */
  onTooLong(record: unknown): void
  signal?: AbortSignal
}

/** All records are in the folder, in the segments `from` to `to`; if there were none, `to` is less than `from`. */
export interface RowsWritten {
  kind: 'written'
  from: number
  to: number
  count: number
}

/** Writes records as one segment, or several if they are many. */
export async function writeRows(
  folder: SyncFolder,
  rows: RowsToWrite,
): Promise<RowsWritten | DeviceRestored | FolderTrouble> {
  return inFolder(folder.path, async () => {
    const listing = await folder.look()
    if (listing.isGone) return folderIsGone
    const mine = ownSegments(folder, listing.segments)
    if (isRestored(mine, rows.own)) return { kind: 'restored' }
    folder.removeLeftovers(listing.names)

    let own = settledNumbers(mine, rows.own)
    const from = own.next
    let count = 0
    const records = oneByOne(rows.records)
    try {
      let step = await records.next()
      // Takes records until the segment is full.
      const lines = async function* () {
        for (let bytes = 0; step.done !== true && bytes < folder.limits.segmentBytes;) {
          rows.signal?.throwIfAborted()
          const line = JSON.stringify(step.value)
          if (Buffer.byteLength(line) > folder.limits.lineBytes) rows.onTooLong(step.value)
          else yield line
          bytes += line.length
          count += 1
          step = await records.next()
        }
      }
      while (step.done !== true) {
        const { next } = own
        const id = newFileId()
        const countBefore = count
        const segment = { id, from: next, to: next, lines: lines() }
        const isThere = await writeSegment(folder, segment, () =>
          rows.save({ next, pending: id }, countBefore),
        )
        if (!isThere) return folderIsGone
        own = { next: next + 1, pending: null }
        await rows.save(own, count)
      }
    } finally {
      await records.return()
    }
    return { kind: 'written', from, to: own.next - 1, count }
  })
}

/** A segment to write. `lines` is read once. */
interface NewSegment {
  id: string
  from: number
  to: number
  lines: AsyncIterable<string>
}

/**
 * Writes a segment of this device; false if the folder is gone, or if `isWanted` says so after the last line.
 * @throws a system error, or what a callback throws
 */
export async function writeSegment(
  folder: SyncFolder,
  { id, from, to, lines }: NewSegment,
  beforeRename: () => void | Promise<void>,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  const key = await folder.keyForWriting()
  if (key === null) return false
  const { device, clock, path } = folder
  const head: RowsHead = {
    format: contentVersion,
    kind: 'rows',
    deviceId: device.id,
    deviceName: device.name.slice(0, maxNameChars).toWellFormed(),
    appVersion: device.appVersion.slice(0, maxNameChars),
    from,
    to,
    writtenAt: clock.now(),
  }
  return writeNewFile({
    folder: path,
    name: newName(key, 'rows'),
    mark: temporaryMark(key, device.id),
    beforeRename,
    async write(handle) {
      const writer = new SealedWriter(handle, key, id, JSON.stringify(head))
      await packLines(writer, lines)
      return isWanted()
    },
  })
}

/** A head has a fixed length. */
const maxNameChars = 50

async function* oneByOne(records: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<unknown, void> {
  yield* records
}
