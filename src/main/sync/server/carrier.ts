import { mkdirSync, openAsBlob, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import type { Clock } from '../../base/clock'
import { JsonFile } from '../../base/files/json-file'
import { fileStats, removeLeftovers, writeNewFile } from '../folder/folder-files'
import { type FolderKey, kindOfName, maxKeyFileBytes } from '../folder/folder-keys'
import { carriedName, type MeetingServer, type ServerFile, ServerRefusal } from './meeting-server'

/** What the server had after the last pass: stamps by name, null for what was uploaded since. */
type Known = Map<string, string | null>

interface CarryOptions {
  mayCreate?: boolean
  onProgress?: (share: number) => void | Promise<void>
}

/** Marks temporary files of this carrier. */
const mark = '00000000'
/** No folder has as many keys. */
const mostKeyFiles = 64
const downloadsAtOnce = 4

/**
 * Makes a mirror, which is a sync folder on this machine, and a folder on a server alike. The server has all files, the
 * mirror keys and segments; attachments are there only while they are used. A file that is not in the mirror is never
 * removed from the server for that: only names that were given to `drop` are.
 */
export class Carrier {
  readonly path: string
  readonly #server: MeetingServer
  readonly #clock: Clock
  readonly #file
  readonly #known: Known
  readonly #dropped: Set<string>
  #isChanged = false
  readonly #mostSegmentBytes: number

  constructor(path: string, given: { server: MeetingServer; clock: Clock; mostSegmentBytes: number }) {
    this.path = path
    this.#server = given.server
    this.#clock = given.clock
    this.#mostSegmentBytes = given.mostSegmentBytes
    mkdirSync(path, { recursive: true, mode: 0o700 })
    this.#file = new JsonFile(`${path}.json`, {
      schema: z.object({
        known: z.array(z.tuple([z.string(), z.string().nullable()])),
        dropped: z.array(z.string()),
      }),
      empty: { known: [], dropped: [] },
      clock: given.clock,
      // What is forgotten is compared with the server again.
      onProblem: () => {},
    })
    const { known, dropped } = this.#file.read()
    this.#known = new Map(known)
    this.#dropped = new Set(dropped)
  }

  /** The names of the files on the server, as far as is known. */
  get names(): string[] {
    return [...this.#known.keys()]
  }

  /**
   * Lists the server and carries in both directions. Without keys, only files that may be keys arrive. `mayCreate` makes
   * the folder on the server. `onProgress`: how much of what is fetched has arrived, from 0 to 1.
   * @throws ServerRefusal `gone` if it has no key any more; a system error of the mirror
   */
  async carry(
    keys: readonly FolderKey[],
    { mayCreate = false, onProgress = () => {} }: CarryOptions = {},
  ): Promise<void> {
    const listed = await this.#server.list()
    if (listed === null && mayCreate) await this.#server.create()
    const there = new Map((listed ?? []).map((file) => [file.name, file]))
    const here = this.#localFiles()
    const wasThere = (name: string) => (this.#known.get(name) ?? null) !== null
    const hasKeys = [...here].some(([name, size]) => size <= maxKeyFileBytes && wasThere(name))
    // With another passphrase, keys are in other files.
    if (hasKeys && ![...there.values()].some(({ sizeBytes }) => sizeBytes <= maxKeyFileBytes)) {
      throw new ServerRefusal('gone', 'the keys are not on the server')
    }
    const removed = [...here.keys()].filter((name) => wasThere(name) && !there.has(name))
    for (const name of removed) {
      rmSync(join(this.path, name), { force: true })
      here.delete(name)
    }
    for (const name of this.#known.keys()) if (!there.has(name)) this.#note(name, undefined)
    for (const [name, sizeHere] of here) await this.#compare(name, sizeHere, there.get(name), keys)
    await this.#removeDropped()
    const missing = this.#missing(there, here, keys)
    await this.#downloadAll(missing, onProgress)
    removeLeftovers(this.path, readdirSync(this.path), [mark], this.#clock.now())
  }

  /** Uploads what is new in the mirror. */
  async push(keys: readonly FolderKey[]): Promise<void> {
    for (const name of this.#localFiles().keys()) if (!this.#known.has(name)) await this.#upload(name, keys)
  }

  /** Fetches an attachment into the mirror, if the server has it. */
  async pull(name: string): Promise<void> {
    const stamp = this.#known.get(name)
    if (typeof stamp === 'string') await this.#write(name, Number(stamp.split(' ', 1)[0]))
  }

  /** Removes attachments from the mirror, where they are only while they are used. Default: all that the server has. */
  release(keys: readonly FolderKey[], names: Iterable<string> = this.#localFiles().keys()): void {
    for (const name of names) {
      if (!this.#known.has(name) || kindOfName(keys, name) !== 'file') continue
      rmSync(join(this.path, name), { force: true })
    }
  }

  /** Does work that may remove files of the mirror, then uploads what is new and removes these files from the server. */
  async drop<Result>(keys: readonly FolderKey[], work: () => Promise<Result>): Promise<Result> {
    const before = this.#localFiles()
    const result = await work()
    const after = this.#localFiles()
    for (const name of before.keys()) {
      if (after.has(name) || !this.#known.has(name)) continue
      this.#dropped.add(name)
      this.#isChanged = true
    }
    await this.push(keys)
    await this.#removeDropped()
    return result
  }

  /** Keeps what is known. What a crash forgets is found out again by comparing sizes. */
  save(): void {
    if (this.#isChanged) this.#file.write({ known: [...this.#known], dropped: [...this.#dropped] })
    this.#isChanged = false
  }

  #note(name: string, stamp: string | null | undefined): void {
    if (this.#known.get(name) === stamp) return
    this.#isChanged = true
    if (stamp === undefined) this.#known.delete(name)
    else this.#known.set(name, stamp)
  }

  /** Uploads a file that the server lacks, or of which it has a part; notes the stamp of one that was uploaded. */
  async #compare(
    name: string,
    sizeHere: number,
    file: ServerFile | undefined,
    keys: readonly FolderKey[],
  ): Promise<void> {
    const known = this.#known.get(name)
    if (typeof known === 'string') return
    const isCut = known === undefined && (file?.sizeBytes ?? 0) < sizeHere
    if (file === undefined || isCut) await this.#upload(name, keys)
    // A longer one was still being uploaded when it was downloaded.
    else if (file.sizeBytes <= sizeHere) this.#note(name, file.stamp)
  }

  /** Files that the mirror needs. */
  #missing(
    there: ReadonlyMap<string, ServerFile>,
    here: ReadonlyMap<string, number>,
    keys: readonly FolderKey[],
  ): ServerFile[] {
    const missing: ServerFile[] = []
    let keyFiles = 0
    for (const file of there.values()) {
      const { name, sizeBytes, stamp } = file
      if (this.#dropped.has(name)) continue
      const kind = kindOfName(keys, name)
      const isKey = kind === null && sizeBytes <= maxKeyFileBytes
      keyFiles += Number(isKey)
      if (kind === 'rows' || (isKey && keyFiles <= mostKeyFiles)) {
        const isCurrent = here.has(name) && (this.#known.get(name) ?? stamp) === stamp
        if (!isCurrent) missing.push(file)
      } else if (kind === 'file' || keys.length === 0) this.#note(name, stamp)
    }
    return missing
  }

  #localFiles(): Map<string, number> {
    const names = readdirSync(this.path).filter((name) => carriedName.test(name))
    return new Map(
      names.flatMap((name) => {
        const size = fileStats(join(this.path, name))?.size
        return size === undefined ? [] : [[name, size] as const]
      }),
    )
  }

  async #upload(name: string, keys: readonly FolderKey[]): Promise<void> {
    const path = join(this.path, name)
    await this.#server.write(name, await openAsBlob(path))
    this.#note(name, null)
    if (kindOfName(keys, name) === 'file') rmSync(path, { force: true })
  }

  async #removeDropped(): Promise<void> {
    for (const name of this.#dropped) {
      await this.#server.remove(name)
      this.#dropped.delete(name)
      this.#isChanged = true
      this.#note(name, undefined)
    }
  }

  /** Several at once, because a distant server takes longer to answer than to send a segment. */
  async #downloadAll(files: readonly ServerFile[], onProgress: (share: number) => unknown): Promise<void> {
    const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    let bytes = 0
    // A loop that ends with an error ends this for all of them.
    const left = eachOnce(files)
    const downloadNext = async () => {
      for (const file of left) {
        await this.#download(file)
        bytes += file.sizeBytes
        await onProgress(bytes / totalBytes)
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: downloadsAtOnce }, downloadNext))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async #download({ name, sizeBytes, stamp }: ServerFile): Promise<void> {
    if (sizeBytes > this.#mostSegmentBytes) return
    if (await this.#write(name, sizeBytes)) this.#note(name, stamp)
  }

  /**
   * Writes a file of the server into the mirror; false if it is gone, or not as long as listed, such as one that another
   * machine is still uploading: the next pass fetches it again.
   */
  async #write(name: string, sizeBytes: number): Promise<boolean> {
    return writeNewFile({
      folder: this.path,
      name,
      mark,
      write: async (handle) => {
        const tooLong = new Error('longer than listed')
        let count = 0
        const onPart = (part: Uint8Array) => {
          count += part.length
          if (count > sizeBytes) throw tooLong
          writeFileSync(handle, part)
        }
        try {
          return (await this.#server.read(name, onPart)) && count === sizeBytes
        } catch (error) {
          if (error === tooLong) return false
          throw error
        }
      },
    })
  }
}

function* eachOnce<Value>(values: readonly Value[]): Generator<Value> {
  yield* values
}
