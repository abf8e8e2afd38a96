import { randomBytes } from 'node:crypto'
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { constants, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

import {
  type KnowledgeFileState,
  knowledgeLimits,
  type KnowledgeProblem,
  type KnowledgeProgress,
} from '../../../shared/knowledge/knowledge'
import { folderName } from '../../../shared/text/folder-name'
import { systemClock } from '../../base/clock'
import { errorCode } from '../../base/error-code'
import type { JobContext } from '../../base/threads/job'
import { textOf } from '../../base/files/text-encoding'
import { sha256 } from '../../base/sha256'
import { isDamage, storeError } from '../database/store-errors'
import { indexable } from '../tokenizer/index-text'
import { fileAt, type FolderFile, readFileInside, walkFolder } from './source-files'
import { type FileRow, IndexRows, splitPassages } from './index-rows'
import { type IndexStats, openIndex, removeIndex, statsOf } from './open-index'

/** The location of a source's files. */
export type SourcePlace =
  /** An attached file, stored once under its hash. `textPath`: the text of a PDF is there. */
  | { id: string; kind: 'file'; name: string; root: string; path: string; textPath: string | null }
  | { id: string; kind: 'folder'; root: string }

/** Asks for the text of the PDF at `path`, a copy; null if it has none that can be read. */
export interface PdfQuestion {
  path: string
}
export type PdfAnswer = string | null

/** Every window gets each report. */
const reportMs = 250
/** Passages, and new files, that are written between two turns. */
const passagesPerTurn = 300
const filesPerTurn = 300
/** An answer may wait for a short update; a longer one gives way to main and the window, which wait for a CPU then. */
const urgentMs = 500

const pdfMark = '%PDF-'
const pdfMarkWithin = 1_024

type Context = JobContext<KnowledgeProgress, PdfQuestion, PdfAnswer>

interface UpdateInput {
  file: string
  sources: readonly SourcePlace[]
  excluded: readonly string[]
}

/**
 * Brings the index of a project up to date: reads new and changed files, and forgets removed ones. Each file is complete
 * in it or waiting, so that after a kill, the next update continues where this one stopped. A damaged index is built again,
 * because all of it comes from the files.
 * @throws STORE_FULL, the signal's reason
 */
export async function updateIndex(input: UpdateInput, context: Context): Promise<IndexStats> {
  try {
    return await update(input, context)
  } catch (error) {
    if (!isDamage(error)) throw error
    removeIndex(input.file)
    return update(input, context)
  }
}

async function update(input: UpdateInput, context: Context): Promise<IndexStats> {
  const database = openIndex(input.file)
  try {
    const work = new IndexUpdate(new IndexRows(database), context, join(dirname(input.file), 'pdf'))
    await work.run(input.sources, new Set(input.excluded))
    return statsOf(database)
  } finally {
    database.close()
  }
}

interface Waiting {
  row: Pick<FileRow, 'id' | 'hash'>
  /** The name of the file, by which it is also searched. */
  name: string
  place: SourcePlace
  path: string
}

class IndexUpdate {
  readonly #rows: IndexRows
  readonly #context: Context
  /** The start of the paths of temporary copies. */
  readonly #copyPath: string
  #doneCount = 0
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(rows: IndexRows, context: Context, copyPath: string) {
    this.#rows = rows
    this.#context = context
    this.#copyPath = copyPath
  }

  async run(sources: readonly SourcePlace[], excluded: ReadonlySet<string>): Promise<void> {
    const wanted = new Set(sources.map(({ id }) => id))
    for (const id of this.#rows.sourceIds()) if (!wanted.has(id)) await this.#forget(id)
    const waiting: Waiting[] = []
    for (const place of sources) waiting.push(...(await this.#compare(place, excluded)))
    const startedAt = systemClock.monotonic()
    let isUrgent = true
    for (const each of waiting) {
      if (isUrgent && systemClock.monotonic() - startedAt >= urgentMs) {
        isUrgent = false
        lowerPriority()
      }
      this.#report(waiting.length)
      await this.#yieldTurn()
      await this.#read(each)
      this.#doneCount += 1
    }
  }

  /** Notes what is on disk now. Returns the files that have to be read. */
  async #compare(place: SourcePlace, excluded: ReadonlySet<string>): Promise<Waiting[]> {
    const known = new Map(this.#rows.files(place.id).map((row) => [row.path, row]))
    const seen = new Set<string>()
    let isCut = false
    const batch: FolderFile[] = []
    const flush = async () => {
      const found = batch.splice(0)
      this.#rows.together(() => {
        for (const file of found) this.#note(place.id, known.get(file.path), file)
      })
      await this.#yieldTurn()
    }
    try {
      const files = filesOf(place, excluded)
      for (let next = files.next(); ; next = files.next()) {
        if (next.done === true) {
          isCut = next.value.isCut
          break
        }
        if (next.value !== null) {
          seen.add(next.value.path)
          batch.push(next.value)
        }
        if (next.value === null || batch.length >= filesPerTurn) await flush()
      }
    } catch (error) {
      this.#context.signal.throwIfAborted()
      const problem = problemOf(error)
      if (problem === null) throw error
      this.#rows.together(() => {
        this.#rows.setSource(place.id, problem)
        this.#rows.setMissing(place.id)
      })
      return []
    }
    await flush()
    this.#rows.together(() => this.#rows.setSource(place.id, isCut ? 'too-many' : null))
    for (const [path, { id }] of known) {
      if (seen.has(path)) continue
      this.#rows.together(() => this.#rows.dropFile(id))
      await this.#yieldTurn()
    }
    return this.#rows
      .files(place.id)
      .filter(({ state }) => state === 'waiting')
      .map((row) => ({ row, place, path: row.path, name: shownPath(place, row.path) }))
  }

  #note(sourceId: string, row: FileRow | undefined, file: FolderFile): void {
    if (row === undefined) this.#rows.addFile(sourceId, file)
    else if (row.stamp !== file.stamp || isUnsettled(row.state)) {
      // The folder is here again, with the file as it was read.
      const isSame = row.stamp === file.stamp && row.state === 'missing' && row.hash !== null
      this.#rows.touchFile(row.id, file, isSame ? 'indexed' : 'waiting')
    }
  }

  async #read({ row, name, place, path }: Waiting): Promise<void> {
    const found = await this.#textOf(place, path, row.hash)
    if (found === 'same') {
      this.#rows.together(() => this.#rows.settle(row.id))
      return
    }
    if ('state' in found) {
      this.#rows.together(() => {
        this.#rows.dropPassages(row.id)
        this.#rows.setFile(row.id, { state: found.state, hash: null, tokens: 0 })
      })
      return
    }
    const { text, hash } = found
    const words = indexable(name)
    let tokens = 0
    const passages = splitPassages(text)
    const writeSome = (isFirst: boolean): boolean =>
      this.#rows.together(() => {
        if (isFirst) {
          this.#rows.dropPassages(row.id)
          this.#rows.setFile(row.id, { state: 'waiting', hash: null, tokens: 0 })
        }
        for (let count = 0; count < passagesPerTurn; count += 1) {
          const next = passages.next()
          if (next.done === true) {
            this.#rows.setFile(row.id, { state: 'indexed', hash, tokens })
            return true
          }
          tokens += next.value.tokens
          this.#rows.addPassage(row.id, next.value, words)
        }
        return false
      })
    for (let isDone = writeSome(true); !isDone; isDone = writeSome(false)) await this.#yieldTurn()
  }

  async #textOf(
    place: SourcePlace,
    path: string,
    knownHash: string | null,
  ): Promise<{ text: string; hash: string } | { state: KnowledgeFileState } | 'same'> {
    const at = place.kind === 'file' ? place.path : path
    const read = readFileInside(place.root, at, knowledgeLimits.fileBytes)
    if (read.problem !== undefined) return { state: read.problem }
    const hash = sha256(read.bytes)
    if (hash === knownHash) return 'same'
    const text = await this.#decoded(place, read.bytes)
    return text === null || text.trim() === '' ? { state: 'not-text' } : { text, hash }
  }

  async #decoded(place: SourcePlace, bytes: Buffer): Promise<string | null> {
    if (!bytes.subarray(0, pdfMarkWithin).includes(pdfMark)) return textOf(bytes)
    if (place.kind === 'file') return place.textPath === null ? null : textAt(place.textPath)
    const path = `${this.#copyPath}-${randomBytes(8).toString('hex')}`
    try {
      writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 })
      return await this.#context.ask({ path })
    } catch (error) {
      throw storeError(error)
    } finally {
      rmSync(path, { force: true })
    }
  }

  async #forget(sourceId: string): Promise<void> {
    for (const { id } of this.#rows.files(sourceId)) {
      this.#rows.together(() => this.#rows.dropFile(id))
      await this.#yieldTurn()
    }
    this.#rows.together(() => this.#rows.dropSource(sourceId))
  }

  #report(totalCount: number): void {
    if (systemClock.monotonic() - this.#reportedAt < reportMs) return
    this.#reportedAt = systemClock.monotonic()
    this.#context.report({ doneCount: this.#doneCount, totalCount })
  }

  /** Lets the thread receive a cancellation. @throws the signal's reason */
  async #yieldTurn(): Promise<void> {
    await setImmediate()
    this.#context.signal.throwIfAborted()
  }
}

