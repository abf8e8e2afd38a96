import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { ShadowRepository } from './git/shadow-repository'
import { statOf } from './files/stat-of'
import type { TreeChange, TreeEntry } from './git/tree-changes'

/** The target has changed since the agent began. Nothing was changed. */
export class ChangeConflict extends Error {}

/** The entry that is currently at a path. */
type Present = { kind: 'nothing' } | { kind: 'link' } | { kind: 'file'; mode: number } | { kind: 'other' }

/** The new content of a path: a link, or the bytes of another file. */
type Content = { kind: 'link'; target: Buffer } | { kind: 'file'; from: string; mode: FileMode }

/** `exact`, or the default mode of new files, limited to `widest`. */
type FileMode = { exact: number } | { widest: number }

/** The source of the changes. */
export interface ChangeOrigin {
  shadow: ShadowRepository
  /** The folder that the agent worked in. */
  workFolder: string
  /** The previous paths of moved files, by their current paths. */
  moves: ReadonlyMap<string, string>
  /** A folder for temporary files. */
  scratch: string
}

/** The change of one path, once all changes are known to be possible. */
interface Step {
  path: string
  removes: boolean
  puts: Content | null
}

/**
 * Applies the changes between two trees to a folder, byte for byte, all of them or none. If different lines of a file
 * were changed in the folder too, the result contains both changes. A file keeps its mode, even when it was moved; a
 * new one is never more accessible than the agent made it.
 * @param changes of `ShadowRepository.changes`, with `isExact`
 * @throws ChangeConflict; file system errors, after everything was rolled back
 */
