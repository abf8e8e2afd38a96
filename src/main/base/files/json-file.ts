import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'

import type { z } from 'zod'

import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { invariant } from '../../../shared/invariant'
import type { Clock } from '../clock'
import { errorCode } from '../error-code'
import { syncFolder, writeSyncedFile } from './synced-files'

/** A small JSON file that is replaced atomically: it holds either the old content or the new. */
export class JsonFile<Content> {
  readonly #path: string
  readonly #schema: z.ZodType<Content>
  readonly #empty: Content
  readonly #clock: Clock
  readonly #onProblem: (error: ParleyError) => void
  readonly #isReadOnly: boolean
  readonly #leftOut: (value: unknown) => string[]
  readonly #written: (content: Content) => unknown
  /** The error that kept the file from being read. Content that was never read must not be overwritten. */
  #unread: ParleyError | null = null

  constructor(
    path: string,
    options: {
      schema: z.ZodType<Content>
      /** The content of a missing file. */
      empty: Content
      clock: Clock
      onProblem: (error: ParleyError) => void
      /** The file belongs to another process: never write it, and leave a damaged one in place. */
      isReadOnly?: boolean
      /** Names the parts of a value that a lenient schema drops. */
      leftOut?: (value: unknown) => string[]
      /** Converts the content to what is written; absent writes all of it. */
      written?: (content: Content) => unknown
    },
  ) {
    this.#path = path
    this.#schema = options.schema
    this.#empty = options.empty
    this.#clock = options.clock
    this.#onProblem = options.onProblem
    this.#isReadOnly = options.isReadOnly ?? false
    this.#leftOut = options.leftOut ?? (() => [])
    this.#written = options.written ?? ((content) => content)
  }

  /**
   * Reads the file. A file that cannot be parsed is set aside, reported and treated as missing; if only some entries
   * are invalid, the rest is used and a copy of the whole file is set aside. A file that the system refuses to read is
   * reported and left alone: writes fail until it has been read.
   */
  read(): Content {
    this.#unread = null
    try {
      const value: unknown = JSON.parse(withoutMark(readFileSync(this.#path, 'utf8')))
      const content = this.#schema.parse(value)
      const leftOut = this.#leftOut(value)
      if (leftOut.length > 0) this.#withoutEntries(content, leftOut)
      return content
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return this.#empty
      if (isReadFailure(error)) this.#onProblem((this.#unread = readError(this.#path, error)))
      else if (this.#isReadOnly) this.#onProblem(failure('STORE_DAMAGED', 'file', named(this.#path)))
      else this.#setAside()
      return this.#empty
    }
  }

  /**
   * Replaces the file, readable by its owner only.
   * @throws STORE_FULL, INTERNAL the file cannot be written, or could not be read; it is unchanged then
   */
  write(content: Content): void {
    invariant(!this.#isReadOnly, 'a read-only file is never written')
    if (this.#unread !== null) throw this.#unread
    const temporary = `${this.#path}.new`
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      rmSync(temporary, { force: true })
      writeSyncedFile(temporary, `${JSON.stringify(this.#written(content), null, 2)}\n`)
      renameSync(temporary, this.#path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw writeError(this.#path, error)
    }
    syncFolder(dirname(this.#path))
  }

  /** Rewrites the file without the dropped entries, so that the next start does not report them again. */
  #withoutEntries(content: Content, leftOut: readonly string[]): void {
    const data = { ...named(this.#path), leftOut, entries: leftOut }
    if (this.#isReadOnly) {
      this.#onProblem(failure('STORE_DAMAGED', 'entries-skipped', data))
      return
    }
    const target = asidePath(this.#path, this.#clock.now())
    try {
      copyFileSync(this.#path, target)
      this.write(content)
      this.#onProblem(failure('STORE_DAMAGED', 'entries-skipped-copied', { ...data, ...keptAs(target) }))
    } catch (error) {
      this.#onProblem(failure('STORE_DAMAGED', 'entries-skipped', data, error))
    }
  }

  /** The report leaves out the content, which may hold what must not be logged. */
  #setAside(): void {
    const target = asidePath(this.#path, this.#clock.now())
    const data = named(this.#path)
    try {
      renameSync(this.#path, target)
    } catch (error) {
      this.#onProblem(failure('STORE_DAMAGED', 'file', data, error))
      return
    }
    this.#onProblem(failure('STORE_DAMAGED', 'file-set-aside', { ...data, ...keptAs(target) }))
  }
}

/** The path beside `path` to which an unreadable file is moved. */
export function asidePath(path: string, at: number): string {
  return `${path}.damaged-${new Date(at).toISOString().replace(/[:.]/g, '-')}`
}

function named(path: string) {
  return { file: path, name: basename(path) }
}

function keptAs(target: string) {
  return { setAsideAs: target, copy: basename(target) }
}

/** Some Windows editors save a file with a byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

/**
 * True if the system failed to read a file, which says nothing about its content. A folder in its place is not such a
 * failure.
 */
export function isReadFailure(error: unknown): boolean {
  const code = errorCode(error)
  return code !== null && !code.startsWith('ERR_') && code !== 'EISDIR' && code !== 'ENOENT'
}

/** The error shown to the user when the system refuses to read a file. */
export function readError(path: string, cause: unknown): ParleyError {
  return failure('INTERNAL', 'file-not-read', { ...named(path), detail: String(errorCode(cause)) }, cause)
}

function writeError(path: string, error: unknown): unknown {
  const code = errorCode(error)
  if (code === null) return error
  const data = { ...named(path), detail: code }
  if (code === 'EIO') return failure('STORE_FULL', 'file-disk', data, error)
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return isFull
    ? failure('STORE_FULL', 'file-full', data, error)
    : failure('INTERNAL', 'file-not-saved', data, error)
}
