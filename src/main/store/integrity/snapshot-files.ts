import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

import type { SnapshotId } from '../../../shared/ids'
import type { StoreSnapshot } from '../../../shared/store/store'
import { syncFile, syncFolder } from '../../base/files/synced-files'

/** The number of newest snapshots that are kept, besides the last one from before a migration. */
const keptCount = 5

/** The metadata of a snapshot, in the file beside it. */
export interface SnapshotRecord extends StoreSnapshot {
  /** Counted per data folder: a later snapshot has a higher number, whatever the clock said. */
  number: number
  /** The schema version. */
  version: number
  /** The hash of the file, in hex, when it was verified. */
  sha256: string
}

const recordSchema: z.ZodType<SnapshotRecord> = z.object({
  id: z.string().transform((id) => id as SnapshotId),
  createdAt: z.number(),
  sizeBytes: z.number(),
  reason: z.enum(['schedule', 'migration', 'asked', 'restore']),
  sessionCount: z.number(),
  messageCount: z.number(),
  number: z.number().int(),
  version: z.number().int(),
  sha256: z.string(),
})

/** A snapshot file; `record` is null when its metadata cannot be read. */
export interface SnapshotFile {
  number: number
  path: string
  record: SnapshotRecord | null
}

const databaseName = /^snapshot-(\d{6,})\.db$/
const halfMadeName = /^snapshot-\d{6,}\.(db|json)\.new(-journal|-wal|-shm)?$/

/** The name of a snapshot's files, without their extension. */
export function snapshotName(number: number): string {
  return `snapshot-${String(number).padStart(6, '0')}`
}

/** Every snapshot of `folder`, newest first. */
export function snapshotFiles(folder: string): SnapshotFile[] {
  return namesIn(folder)
    .flatMap((name) => {
      const digits = databaseName.exec(name)?.[1]
      if (digits === undefined) return []
      return [{ number: Number(digits), path: join(folder, name), record: readRecord(folder, name) }]
    })
    .toSorted((one, other) => other.number - one.number)
}

/** Snapshots that can be chosen: their metadata is readable and the file has the recorded length. */
export function knownSnapshots(folder: string): SnapshotRecord[] {
  return snapshotFiles(folder).flatMap(({ record, path }) =>
    record !== null && sizeOf(path) === record.sizeBytes ? [record] : [],
  )
}

/** The highest number used in `folder`, as far as can be seen; 0 when there is none. */
export function newestNumber(folder: string): number {
  return snapshotFiles(folder)[0]?.number ?? 0
}

/** Moves a verified copy into place, then writes its metadata: a file with metadata is complete. */
export function saveSnapshot(folder: string, copy: string, record: SnapshotRecord): void {
  const name = snapshotName(record.number)
  renameSync(copy, join(folder, `${name}.db`))
  const temporary = join(folder, `${name}.json.new`)
  writeFileSync(temporary, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  syncFile(temporary)
  renameSync(temporary, join(folder, `${name}.json`))
  syncFolder(folder)
}

/** Removes all but the newest five, the last one from before a migration, and the needed one. */
export function pruneSnapshots(folder: string, neededNumber?: number): void {
  const known = knownSnapshots(folder)
  const kept = new Set(known.slice(0, keptCount).map(({ number }) => number))
  const migration = known.find(({ reason }) => reason === 'migration')
  if (migration !== undefined) kept.add(migration.number)
  const oldestKept = Math.min(...kept)
  if (neededNumber !== undefined) kept.add(neededNumber)
  for (const { number, record, path } of snapshotFiles(folder)) {
    if (kept.has(number) || !isFile(path)) continue
    // One without metadata may still be good; it is removed once enough newer ones are known to be.
    if (record === null && (kept.size < keptCount || number > oldestKept)) continue
    for (const extension of ['json', 'db']) {
      rmSync(join(folder, `${snapshotName(number)}.${extension}`), { force: true })
    }
  }
}

/** Makes the folder, for its owner only, and removes partial files of an earlier process. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of namesIn(folder)) {
    if (halfMadeName.test(name)) rmSync(join(folder, name), { force: true })
  }
}

function readRecord(folder: string, databaseFile: string): SnapshotRecord | null {
  try {
    return recordSchema.parse(
      JSON.parse(readFileSync(join(folder, databaseFile.replace(/\.db$/, '.json')), 'utf8')),
    )
  } catch {
    // The caller has other ways to determine whether the file is good.
    return null
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}