export async function applyChanges(
  folder: string,
  changes: readonly TreeChange[],
  origin: ChangeOrigin,
): Promise<void> {
  const { scratch } = origin
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { mode: 0o700 })
  try {
    const planner = new Planner(folder, changes, origin)
    const steps: Step[] = []
    for (const change of changes) {
      const step = await planner.stepFor(change)
      if (step !== null) steps.push(step)
    }
    await take(folder, steps)
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Plans each change against the current folder, without changing it. */
class Planner {
  readonly #folder: string
  readonly #origin: ChangeOrigin
  /** The paths that these changes remove or replace. */
  readonly #going: ReadonlySet<string>
  #written = 0

  constructor(folder: string, changes: readonly TreeChange[], origin: ChangeOrigin) {
    this.#folder = folder
    this.#origin = origin
    this.#going = new Set(changes.filter(({ before }) => before !== null).map(({ path }) => path))
  }

  /** Null when the change is already there. @throws ChangeConflict */
  async stepFor({ path, before, after }: TreeChange): Promise<Step | null> {
    const present = await this.#presentAt(path)
    if (await this.#is(after, path, present)) {
      const isSame = present.kind !== 'file' || ((present.mode & 0o111) !== 0) === (after?.mode === '100755')
      if (isSame || before?.mode === after?.mode) return null
    } else if (!(await this.#is(before, path, present))) {
      return this.#merged({ path, before, after }, present)
    }
    return {
      path,
      removes: present.kind !== 'nothing',
      puts: after === null ? null : await this.#contentOf({ path, before, after }, present),
    }
  }

  /** @throws ChangeConflict a link, or a file that stays, is in the way */
  async #presentAt(path: string): Promise<Present> {
    for (const way of foldersOf(path)) {
      const found = await statOf(join(this.#folder, way))
      if (found === null || (this.#going.has(way) && !found.isDirectory())) return { kind: 'nothing' }
      if (!found.isDirectory()) throw new ChangeConflict(`${path}: ${way} is not a folder`)
    }
    const found = await statOf(join(this.#folder, path))
    if (found === null) return { kind: 'nothing' }
    if (found.isSymbolicLink()) return { kind: 'link' }
    if (found.isFile()) return { kind: 'file', mode: found.mode & 0o777 }
    // A folder goes with its content.
    const isGoing = found.isDirectory() && [...this.#going].some((other) => other.startsWith(`${path}/`))
    return { kind: isGoing ? 'nothing' : 'other' }
  }

  /** True if the path has exactly this content. */
  async #is(entry: TreeEntry | null, path: string, present: Present): Promise<boolean> {
    if (entry === null) return present.kind === 'nothing'
    const at = join(this.#folder, path)
    if (entry.mode === '120000') {
      if (present.kind !== 'link') return false
      return (await this.#origin.shadow.readContent(entry.id)).equals(
        await readlink(at, { encoding: 'buffer' }),
      )
    }
    return present.kind === 'file' && (await this.#origin.shadow.contentOf(at)) === entry.id
  }

  async #merged({ path, before, after }: Omit<TreeChange, 'movedFrom'>, present: Present): Promise<Step> {
    const canMerge = before !== null && after !== null && present.kind === 'file'
    if (!canMerge || !isFile(before) || !isFile(after))
      throw new ChangeConflict(`${path}: ${why[present.kind]}`)
    const [from, to] = [await this.#write(before), await this.#write(after)]
    const merged = await this.#origin.shadow.merge(join(this.#folder, path), from, to)
    if (merged === null) throw new ChangeConflict(`${path}: the same lines have changed`)
    const result = this.#place()
    await writeFile(result, merged, { mode: 0o600 })
    const mode = { exact: modeAfter(present.mode, before, after) }
    return { path, removes: true, puts: { kind: 'file', from: result, mode } }
  }

  async #contentOf(
    { path, before, after }: { path: string; before: TreeEntry | null; after: TreeEntry },
    present: Present,
  ): Promise<Content> {
    if (!isFile(after)) {
      return { kind: 'link', target: await this.#origin.shadow.readContent(after.id) }
    }
    const from = await this.#write(after)
    const mode =
      present.kind === 'file'
        ? { exact: modeAfter(present.mode, before, after) }
        : await this.#modeWhenNew(path, after)
    return { kind: 'file', from, mode }
  }

  async #modeWhenNew(path: string, after: TreeEntry): Promise<FileMode> {
    const { moves, workFolder } = this.#origin
    const movedFrom = moves.get(path)
    const before = movedFrom === undefined ? null : await statOf(join(this.#folder, movedFrom))
    if (before?.isFile() === true) return { exact: modeAfter(before.mode & 0o777, null, after) }
    const made = await statOf(join(workFolder, path))
    // The user may always read and write it.
    const madeFor = made?.isFile() === true ? made.mode | 0o700 : 0o777
    return { widest: madeFor & (after.mode === '100755' ? 0o777 : 0o666) }
  }

  async #write({ id }: TreeEntry): Promise<string> {
    const path = this.#place()
    await this.#origin.shadow.writeContent(id, path)
    return path
  }

  #place(): string {
    this.#written += 1
    return join(this.#origin.scratch, String(this.#written))
  }
}

const why = {
  nothing: 'it no longer exists',
  link: 'it has changed',
  file: 'it has changed',
  other: 'something else is in its place',
}

function isFile({ mode }: TreeEntry): boolean {
  return mode.startsWith('100')
}

/** Keeps the read and write bits, and changes the executable bits as the agent did. */
function modeAfter(mode: number, before: TreeEntry | null, after: TreeEntry): number {
  if (before?.mode === after.mode) return mode
  return after.mode === '100755' ? mode | ((mode & 0o444) >> 2) : mode & ~0o111
}

/** Applies all steps, or rolls back those that were applied. Removes everything first, then adds. */
async function take(folder: string, steps: readonly Step[]): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  const kept: string[] = []
  const coming = new Set(steps.filter(({ puts }) => puts !== null).map(({ path }) => path))
  try {
    for (const { path, puts } of steps.filter(({ removes }) => removes)) {
      const at = join(folder, path)
      // Not in a folder that a file replaces.
      const aside = besides(join(folder, foldersOf(path).find((way) => coming.has(way)) ?? path))
      kept.push(aside)
      // A file that is replaced stays until its replacement is complete.
      if (puts?.kind === 'file' && (await statOf(at))?.isFile() === true) await keep(at, aside)
      else await rename(at, aside)
      undo.push(() => putBack(aside, at))
    }
    for (const { path, puts } of steps) {
      if (puts === null) continue
      const at = join(folder, path)
      const made = await mkdir(dirname(at), { recursive: true })
      if (made !== undefined) undo.push(() => rm(made, { recursive: true, force: true }))
      await removeEmptyFolders(at, undo)
      const isNew = (await statOf(at)) === null
      await put(puts, at)
      if (isNew) undo.push(() => rm(at, { force: true }))
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => undefined)
    throw error
  }
  for (const path of kept) await rm(path, { force: true })
  for (const { path, puts } of steps) if (puts === null) await removeEmptyParents(folder, path)
}

async function put(content: Content, at: string): Promise<void> {
  if (content.kind === 'link') return symlink(content.target, at)
  const { from, mode } = content
  const beside = besides(at)
  try {
    const modeWhenMade = 'exact' in mode ? mode.exact : mode.widest
    await pipeline(
      createReadStream(from),
      createWriteStream(beside, { flags: 'wx', mode: modeWhenMade, flush: true }),
    )
    if ('exact' in mode) await chmod(beside, mode.exact)
    await rename(beside, at)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** Hard-links a file under a second name, or copies it if the disk cannot. */
async function keep(at: string, aside: string): Promise<void> {
  await link(at, aside).catch(() => copyFile(at, aside))
}

/** Renaming between two hard links of one file does nothing, so the first name must be removed as well. */
async function putBack(aside: string, at: string): Promise<void> {
  await rename(aside, at)
  await rm(aside, { force: true })
}

/** Removes a folder of empty folders that a file replaces. @throws ChangeConflict it contains something else */
async function removeEmptyFolders(at: string, undo: (() => Promise<unknown>)[]): Promise<void> {
  const found = await statOf(at)
  if (found?.isDirectory() !== true) return
  for (const entry of await readdir(at, { withFileTypes: true })) {
    if (!entry.isDirectory()) throw new ChangeConflict(`${join(at, entry.name)}: ${why.other}`)
    await removeEmptyFolders(join(at, entry.name), undo)
  }
  await rmdir(at)
  undo.push(() => mkdir(at, { mode: found.mode }))
}

/** Removes the folders that a removed file leaves empty, because git does not track them. */
async function removeEmptyParents(folder: string, path: string): Promise<void> {
  for (let way = dirname(path); way !== '.'; way = dirname(way)) {
    try {
      await rmdir(join(folder, way))
    } catch {
      // Not empty.
      return
    }
  }
}

/** The parent folders of a path, outermost first. */
function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
}

function besides(path: string): string {
  return join(dirname(path), `.parley-${randomBytes(6).toString('hex')}`)
}