/** True if a file in this state is read again although it has not changed. */
function isUnsettled(state: KnowledgeFileState): boolean {
  return state === 'missing' || state === 'changing' || state === 'unreadable'
}

function* filesOf(
  place: SourcePlace,
  excluded: ReadonlySet<string>,
): Generator<FolderFile | null, { isCut: boolean }> {
  if (place.kind === 'folder') {
    // A link in its place would lead to a folder that the user did not allow.
    if (realpathSync.native(place.root) !== place.root) throw new FolderGone()
    return yield* walkFolder(place.root, excluded)
  }
  const file = fileAt(place.root, place.path)
  if (file !== null) yield { ...file, path: place.name }
  return { isCut: false }
}

class FolderGone extends Error {}

/** Returns the reason why a folder cannot be read; null for an error of another kind. */
function problemOf(error: unknown): KnowledgeProblem | null {
  if (error instanceof FolderGone) return 'gone'
  const code = errorCode(error)
  if (code === 'EACCES' || code === 'EPERM') return 'denied'
  return code === null || code.startsWith('ERR_') ? null : 'gone'
}

/** The path of a file as models and users see it: it begins with the name of its folder. */
export function shownPath(
  place: { kind: 'file'; name: string } | { kind: 'folder'; root: string },
  path: string,
): string {
  if (place.kind === 'file') return place.name
  const folder = folderName(place.root)
  // The root of a file system has no name.
  return folder === place.root ? path : `${folder}/${path}`
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Imported without it.
    return null
  }
}

/**
 * Makes the system prefer all other threads to this one, for long work that nobody waits for. This cannot be undone.
 * Does nothing in the main thread, and where priorities belong to whole processes.
 */
function lowerPriority(): void {
  if (isMainThread || process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not allowed here: the thread competes with the others.
  }
}
