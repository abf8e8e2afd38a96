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

import type { SnapshotId } from '../../../../shared/ids'
import type { StoreSnapshot } from '../../../../shared/store/store'
import { syncFile, syncFolder } from '../../../base/files/synced-files'

/** How many of the newest are kept, besides the last one from before a migration. */
const keptCount = 5

/** What is known of a snapshot, in the file beside it. */
export interface SnapshotRecord extends StoreSnapshot {
  /** They are counted per data folder: the later one has the higher number, whatever the clock said. */
  number: number
  /** The version of its content. */
  version: number
  /** Of the whole file, in hex: what it was when it was found good. */
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

/** A snapshot as a file; `record` is null when what stood beside it cannot be read. */
export interface SnapshotFile {
  number: number
  path: string
  record: SnapshotRecord | null
}

const databaseName = /^snapshot-(\d{6,})\.db$/
const halfMadeName = /^snapshot-\d{6,}\.(db|json)\.new(-journal|-wal|-shm)?$/

export function snapshotName(number: number): string {
  return `snapshot-${String(number).padStart(6, '0')}`
}

/** Every snapshot of `folder`, the newest first. */
export function snapshotFiles(folder: string): SnapshotFile[] {
  return namesIn(folder)
    .flatMap((name) => {
      const digits = databaseName.exec(name)?.[1]
      if (digits === undefined) return []
      return [{ number: Number(digits), path: join(folder, name), record: readRecord(folder, name) }]
    })
    .toSorted((one, other) => other.number - one.number)
}

/** Those that can be chosen: their record can be read, and the file is as long as it says. */
export function knownSnapshots(folder: string): SnapshotRecord[] {
  return snapshotFiles(folder).flatMap(({ record, path }) =>
    record !== null && sizeOf(path) === record.sizeBytes ? [record] : [],
  )
}

/** The highest number that was ever given in `folder`, as far as can be seen; 0 when none was. */
export function newestNumber(folder: string): number {
  return snapshotFiles(folder)[0]?.number ?? 0
}

/** Puts a verified copy in its place, then its record: what has a record is whole. */
export function keepSnapshot(folder: string, copy: string, record: SnapshotRecord): void {
  const name = snapshotName(record.number)
  renameSync(copy, join(folder, `${name}.db`))
  const temporary = join(folder, `${name}.json.new`)
  writeFileSync(temporary, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  syncFile(temporary)
  renameSync(temporary, join(folder, `${name}.json`))
  syncFolder(folder)
}

/** Removes what the newest five, the last one from before a migration, and the needed one leave superfluous. */
export function pruneSnapshots(folder: string, neededNumber?: number): void {
  const known = knownSnapshots(folder)
  const kept = new Set(known.slice(0, keptCount).map(({ number }) => number))
  const migration = known.find(({ reason }) => reason === 'migration')
  if (migration !== undefined) kept.add(migration.number)
  const oldestKept = Math.min(...kept)
  if (neededNumber !== undefined) kept.add(neededNumber)
  for (const { number, record, path } of snapshotFiles(folder)) {
    if (kept.has(number) || !isFile(path)) continue
    // One without a record may still be good; it goes when enough newer ones are known to be.
    if (record === null && (kept.size < keptCount || number > oldestKept)) continue
    for (const extension of ['json', 'db']) {
      rmSync(join(folder, `${snapshotName(number)}.${extension}`), { force: true })
    }
  }
}

/** Makes the folder, for its owner only, and removes what an earlier process left half made. */
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
    // Told apart from a good one by the caller, who has other ways to find out what the file is.
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
