import { existsSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { fetchedAtOnceBytes } from '../../shared/store/sync'
import { systemClock } from '../base/clock'
import type { JobContext, Jobs } from '../base/threads/job'
import { attachmentPath } from '../store/attachments/attachment-files'
import { rowIdOf } from '../store/exchange/exchanged-rows'
import { placeOf } from '../store/exchange/places'
import { receivedRow } from '../store/exchange/received-rows'
import type { SentRow } from '../store/exchange/waiting-rows'
import { toWritten } from '../store/exchange/written-rows'
import { filesThere, getFile, putFile, usualNames } from './folder/attachment-files'
import { compactSegments } from './folder/compact-segments'
import { coverSegments } from './folder/cover-segments'
import { type FolderTrouble, inFolder } from './folder/folder-files'
import type { OwnNumbers } from './folder/own-segments'
import { type ReadNumbers, readNews } from './folder/read-news'
import { removeSegments } from './folder/remove-segments'
import { type RowsHead, usualLimits } from './folder/segments'
import { type OpenedFolder, openSyncFolder, type SyncDevice, type SyncFolder } from './folder/sync-folder'
import { writeRows } from './folder/write-rows'
import type { Carrier } from './server/carrier'
import type { ServerAccess, ServerTrouble } from './server/with-carrier'

/** What opens the folder. */
export interface FolderAccess {
  path: string
  passphrase: string
  device: SyncDevice
  /** The server of which the folder is a mirror. */
  server: ServerAccess | null
}

/** What keeps the folder from being opened, in the way of `OpenedFolder`. */
export type Unopened = Exclude<OpenedFolder, { kind: 'opened' }> | ServerTrouble

/**
 * To be stored before the job continues: rows that were read, with the share of what is new, or that a segment was read to
 * its end. Or how much of what a server has was fetched.
 */
export type ReadQuestion =
  | { kind: 'apply'; rows: SentRow[]; newer: string[]; share: number }
  | { kind: 'fetched'; share: number }
  | { kind: 'read'; head: Pick<RowsHead, 'deviceId' | 'from' | 'to'> }

/** What main stores in one go. */
const limits = { ...usualLimits, batchBytes: 128 * 1024 }

/** The record of a device that has nothing to say, so that the others know of it. */
const presence = { isHere: true }

/** The folder that was opened last: opening it again takes half a second. */
let kept: { key: string; folder: SyncFolder } | null = null

async function open({ path, passphrase, device }: FolderAccess, mayCreate: boolean): Promise<OpenedFolder> {
  const key = JSON.stringify([path, passphrase, device])
  if (kept?.key === key) return { kind: 'opened', folder: kept.folder, isNew: false }
  const opened = await openSyncFolder({ path, passphrase, device, clock: systemClock, limits, mayCreate })
  if (opened.kind === 'opened') kept = { key, folder: opened.folder }
  return opened
}

/**
 * Runs work with the folder, and with what carries it to a server if it is a mirror; on a metered connection, only if the
 * user `isWaiting` for it.
 */
function within<Result>(
  access: FolderAccess,
  signal: AbortSignal,
  work: (folder: SyncFolder, carrier: Carrier | null) => Promise<Result>,
  isWaiting = false,
): Promise<Result | Unopened> {
  const workOpened = async (carrier: Carrier | null) => {
    const opened = await open(access, false)
    return opened.kind === 'opened' ? work(opened.folder, carrier) : opened
  }
  return carrying(access, { signal, isWaiting }, workOpened)
}

async function carrying<Result>(
  { path, server }: FolderAccess,
  given: { signal: AbortSignal; isWaiting: boolean },
  work: (carrier: Carrier | null) => Promise<Result>,
): Promise<Result | ServerTrouble | FolderTrouble> {
  if (server === null) return work(null)
  const { withCarrier } = await import('./server/with-carrier')
  const options = { mostSegmentBytes: limits.packedBytes, ...given }
  return inFolder(path, () => withCarrier({ path, server }, options, work))
}

/** Copies an attachment out of the folder. */
async function fetchInto(
  target: string,
  given: { folder: SyncFolder; carrier: Carrier | null; sha256: string; signal: AbortSignal },
) {
  const { folder, carrier, sha256, signal } = given
  const names = usualNames(folder, sha256)
  for (const name of carrier === null ? [] : names) await carrier?.pull(name)
  const got = await getFile(folder, sha256, target, signal)
  carrier?.release(folder.keys, names)
  return got
}

/** The work on the sync folder, for a thread of its own: a network drive may let it wait. */
export const syncJobs = {
  /** `isJoined`: asks the server. `isOther`: what the mirror has is of an earlier attempt. */
  openFolder(
    given: { access: FolderAccess; mayCreate: boolean; isJoined: boolean; isOther: boolean },
    { signal }: JobContext<never>,
  ) {
    const { access, mayCreate, isJoined, isOther } = given
    kept = null
    if (access.server !== null && isOther) {
      for (const path of [access.path, `${access.path}.json`]) rmSync(path, { recursive: true, force: true })
    }
    return carrying(access, { signal, isWaiting: isJoined }, async (carrier) => {
      if (isJoined) await carrier?.carry([], { mayCreate })
      const opened = await open(access, mayCreate)
      if (opened.kind === 'no-key' && carrier !== null)
        return { ...opened, hasFiles: carrier.names.length > 0 }
      if (opened.kind !== 'opened') return opened
      const { keys } = opened.folder
      carrier?.release(keys)
      if (isJoined) await carrier?.push(keys)
      return { kind: 'opened' as const, keyIds: keys.map(({ id }) => id) }
    })
  },

  /**
   * Writes rows as one segment. The numbers are to be stored when asked, the rows as sent if the count says all. Without
   * rows, it writes only that this device is there, also in place of the segments up to `coveredTo`.
   */
  sendRows(
    given: { access: FolderAccess; own: OwnNumbers; rows: readonly SentRow[]; coveredTo: number },
    context: JobContext<never, { own: OwnNumbers; count: number }, void>,
  ) {
    const { own, coveredTo } = given
    const sent = given.rows.map((row) => ('erased' in row ? row : toWritten(row)))
    const records = sent.length > 0 ? sent : [presence]
    const { signal } = context
    const save = (numbers: OwnNumbers, count: number) => context.ask({ own: numbers, count })
    return within(given.access, signal, async (folder, carrier) => {
      let written = await writeRows(folder, { own, records, save, onTooLong() {}, signal })
      if (written.kind === 'written' && sent.length === 0 && coveredTo > 0) {
        const covered = await coverSegments(folder, { to: coveredTo, record: presence })
        if (covered.kind === 'trouble') written = covered
      }
      await carrier?.push(folder.keys)
      return written
    })
  },

  /** Reads what the other devices have written. */
  readRows(
    { access, own, read }: { access: FolderAccess; own: OwnNumbers; read: ReadNumbers },
    context: JobContext<never, ReadQuestion, void>,
  ) {
    return within(access, context.signal, async (folder, carrier) => {
      await carrier?.carry(folder.keys, { onProgress: (share) => context.ask({ kind: 'fetched', share }) })
      // While main stores some rows, the next ones are read.
      let storing = Promise.resolve()
      try {
        return await readNews(folder, {
          own,
          read,
          signal: context.signal,
          async onRecords(records, share) {
            const received = records
              .filter((record) => !isDeepStrictEqual(record, presence))
              .map((record) => receivedRow(record) ?? JSON.stringify(record))
            const newer = received.filter((row) => typeof row === 'string')
            const rows = received.filter((row) => typeof row !== 'string')
            await storing
            storing = context.ask({ kind: 'apply', rows, newer, share })
            storing.catch(() => {})
          },
          async onRead({ deviceId, from, to }) {
            await storing
            await context.ask({ kind: 'read', head: { deviceId, from, to } })
          },
        })
      } finally {
        await storing
      }
    })
  },

  /** Another passphrase opens the folder from now on. It is to be kept when asked. */
  changePassphrase(
    { access, passphrase }: { access: FolderAccess; passphrase: string },
    context: JobContext<never, null, void>,
  ) {
    const change = async (folder: SyncFolder, carrier: Carrier | null) => {
      const work = () => folder.changePassphrase(passphrase, () => context.ask(null))
      if (carrier === null) return work()
      await carrier.carry(folder.keys)
      return carrier.drop(folder.keys, work)
    }
    return within(access, context.signal, change, true)
  },

  mergeSegments({ access, own }: { access: FolderAccess; own: OwnNumbers }, { signal }: JobContext<never>) {
    return within(access, signal, (folder, carrier) => {
      const compact = () => compactSegments(folder, { own, keyOf, signal })
      return carrier === null ? compact() : carrier.drop(folder.keys, compact)
    })
  },

  removeDevice(
    { access, deviceId }: { access: FolderAccess; deviceId: string },
    { signal }: JobContext<never>,
  ) {
    return within(access, signal, (folder, carrier) => {
      const remove = () => removeSegments(folder, deviceId)
      return carrier === null ? remove() : carrier.drop(folder.keys, remove)
    })
  },

  /** Writes attachments that only this machine has, and fetches small ones that it lacks: each is to be kept when asked. */
  exchangeFiles(
    given: {
      access: FolderAccess
      files: readonly { sha256: string; sizeBytes: number }[]
      /** The folder of attachments here, and the one for files that arrive. */
      attachments: string
      arrivals: string
    },
    context: JobContext<never, { sha256: string; path: string }, void>,
  ) {
    const { signal } = context
    return within(given.access, signal, async (folder, carrier) => {
      const sha256s = given.files.map(({ sha256 }) => sha256)
      const there = await filesThere(folder, sha256s, carrier?.names)
      if (there.kind === 'trouble') return there
      let absentCount = 0
      for (const { sha256, sizeBytes } of given.files) {
        signal.throwIfAborted()
        const path = attachmentPath(given.attachments, sha256)
        const isHere = existsSync(path)
        if (isHere === there.sha256s.has(sha256) && isHere) continue
        if (isHere) {
          const put = await putFile(folder, sha256, path, signal)
          if (put.kind === 'trouble') return put
          await carrier?.push(folder.keys)
        } else if (sizeBytes <= fetchedAtOnceBytes) {
          const target = join(given.arrivals, sha256)
          const got = await fetchInto(target, { folder, carrier, sha256, signal })
          if (got.kind === 'trouble') return got
          if (got.kind === 'got') await context.ask({ sha256, path: target })
          else absentCount += 1
        }
      }
      return { kind: 'exchanged' as const, absentCount }
    })
  },

  fetchFile(
    { access, sha256, target }: { access: FolderAccess; sha256: string; target: string },
    { signal }: JobContext<never>,
  ) {
    const fetch = (folder: SyncFolder, carrier: Carrier | null) =>
      fetchInto(target, { folder, carrier, sha256, signal })
    return within(access, signal, fetch, true)
  },

  /** Reports whenever something in the folder has changed, as far as the system notices; ends when it cannot any more. */
  watchFolder({ path }: { path: string }, context: JobContext<null>): Promise<void> {
    return new Promise((resolve, reject) => {
      const watcher = watch(path, () => context.report(null))
      watcher.on('error', reject)
      watcher.on('close', resolve)
      context.signal.addEventListener('abort', () => watcher.close(), { once: true })
    })
  },
} satisfies Jobs

export type SyncJobs = typeof syncJobs

/** Later records of the same row replace earlier ones. */
function keyOf(record: unknown): string | null {
  if (isDeepStrictEqual(record, presence)) return ''
  const { table, row, rowId } = record as Partial<{ table: string; row: object; rowId: string }>
  const place = placeOf(table ?? '')
  if (place === null || (row === undefined && rowId === undefined)) return null
  return `${table} ${rowId ?? rowIdOf(place, row as Parameters<typeof rowIdOf>[1])}`
}
