import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { ShadowRepository } from './shadow-repository'
import type { TreeChange, TreeEntry } from './tree-changes'

/** What would be changed is not as it was when the agent began. Nothing was changed. */
export class ChangeConflict extends Error {}

/** What is at a path now. */
type Present = { kind: 'nothing' } | { kind: 'link' } | { kind: 'file'; mode: number } | { kind: 'other' }

/** What is to be at a path: a link, or the bytes of another file. Without `mode` it is a new one. */
type Content =
  { kind: 'link'; target: string } | { kind: 'file'; from: string; isProgram: boolean; mode?: number }

/** What is done to one path, once everything is known to fit. */
interface Step {
  path: string
  removes: boolean
  puts: Content | null
}

/**
 * Brings changes between two trees into a folder: byte for byte, all of them or none. Where somebody has changed other
 * lines of the same file meanwhile, both changes are in it.
 * @param changes of `ShadowRepository.changes`, with `isExact`
 * @param scratch a folder for what is put together
 * @throws ChangeConflict; what the file system says, once what was done by then is taken back
 */
export async function applyChanges(
  folder: string,
  changes: readonly TreeChange[],
  { shadow, scratch }: { shadow: ShadowRepository; scratch: string },
): Promise<void> {
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { mode: 0o700 })
  try {
    const planner = new Planner(folder, changes, { shadow, scratch })
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

/** Finds out what each change means in the folder as it is, and changes nothing there. */
class Planner {
  readonly #folder: string
  readonly #shadow: ShadowRepository
  readonly #scratch: string
  /** What these changes take away, or replace. */
  readonly #going: ReadonlySet<string>
  #written = 0

  constructor(
    folder: string,
    changes: readonly TreeChange[],
    { shadow, scratch }: { shadow: ShadowRepository; scratch: string },
  ) {
    this.#folder = folder
    this.#shadow = shadow
    this.#scratch = scratch
    this.#going = new Set(changes.filter(({ before }) => before !== null).map(({ path }) => path))
  }

  /** Null where it is done already. @throws ChangeConflict */
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
      puts: after === null ? null : await this.#contentOf(after, before, present),
    }
  }

  /** @throws ChangeConflict a link, or a file that stays, stands in the way */
  async #presentAt(path: string): Promise<Present> {
    const names = path.split('/')
    for (let depth = 1; depth < names.length; depth++) {
      const way = names.slice(0, depth).join('/')
      const found = await statOf(join(this.#folder, way))
      if (found === null || (this.#going.has(way) && !found.isDirectory())) return { kind: 'nothing' }
      if (!found.isDirectory()) throw new ChangeConflict(`${path}: ${way} is no folder`)
    }
    const found = await statOf(join(this.#folder, path))
    if (found === null) return { kind: 'nothing' }
    if (found.isSymbolicLink()) return { kind: 'link' }
    if (found.isFile()) return { kind: 'file', mode: found.mode & 0o777 }
    // A folder goes with what was in it.
    const isGoing = found.isDirectory() && [...this.#going].some((other) => other.startsWith(`${path}/`))
    return { kind: isGoing ? 'nothing' : 'other' }
  }

  /** Whether this very content is there. */
  async #is(entry: TreeEntry | null, path: string, present: Present): Promise<boolean> {
    if (entry === null) return present.kind === 'nothing'
    const at = join(this.#folder, path)
    if (entry.mode === '120000') {
      if (present.kind !== 'link') return false
      return (await this.#shadow.readContent(entry.id)).equals(await readlink(at, { encoding: 'buffer' }))
    }
    return present.kind === 'file' && (await this.#shadow.contentOf(at)) === entry.id
  }

  async #merged({ path, before, after }: Omit<TreeChange, 'movedFrom'>, present: Present): Promise<Step> {
    const canMerge = before !== null && after !== null && present.kind === 'file'
    if (!canMerge || !isFile(before) || !isFile(after))
      throw new ChangeConflict(`${path}: ${why[present.kind]}`)
    const [from, to] = [await this.#write(before), await this.#write(after)]
    const merged = await this.#shadow.merge(join(this.#folder, path), from, to)
    if (merged === null) throw new ChangeConflict(`${path}: the same lines were changed meanwhile`)
    const result = this.#place()
    await writeFile(result, merged, { mode: 0o600 })
    const mode = modeAfter(present.mode, before, after)
    return { path, removes: true, puts: { kind: 'file', from: result, isProgram: false, mode } }
  }

  async #contentOf(after: TreeEntry, before: TreeEntry | null, present: Present): Promise<Content> {
    if (!isFile(after)) {
      return { kind: 'link', target: (await this.#shadow.readContent(after.id)).toString('utf8') }
    }
    const isProgram = after.mode === '100755'
    const from = await this.#write(after)
    if (present.kind !== 'file') return { kind: 'file', from, isProgram }
    return { kind: 'file', from, isProgram, mode: modeAfter(present.mode, before, after) }
  }

  async #write({ id }: TreeEntry): Promise<string> {
    const path = this.#place()
    await this.#shadow.writeContent(id, path)
    return path
  }

  #place(): string {
    this.#written += 1
    return join(this.#scratch, String(this.#written))
  }
}

const why = {
  nothing: 'it is not there any more',
  link: 'it has been changed meanwhile',
  file: 'it has been changed meanwhile',
  other: 'something else is there',
}

function isFile({ mode }: TreeEntry): boolean {
  return mode.startsWith('100')
}

/** Who may read and write it stays; whether it may be started changes as the agent changed it. */
function modeAfter(mode: number, before: TreeEntry | null, after: TreeEntry): number {
  if (before?.mode === after.mode) return mode
  return after.mode === '100755' ? mode | ((mode & 0o444) >> 2) : mode & ~0o111
}

/** Takes all steps, or takes back those that were taken. First everything goes that goes, then comes what comes. */
async function take(folder: string, steps: readonly Step[]): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  const kept: string[] = []
  try {
    for (const { path, puts } of steps.filter(({ removes }) => removes)) {
      const at = join(folder, path)
      const aside = besides(at)
      kept.push(aside)
      // What is replaced is there until the new one is.
      if (puts?.kind === 'file' && (await statOf(at))?.isFile() === true) await keep(at, aside)
      else await rename(at, aside)
      undo.push(() => rename(aside, at))
    }
    for (const { path, puts } of steps) {
      if (puts === null) continue
      const at = join(folder, path)
      const made = await mkdir(dirname(at), { recursive: true })
      if (made !== undefined) undo.push(() => rm(made, { recursive: true, force: true }))
      if ((await statOf(at))?.isDirectory() === true) await removeEmpty(at, undo)
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
  const { from, isProgram, mode } = content
  const beside = besides(at)
  try {
    const modeWhenNew = isProgram ? 0o777 : 0o666
    await pipeline(
      createReadStream(from),
      createWriteStream(beside, { flags: 'wx', mode: modeWhenNew, flush: true }),
    )
    if (mode !== undefined) await chmod(beside, mode)
    await rename(beside, at)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** A second name for the same file; a copy where the disk has no such thing. */
async function keep(at: string, aside: string): Promise<void> {
  await link(at, aside).catch(() => copyFile(at, aside))
}

async function removeEmpty(at: string, undo: (() => Promise<unknown>)[]): Promise<void> {
  await rmdir(at)
  undo.push(() => mkdir(at))
}

/** Git knows no empty folders: those that a removed file leaves go with it. */
async function removeEmptyParents(folder: string, path: string): Promise<void> {
  for (let way = dirname(path); way !== '.'; way = dirname(way)) {
    try {
      await rmdir(join(folder, way))
    } catch {
      // It is not empty.
      return
    }
  }
}

function besides(path: string): string {
  return join(dirname(path), `.parley-${randomBytes(6).toString('hex')}`)
}

async function statOf(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}
