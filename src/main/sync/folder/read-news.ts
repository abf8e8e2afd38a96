import { folderIsGone, type FolderTrouble, inFolder } from './folder-files'
import { forksIn, isRestored, type OwnNumbers, ownSegments } from './own-segments'
import { hasRange, type NumberRange, withoutRanges, withRange } from './ranges'
import type { FileFault } from './sealed-file'
import { type PackedRecord, type RowsHead, unpackRecords } from './segments'
import type { Listing, Segment, SyncFolder } from './sync-folder'

/** The numbers of the segments that were read, by device. */
export type ReadNumbers = Readonly<Record<string, readonly NumberRange[]>>

/** What `readNews` needs to know and whom it informs. It waits for both callbacks. */
export interface NewsReader {
  read: ReadNumbers
  own: OwnNumbers
  /**
   * Applies a batch of about 1 MB. Records of a damaged segment may arrive, too, and more than once. `share`: how much of
   * all that is new was read, from 0 to 1.
   */
  onRecords(records: unknown[], share: number): void | Promise<void>
  /** The segment is read: add its numbers, `from` to `to`, to those of its device. */
  onRead(head: RowsHead): void | Promise<void>
  signal?: AbortSignal
}

/** A device that has written into the folder, or whose segments were read. */
export interface DeviceSeen {
  deviceId: string
  /** From its newest segment; null if the folder has none. */
  newest: { deviceName: string; appVersion: string; writtenAt: number } | null
  /** Segments that must exist and could not be read: not yet arrived, or damaged. */
  missing: NumberRange[]
  /** Segments that were read or written, of which the folder now has no readable file: a new device cannot read them. */
  lost: NumberRange[]
}

/** What a look at the folder found, besides records. */
export interface News {
  kind: 'news'
  /** Including this device, once it has written something. */
  devices: DeviceSeen[]
  /** Files that could not be read. They are looked at again when they change. */
  faults: { name: string; fault: FileFault }[]
  /** Segments of other devices that two machines with the same id have written. */
  forks: { deviceId: string; from: number; to: number }[]
  /** Another writer has used this device’s id: see `DeviceRestored`. */
  isRestored: boolean
  /** How many keys of the folder another passphrase opens. */
  foreignKeys: number
}

/** Delivers the records of other devices’ segments that were not read yet. */
export async function readNews(folder: SyncFolder, reader: NewsReader): Promise<News | FolderTrouble> {
  return inFolder(folder.path, async () => {
    const listing = await folder.look()
    if (listing.isGone) return folderIsGone
    const own = ownSegments(folder, listing.segments)
    const others = listing.segments.filter((segment) => !own.includes(segment)).toSorted(inOrder)
    const forks = new Set(forksIn(others))
    const done = new Map(Object.entries(reader.read))
    const isUnread = (segment: Segment) =>
      !hasRange(done.get(segment.head.deviceId) ?? [], segment.head) ||
      (forks.has(segment) && !segment.isDelivered)
    const unread = others.filter(isUnread)
    const totalBytes = unread.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    let bytesBefore = 0
    for (const segment of unread) {
      const { head, name, sizeBytes } = segment
      let bytes = bytesBefore
      bytesBefore += sizeBytes
      // A segment that was read in the meantime may contain all of it.
      if (!isUnread(segment)) continue
      const reading = readSegment(folder, segment, (count) => {
        bytes += count
      })
      for await (const batch of reading.batches) {
        reader.signal?.throwIfAborted()
        const records = batch.map(({ record }) => record)
        await reader.onRecords(records, bytes / totalBytes)
      }
      const fault = reading.fault()
      if (fault !== null) {
        listing.faults.push({ name, fault })
        continue
      }
      segment.isDelivered = true
      done.set(head.deviceId, withRange(done.get(head.deviceId) ?? [], head))
      await reader.onRead(head)
    }
    if (reader.own.next > 1) done.set(folder.device.id, [{ from: 1, to: reader.own.next - 1 }])
    return {
      kind: 'news',
      devices: devicesIn(listing, done),
      faults: listing.faults,
      forks: [...forks].map(({ head: { deviceId, from, to } }) => ({ deviceId, from, to })),
      isRestored: isRestored(own, reader.own),
      foreignKeys: listing.foreignKeys,
    }
  })
}

/** The records of a segment in batches, and afterwards what kept it from being read to its end. */
export function readSegment(
  folder: SyncFolder,
  segment: Segment,
  onBytes?: (count: number) => void,
): { batches: AsyncIterable<PackedRecord[]>; fault: () => FileFault | null } {
  let fault: FileFault | null = null
  const batches = async function* () {
    fault = yield* recordsOf(folder, segment, onBytes)
  }
  return { batches: batches(), fault: () => fault }
}

async function* recordsOf(
  folder: SyncFolder,
  segment: Segment,
  onBytes?: (count: number) => void,
): AsyncGenerator<PackedRecord[], FileFault | null> {
  const file = folder.open(segment.name)
  let fault: FileFault | null
  if (typeof file === 'string') fault = file
  else {
    try {
      // Replaced since it was recognised: the next look sees the new file.
      fault = file.id === segment.id ? yield* unpackRecords(file, folder.limits, onBytes) : 'unreadable'
    } finally {
      file.close()
    }
  }
  if (fault !== null) folder.noteFault(segment.name, fault)
  return fault
}

/** Of segments with the same first number, the one that has most comes first, and makes the others superfluous. */
function inOrder({ head: a }: Segment, { head: b }: Segment): number {
  if (a.deviceId !== b.deviceId) return a.deviceId < b.deviceId ? -1 : 1
  return a.from - b.from || b.to - a.to
}

function devicesIn({ segments }: Listing, done: ReadonlyMap<string, readonly NumberRange[]>): DeviceSeen[] {
  const ids = new Set([...segments.map(({ head }) => head.deviceId), ...done.keys()])
  return [...ids].toSorted().map((deviceId) => {
    const heads = segments.map(({ head }) => head).filter((head) => head.deviceId === deviceId)
    const present = heads.reduce<NumberRange[]>(withRange, [])
    const read = done.get(deviceId) ?? []
    const last = Math.max(0, ...[...present, ...read].map(({ to }) => to))
    const latest = heads.toSorted((a, b) => b.writtenAt - a.writtenAt)[0]
    return {
      deviceId,
      newest:
        latest === undefined
          ? null
          : { deviceName: latest.deviceName, appVersion: latest.appVersion, writtenAt: latest.writtenAt },
      missing: withoutRanges(last === 0 ? [] : [{ from: 1, to: last }], read),
      lost: withoutRanges(read, present),
    }
  })
}
