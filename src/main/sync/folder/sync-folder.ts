import { closeSync, existsSync, readdirSync, rmSync, type Stats, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../../base/clock'
import {
  fileStats,
  folderIsGone,
  type FolderTrouble,
  inFolder,
  isSystemError,
  openFile,
  removeLeftovers,
  writeNewFile,
} from './folder-files'
import {
  type FolderKey,
  type KeyFile,
  kindOfName,
  maxKeyFileBytes,
  newKeyFile,
  newKeyName,
  openKeyFile,
  readKeyFile,
  stemOf,
  temporaryMark,
} from './folder-keys'
import { type FileFault, readPart, SealedFile } from './sealed-file'
import { type FolderLimits, readRowsHead, type RowsHead, usualLimits } from './segments'

/** This machine, as its files name it. */
export interface SyncDevice {
  /** At most 64 characters; another one after the device was restored from a backup. */
  id: string
  name: string
  appVersion: string
}

/** What opens a folder. */
export interface FolderOptions {
  path: string
  passphrase: string
  device: SyncDevice
  clock: Clock
  limits?: FolderLimits
  /** The cost of a new key as a power of two. */
  logCost?: number
}

/** The outcome of opening a folder. */
export type OpenedFolder =
  | { kind: 'opened'; folder: SyncFolder; isNew: boolean }
  /** The folder has no key. With `hasFiles`, the key may still be arriving. */
  | { kind: 'no-key'; hasFiles: boolean }
  | { kind: 'wrong-passphrase' }
  /** The keys were written by a newer version. */
  | { kind: 'too-new' }
  | FolderTrouble

/** A file with records of one device. */
export interface Segment {
  name: string
  /** Copies of a file have the same id. */
  id: string
  head: RowsHead
  sizeBytes: number
  /** True once its records were delivered by this process. */
  isDelivered: boolean
}

/** What a look at the folder found. */
export interface Listing {
  /** The folder has none of the open keys, as an empty mount point. */
  isGone: boolean
  names: string[]
  segments: Segment[]
  faults: { name: string; fault: FileFault }[]
  /** How many keys the passphrase does not open. */
  foreignKeys: number
}

type Found =
  | { kind: 'key'; file: KeyFile; isTried: boolean }
  | { kind: 'segment'; segment: Segment }
  | { kind: 'attachment' }
  | { kind: 'fault'; fault: FileFault }
  /** Nothing that the open keys have named. */
  | { kind: 'other' }

/** What a file was, until its stamp changes. */
interface Seen {
  stamp: string
  found: Found
}

/** More keys than that are not tried in one look, because each takes half a second. */
const maxTriedKeys = 32

/** Opens a folder. `mayCreate` makes a key if there is none; a folder with another passphrase gets no second one. */
export async function openSyncFolder(options: FolderOptions & { mayCreate: boolean }): Promise<OpenedFolder> {
  return inFolder(options.path, async (): Promise<OpenedFolder> => {
    const folder = new SyncFolder(options)
    const { names, faults, foreignKeys } = await folder.look()
    if (folder.keys.length > 0) return { kind: 'opened', folder, isNew: false }
    if (foreignKeys > 0) return { kind: 'wrong-passphrase' }
    if (faults.some(({ fault }) => fault === 'too-new')) return { kind: 'too-new' }
    if (!options.mayCreate) return { kind: 'no-key', hasFiles: names.some((name) => stemOf(name) !== null) }
    await folder.createKey()
    return { kind: 'opened', folder, isNew: true }
  })
}

/** A folder with at least one open key. Holds no file open between calls, and remembers files that it has recognised. */
export class SyncFolder {
  readonly path: string
  readonly device: SyncDevice
  readonly clock: Clock
  readonly limits: FolderLimits
  readonly #passphrase: string
  readonly #logCost: number | undefined
  #keys: FolderKey[] = []
  #seen = new Map<string, Seen>()

  constructor({ path, passphrase, device, clock, limits, logCost }: FolderOptions) {
    this.path = path
    this.device = device
    this.clock = clock
    this.limits = limits ?? usualLimits
    this.#passphrase = passphrase
    this.#logCost = logCost
  }

  /** The open keys; the first one is for writing if it is in the folder. */
  get keys(): readonly FolderKey[] {
    return this.#keys
  }

  /** Looks at every file that is new or has changed. @throws a system error */
  async look(): Promise<Listing> {
    let names = readdirSync(this.path)
    this.#recogniseAll(names)
    while (await this.#openNewKeys()) {
      names = readdirSync(this.path)
      this.#recogniseAll(names)
    }
    const isGone = this.#writingKey() === null
    const listing: Listing = { isGone, names, segments: [], faults: [], foreignKeys: 0 }
    for (const [name, { found }] of this.#seen) {
      if (found.kind === 'segment') listing.segments.push(found.segment)
      if (found.kind === 'fault') listing.faults.push({ name, fault: found.fault })
      if (found.kind === 'key' && !this.#hasKey(found.file)) listing.foreignKeys += 1
    }
    return listing
  }

  /** The key for new files; null if the folder has none of the open ones. @throws a system error */
  async keyForWriting(): Promise<FolderKey | null> {
    const known = this.#writingKey()
    if (known !== null && fileStats(join(this.path, known.fileName)) !== null) return known.key
    await this.look()
    return this.#writingKey()?.key ?? null
  }

  /** Opens a sealed file of the folder. @throws a system error if the folder is gone */
  open(name: string): SealedFile | FileFault {
    try {
      return SealedFile.open(join(this.path, name), this.#keys)
    } catch (error) {
      if (!isSystemError(error) || !existsSync(this.path)) throw error
      return 'unreadable'
    }
  }

  /** Remembers a fault that was found while the file was read, until the file changes. */
  noteFault(name: string, fault: FileFault): void {
    const seen = this.#seen.get(name)
    if (seen !== undefined) seen.found = { kind: 'fault', fault }
  }

  /** Removes what crashed writes of this device left. */
  removeLeftovers(names: readonly string[]): void {
    const marks = this.#keys.map((key) => temporaryMark(key, this.device.id))
    removeLeftovers(this.path, names, marks, this.clock.now())
  }

  /** Adds a key to the folder. @throws a system error */
  async createKey(): Promise<void> {
    const key = await this.#writeKey(this.#passphrase)
    this.#addKey(key)
    await this.look()
  }

  /**
   * Seals the open keys with another passphrase, and removes their files that another one opens. `keep` is called once the
   * new files are there: if this ends before or in it, the former passphrase still opens the folder.
   */
  async changePassphrase(
    passphrase: string,
    keep: () => void | Promise<void>,
  ): Promise<{ kind: 'changed' } | FolderTrouble> {
    return inFolder(this.path, async () => {
      const { isGone } = await this.look()
      if (isGone) return folderIsGone
      const former = [...this.#seen].flatMap(([name, { found }]) =>
        found.kind === 'key' && this.#hasKey(found.file) ? [name] : [],
      )
      for (const key of this.#keys) await this.#writeKey(passphrase, key)
      await keep()
      for (const name of former) rmSync(join(this.path, name), { force: true })
      return { kind: 'changed' }
    })
  }

  async #writeKey(passphrase: string, given?: FolderKey): Promise<FolderKey> {
    const { key, bytes } = await newKeyFile(passphrase, this.#logCost, given)
    const write = async (handle: number) => {
      writeFileSync(handle, bytes)
      return true
    }
    const mark = temporaryMark(key, this.device.id)
    await writeNewFile({ folder: this.path, name: newKeyName(), mark, write })
    return key
  }

  #recogniseAll(names: readonly string[]): void {
    const seen = new Map<string, Seen>()
    for (const name of names) {
      if (stemOf(name) === null) continue
      const before = this.#seen.get(name)
      // Attachments are looked at when they are needed.
      if (before?.found.kind === 'attachment') {
        seen.set(name, before)
        continue
      }
      const stats = fileStats(join(this.path, name))
      if (stats === null) continue
      const stamp = stampOf(stats)
      const isKnown = before?.stamp === stamp && !isUnreadable(before)
      seen.set(name, isKnown ? before : { stamp, found: this.#recognise(name, stats) })
    }
    this.#seen = seen
  }

  #recognise(name: string, stats: Stats): Found {
    const kind = kindOfName(this.#keys, name)
    if (kind === 'file') return { kind: 'attachment' }
    if (kind === 'rows') return this.#segment(name, stats)
    return stats.size <= maxKeyFileBytes ? this.#keyFile(name) : { kind: 'other' }
  }

  #keyFile(name: string): Found {
    const bytes = readSmallFile(join(this.path, name), maxKeyFileBytes)
    const file = bytes === null ? null : readKeyFile(bytes)
    if (file === 'too-new') return { kind: 'fault', fault: 'too-new' }
    if (file !== null) return { kind: 'key', file, isTried: false }
    return bytes === null ? { kind: 'fault', fault: 'unreadable' } : { kind: 'other' }
  }

  #segment(name: string, { size }: Stats): Found {
    if (size > this.limits.packedBytes) return { kind: 'fault', fault: 'too-large' }
    const file = this.open(name)
    if (typeof file === 'string') return { kind: 'fault', fault: file }
    file.close()
    const head = readRowsHead(file.head)
    if (typeof head === 'string') return { kind: 'fault', fault: head }
    return { kind: 'segment', segment: { name, id: file.id, head, sizeBytes: size, isDelivered: false } }
  }

  /** True if a key was opened, which may give meaning to more names. */
  async #openNewKeys(): Promise<boolean> {
    let isOpened = false
    let left = maxTriedKeys
    for (const { found } of this.#seen.values()) {
      if (found.kind !== 'key' || found.isTried || this.#hasKey(found.file) || left === 0) continue
      left -= 1
      const key = await openKeyFile(found.file, this.#passphrase)
      found.isTried = true
      if (key === null) continue
      this.#addKey(key)
      isOpened = true
    }
    return isOpened
  }

  #addKey(key: FolderKey): void {
    this.#keys = [...this.#keys, key].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const [name, { found }] of this.#seen) if (found.kind === 'other') this.#seen.delete(name)
  }

  #hasKey({ keyId }: KeyFile): boolean {
    return this.#keys.some(({ id }) => id === keyId)
  }

  /** The first open key that the last look found. */
  #writingKey(): { key: FolderKey; fileName: string } | null {
    const present = new Map<string, string>()
    for (const [name, { found }] of this.#seen) if (found.kind === 'key') present.set(found.file.keyId, name)
    for (const key of this.#keys) {
      const fileName = present.get(key.id)
      if (fileName !== undefined) return { key, fileName }
    }
    return null
  }
}

/** The start of a file; null if the system refuses to read it. */
function readSmallFile(path: string, maxBytes: number): Buffer | null {
  try {
    const handle = openFile(path)
    if (handle === null) return null
    try {
      return readPart(handle, 0, maxBytes)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return null
  }
}

/** What the system has refused may be accepted next time. */
function isUnreadable({ found }: Seen): boolean {
  return found.kind === 'fault' && found.fault === 'unreadable'
}

/** Changes whenever the file does. */
function stampOf({ size, mtimeMs, ctimeMs }: Stats): string {
  return `${size}:${mtimeMs}:${ctimeMs}`
}
