import { readdirSync } from 'node:fs'

import { createManualClock, type ManualClock } from '../../../base/testing/manual-clock'
import { noNumbers, type OwnNumbers } from '../own-segments'
import { type NumberRange, withRange } from '../ranges'
import { type News, readNews } from '../read-news'
import type { FolderTrouble } from '../folder-files'
import { type FolderLimits, usualLimits } from '../segments'
import { openSyncFolder, type SyncFolder } from '../sync-folder'
import { writeRows } from '../write-rows'

/** A device with an open folder. Its fields can be set to what a backup has. */
export interface TestDevice {
  folder: SyncFolder
  clock: ManualClock
  own: OwnNumbers
  read: Record<string, NumberRange[]>
  /** Every record that was delivered, in order. */
  records: unknown[]
  /** With each batch, how much of all that was new had been read. */
  shares: number[]
  write(records: Iterable<unknown>): ReturnType<typeof writeRows>
  news(): Promise<News | FolderTrouble>
}

/** Opens a folder, and creates its key if there is none. */
export async function testDevice(
  path: string,
  id: string,
  limits: Partial<FolderLimits> = {},
  passphrase = 'three old tin lamps',
): Promise<TestDevice> {
  const clock = createManualClock()
  const opened = await openSyncFolder({
    path,
    passphrase,
    device: { id, name: `Device ${id}`, appVersion: '1.0' },
    clock,
    limits: { ...usualLimits, ...limits },
    logCost: 10,
    mayCreate: true,
  })
  if (opened.kind !== 'opened') throw new Error(`the folder is not open: ${opened.kind}`)
  const device: TestDevice = {
    folder: opened.folder,
    clock,
    own: noNumbers,
    read: {},
    records: [],
    shares: [],
    write: (records) =>
      writeRows(opened.folder, {
        own: device.own,
        records,
        save: (own) => {
          device.own = own
        },
        onTooLong: () => {},
      }),
    news: () =>
      readNews(opened.folder, {
        own: device.own,
        read: device.read,
        onRecords: (records, share) => {
          device.shares.push(share)
          device.records.push(...records)
        },
        onRead: ({ deviceId, from, to }) => {
          device.read[deviceId] = withRange(device.read[deviceId] ?? [], { from, to })
        },
      }),
  }
  return device
}

/** Names that appear in the folder while `write` runs. */
export async function namesAdded(path: string, write: () => Promise<unknown>): Promise<string[]> {
  const before = new Set(readdirSync(path))
  await write()
  return readdirSync(path).filter((name) => !before.has(name))
}
