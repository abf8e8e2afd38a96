import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

import { errorCode } from '../../../base/error-code'
import { sha256 } from '../../../base/sha256'
import type { SessionId } from '../../../../shared/ids'
import { comparableName } from '../export/export-file-name'

const unfinished = /^\.parley-[0-9a-f]{16}\.tmp$/

/** The files of a folder that belongs to the user. Nothing in it is ever replaced unless the caller knows its content. */
export class FolderFiles {
  readonly #folder: string
  /** Everything in the folder; true for a regular file. */
  readonly #names = new Map<string, boolean>()

  /** Removes what an earlier process left unfinished. @throws what the system says about the folder */
  constructor(folder: string) {
    this.#folder = folder
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile() && unfinished.test(entry.name)) rmSync(join(folder, entry.name), { force: true })
      else this.#names.set(entry.name, entry.isFile())
    }
  }

  get names(): Iterable<string> {
    return this.#names.keys()
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** The hash of a file; null if it is no file, or gone. */
  hash(name: string): string | null {
    try {
      const path = join(this.#folder, name)
      return lstatSync(path).isFile() ? sha256(readFileSync(path)) : null
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      throw error
    }
  }

  /** Writes a new file at once or not at all. False if there is one with this name. */
  create(name: string, bytes: Uint8Array): boolean {
    const temporary = this.#write(bytes)
    try {
      this.#moveToNew(temporary, join(this.#folder, name))
    } catch (error) {
      rmSync(temporary, { force: true })
      if (errorCode(error) !== 'EEXIST') throw error
      this.#names.set(name, false)
      return false
    }
    this.#names.set(name, true)
    return true
  }

  /** Replaces a file at once or not at all, if it still has this hash. */
  replace(name: string, bytes: Uint8Array, hash: string): boolean {
    const temporary = this.#write(bytes)
    try {
      if (this.hash(name) !== hash) {
        rmSync(temporary, { force: true })
        return false
      }
      renameSync(temporary, join(this.#folder, name))
      return true
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  }

  /** Gives a file a name that differs only in case or accents, which may be the same file. */
  rename(name: string, to: string): void {
    renameSync(join(this.#folder, name), join(this.#folder, to))
    this.#names.delete(name)
    this.#names.set(to, true)
  }

  /** Removes a file if it still has this hash. */
  remove(name: string, hash: string): void {
    if (this.hash(name) !== hash) return
    unlinkSync(join(this.#folder, name))
    this.#names.delete(name)
  }

  #write(bytes: Uint8Array): string {
    const path = join(this.#folder, `.parley-${randomBytes(8).toString('hex')}.tmp`)
    const handle = openSync(path, 'wx')
    try {
      writeFileSync(handle, bytes)
      fsyncSync(handle)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    } finally {
      closeSync(handle)
    }
    return path
  }

  /** Unlike a rename, a link never replaces a file. Some file systems of memory cards have none. */
  #moveToNew(temporary: string, path: string): void {
    try {
      linkSync(temporary, path)
      unlinkSync(temporary)
      return
    } catch (error) {
      if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(errorCode(error) ?? '')) throw error
    }
    // Takes the name; if Parley is killed now, an empty file is left.
    closeSync(openSync(path, 'wx'))
    renameSync(temporary, path)
  }
}

/** Who has which name in a folder, ignoring case and accents as some systems do. */
export class FileNames {
  /** Null: the user. */
  readonly #owners = new Map<string, SessionId | null>()
  readonly #lastNumbers = new Map<string, number>()

  /** The owner of a name; null for the user, undefined for nobody. */
  ownerOf(name: string): SessionId | null | undefined {
    return this.#owners.get(comparableName(name))
  }

  give(name: string, owner: SessionId | null): void {
    this.#owners.set(comparableName(name), owner)
  }

  free(name: string): void {
    this.#owners.delete(comparableName(name))
  }

  /** `stem.md`, or `stem (2).md` and so on: a name that is free or already belongs to this chat. */
  choose(stem: string, id: SessionId): string {
    const start = comparableName(stem)
    for (let number = this.#lastNumbers.get(start) ?? 1; ; number += 1) {
      const name = number === 1 ? `${stem}.md` : `${stem} (${number}).md`
      const owner = this.#owners.get(comparableName(name))
      if (owner !== undefined && owner !== id) continue
      this.#lastNumbers.set(start, number)
      return name
    }
  }
}

/** True if a file has this stem, with or without a number. */
export function hasStem(name: string, stem: string): boolean {
  return name.startsWith(stem) && /^(?: \(\d+\))?\.md$/.test(name.slice(stem.length))
}

/** A file that Parley wrote. */
export interface RecordedFile {
  name: string
  /** Of its content when it was written: any other is the user's. */
  hash: string
  /** The state of the chat that the content was written from. */
  stamp: string
}

const schema = z.object({
  folder: z.string(),
  files: z.array(
    z.object({
      id: z.string(),
      // A name, never a path.
      name: z.string().regex(/^[^/\\]+\.md$/),
      hash: z.string(),
      stamp: z.string(),
    }),
  ),
})

/** Remembers the files that Parley has written to a folder. Without it, they would be the user's. */
export class FolderRecord {
  readonly #path: string
  readonly #folder: string
  readonly files = new Map<SessionId, RecordedFile>()

  /** Empty for another folder, and if the record is missing or damaged. */
  constructor(path: string, folder: string) {
    this.#path = path
    this.#folder = folder
    const known = readRecord(path)
    if (known?.folder !== folder) return
    for (const { id, ...file } of known.files) this.files.set(id as SessionId, file)
  }

  /** Writes it at once or not at all. */
  save(): void {
    const files = [...this.files].map(([id, file]) => ({ id, ...file }))
    const temporary = `${this.#path}.new`
    writeFileSync(temporary, JSON.stringify({ folder: this.#folder, files }), { mode: 0o600 })
    renameSync(temporary, this.#path)
  }
}

function readRecord(path: string): z.infer<typeof schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    // Missing or damaged: files with the same content are recognised, and all others stay.
    return undefined
  }
}
