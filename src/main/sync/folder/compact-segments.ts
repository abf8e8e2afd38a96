import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { folderIsGone, type FolderTrouble, inFolder } from './folder-files'
import { type DeviceRestored, isRestored, type OwnNumbers, ownSegments } from './own-segments'
import { readSegment } from './read-news'
import { type FileFault, newFileId } from './sealed-file'
import type { PackedRecord } from './segments'
import type { Segment, SyncFolder } from './sync-folder'
import { writeSegment } from './write-rows'

/** What a compaction did. */
export interface Compacted {
  kind: 'compacted'
  /** Segments written in place of others. */
  merged: number
  /** Files removed, because another one has their records. */
  removed: number
}

/** So many segments of one level become one of the next. */
const mergedSegments = 16

/**
 * Merges this device’s segments, so that the folder has few of them. Of the records with the same key the last one is
 * kept; a record with the key null is always kept. A crash leaves records twice at worst, and the next call continues.
 */
export async function compactSegments(
  folder: SyncFolder,
  options: { own: OwnNumbers; keyOf: (record: unknown) => string | null; signal?: AbortSignal },
): Promise<Compacted | DeviceRestored | FolderTrouble> {
  return inFolder(folder.path, async () => {
    const result: Compacted = { kind: 'compacted', merged: 0, removed: 0 }
    /** Ids of segments that cannot be merged, or that do not have what their numbers say. */
    const unfit = new Set<string>()
    const whole = new Set<string>()
    for (;;) {
      options.signal?.throwIfAborted()
      const listing = await folder.look()
      if (listing.isGone) return folderIsGone
      const own = ownSegments(folder, listing.segments)
      if (isRestored(own, options.own)) return { kind: 'restored' }
      for (const segment of own) {
        const others = own.filter((other) => !unfit.has(other.id) && isPartOf(segment, other))
        const cover = others.toSorted((a, b) => spanOf(b) - spanOf(a))[0]
        if (cover === undefined) continue
        if (!whole.has(cover.id) && (await faultOf(folder, cover)) !== null) {
          unfit.add(cover.id)
          continue
        }
        whole.add(cover.id)
        rmSync(join(folder.path, segment.name), { force: true })
        result.removed += 1
      }
      const isLeft = (segment: Segment) =>
        segment.head.to < options.own.next && !own.some((other) => isPartOf(segment, other))
      const group = nextGroup(own.filter(isLeft), unfit, folder.limits.mergedPackedBytes)
      if (group === null) return result
      const isMerged = await mergeGroup(folder, group, options.keyOf, unfit)
      if (isMerged === null) return folderIsGone
      if (isMerged) result.merged += 1
    }
  })
}

/** Reads a whole segment. */
async function faultOf(
  folder: SyncFolder,
  segment: Segment,
  onRecord: (packed: PackedRecord) => void = () => {},
): Promise<FileFault | null> {
  const reading = readSegment(folder, segment)
  for await (const batch of reading.batches) for (const packed of batch) onRecord(packed)
  return reading.fault()
}

/** Writes one segment with the records of a group; null if the folder is gone. */
async function mergeGroup(
  folder: SyncFolder,
  group: readonly Segment[],
  keyOf: (record: unknown) => string | null,
  unfit: Set<string>,
): Promise<boolean | null> {
  const lastPlaces = new Map<string, number>()
  let place = 0
  let bytes = 0
  for (const segment of group) {
    const fault = await faultOf(folder, segment, ({ line, record }) => {
      const key = keyOf(record)
      if (key !== null) lastPlaces.set(key, place)
      place += 1
      bytes += line.length
    })
    if (fault !== null || bytes > folder.limits.mergedUnpackedBytes) {
      unfit.add(segment.id)
      return false
    }
  }
  place = 0
  let isWhole = true
  const lines = async function* () {
    for (const segment of group) {
      const reading = readSegment(folder, segment)
      for await (const batch of reading.batches) {
        for (const { line, record } of batch) {
          const key = keyOf(record)
          if (key === null || lastPlaces.get(key) === place) yield line
          place += 1
        }
      }
      isWhole &&= reading.fault() === null
    }
  }
  const [from, to] = [group[0]?.head.from ?? 0, group.at(-1)?.head.to ?? 0]
  const segment = { id: newFileId(), from, to, lines: lines() }
  const isWritten = await writeSegment(
    folder,
    segment,
    () => {},
    () => isWhole,
  )
  if (isWritten) return true
  return isWhole ? null : false
}

/** The first neighbours of one level that are worth merging. */
function nextGroup(own: readonly Segment[], unfit: ReadonlySet<string>, maxBytes: number): Segment[] | null {
  let run: Segment[] = []
  for (const segment of own.toSorted((a, b) => a.head.from - b.head.from)) {
    const last = run.at(-1)
    // A copy of the same file.
    if (last?.head.from === segment.head.from) continue
    const fits =
      last === undefined || (segment.head.from === last.head.to + 1 && levelOf(segment) === levelOf(last))
    if (unfit.has(segment.id)) run = []
    else run = fits ? [...run, segment] : [segment]
    if (run.length < mergedSegments) continue
    if (run.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= maxBytes) return run
    run = run.slice(1)
  }
  return null
}

function levelOf(segment: Segment): number {
  let level = 0
  for (let span = spanOf(segment); span >= mergedSegments; span /= mergedSegments) level += 1
  return level
}

function spanOf({ head }: Segment): number {
  return head.to - head.from + 1
}

/** True if the other segment has all numbers of this one, and more. */
function isPartOf(segment: Segment, other: Segment): boolean {
  const [{ head: a }, { head: b }] = [segment, other]
  return spanOf(other) > spanOf(segment) && a.from >= b.from && a.to <= b.to
}
