import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'

import type { z } from 'zod'

import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { invariant } from '../../../shared/invariant'
import type { Clock } from '../clock'
import { syncFolder, writeSyncedFile } from './synced-files'

/** A small file of JSON that is always whole: as it was before a write, or as it is after it. */
export class JsonFile<Content> {
  readonly #path: string
  readonly #schema: z.ZodType<Content>
  readonly #empty: Content
  readonly #clock: Clock
  readonly #onProblem: (error: ParleyError) => void
  readonly #isReadOnly: boolean
  readonly #leftOut: (value: unknown) => string[]
  readonly #written: (content: Content) => unknown
  /** Why the file could not be read: what nobody has read must not be written over. */
  #unread: ParleyError | null = null

  constructor(
    path: string,
    options: {
      schema: z.ZodType<Content>
      /** What a file that is not there holds. */
      empty: Content
      clock: Clock
      onProblem: (error: ParleyError) => void
      /** The file is another process's: nothing is written, and one that is damaged stays where it is. */
      isReadOnly?: boolean
      /** Names what a schema that passes over single entries leaves out of a value. */
      leftOut?: (value: unknown) => string[]
      /** What is written of a content, for the schema to read; absent is all of it. */
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
   * What the file holds. One that cannot be understood is set aside, reported, and counts as not there; where that is true
   * of single entries only, the rest counts, and a copy of the whole is set aside. One that the system does not let be read
   * is reported and stays as it is: nothing is written until it was read.
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

  /** Replaces the file, readable by its owner only. @throws STORE_FULL, INTERNAL it may not be written, or could not be read; then the file is as it was */
  write(content: Content): void {
    invariant(!this.#isReadOnly, 'a file of another process is not written')
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

  /** Writes the file without the entries, so that a later start has nothing to report. */
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

  /** The content is left out of the report: it may hold what no log should. */
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

/** Where a file that cannot be read is put, beside its old place. */
export function asidePath(path: string, at: number): string {
  return `${path}.damaged-${new Date(at).toISOString().replace(/[:.]/g, '-')}`
}

function named(path: string) {
  return { file: path, name: basename(path) }
}

function keptAs(target: string) {
  return { setAsideAs: target, copy: basename(target) }
}

/** A file as some editors on Windows save it begins with a mark. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

/** Whether the system failed to read a file, which says nothing about what is in it. That it is a folder does. */
export function isReadFailure(error: unknown): boolean {
  const code = errorCode(error)
  return code !== null && !code.startsWith('ERR_') && code !== 'EISDIR' && code !== 'ENOENT'
}

/** What people are told of a file that the system does not let be read. */
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

/** The code of an error of the system; null for any other. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
