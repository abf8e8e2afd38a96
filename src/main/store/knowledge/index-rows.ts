import type { KnowledgeFileState, KnowledgeProblem } from '../../../shared/knowledge/knowledge'
import type { WritableDatabase } from '../database/database'
import { indexable } from '../tokenizer/index-text'
import type { FolderFile } from './source-files'
import { estimatedTokens } from '../../../shared/text/estimated-tokens'

/** A file as the index knows it. */
export interface FileRow {
  id: number
  path: string
  state: KnowledgeFileState
  stamp: string
  hash: string | null
}

/** The statements with which the index is written. */
export class IndexRows {
  readonly #database: WritableDatabase
  readonly #sources
  readonly #putSource
  readonly #dropSource
  readonly #files
  readonly #addFile
  readonly #setFile
  readonly #touchFile
  readonly #settle
  readonly #dropFile
  readonly #missing
  readonly #addPassage
  readonly #addWords
  readonly #dropWords
  readonly #dropPassages

  constructor(database: WritableDatabase) {
    this.#database = database
    this.#sources = database.query<{ id: string }>('SELECT id FROM sources')
    this.#putSource = database.command('INSERT OR REPLACE INTO sources (id, problem) VALUES (?, ?)')
    this.#dropSource = database.command('DELETE FROM sources WHERE id = ?')
    this.#files = database.query<FileRow>(
      'SELECT id, path, state, stamp, hash FROM files WHERE source_id = ?',
    )
    this.#addFile = database.command(`
      INSERT INTO files (source_id, path, state, size_bytes, stamp, hash, tokens)
      VALUES (?, ?, 'waiting', ?, ?, NULL, 0)`)
    this.#setFile = database.command(
      'UPDATE files SET state = :state, hash = :hash, tokens = :tokens WHERE id = :id',
    )
    this.#touchFile = database.command(
      'UPDATE files SET state = :state, size_bytes = :sizeBytes, stamp = :stamp WHERE id = :id',
    )
    this.#settle = database.command("UPDATE files SET state = 'indexed' WHERE id = ?")
    this.#dropFile = database.command('DELETE FROM files WHERE id = ?')
    this.#missing = database.command("UPDATE files SET state = 'missing' WHERE source_id = ?")
    this.#addPassage = database.query<{ id: number }>(`
      INSERT INTO passages (file_id, first_line, last_line, tokens, text)
      VALUES (:fileId, :firstLine, :lastLine, :tokens, :text) RETURNING id`)
    this.#addWords = database.command('INSERT INTO passage_search (rowid, text, path) VALUES (?, ?, ?)')
    this.#dropWords = database.command(
      'DELETE FROM passage_search WHERE rowid IN (SELECT id FROM passages WHERE file_id = ?)',
    )
    this.#dropPassages = database.command('DELETE FROM passages WHERE file_id = ?')
  }

  /** Runs `work` at once; a power cut may undo it, after which the files are read again. */
  together<Result>(work: () => Result): Result {
    return this.#database.relaxed(() => this.#database.transaction(work))
  }

  sourceIds(): string[] {
    return this.#sources.all().map(({ id }) => id)
  }

  setSource(id: string, problem: KnowledgeProblem | null): void {
    this.#putSource.run(id, problem)
  }

  /** Removes a source without files. */
  dropSource(id: string): void {
    this.#dropSource.run(id)
  }

  files(sourceId: string): FileRow[] {
    return this.#files.all(sourceId)
  }

  /** Keeps what is known about the files of a folder that is gone, perhaps with its disk. */
  setMissing(sourceId: string): void {
    this.#missing.run(sourceId)
  }

  addFile(sourceId: string, { path, sizeBytes, stamp }: FolderFile): void {
    this.#addFile.run(sourceId, path, sizeBytes, stamp)
  }

  /** The file is on disk in another state, which was read or has yet to be. */
  touchFile(id: number, { sizeBytes, stamp }: Omit<FolderFile, 'path'>, state: KnowledgeFileState): void {
    this.#touchFile.run({ id, sizeBytes, stamp, state })
  }

  /** The result of reading a file. */
  setFile(
    id: number,
    { state, hash, tokens }: { state: KnowledgeFileState; hash: string | null; tokens: number },
  ): void {
    this.#setFile.run({ id, state, hash, tokens })
  }

  /** Marks a file as indexed again when only its date has changed. */
  settle(id: number): void {
    this.#settle.run(id)
  }

  dropFile(id: number): void {
    this.dropPassages(id)
    this.#dropFile.run(id)
  }

  dropPassages(fileId: number): void {
    this.#dropWords.run(fileId)
    this.#dropPassages.run(fileId)
  }

  addPassage(fileId: number, { text, firstLine, lastLine, tokens }: Passage, pathWords: string): void {
    const row = this.#addPassage.get({ fileId, firstLine, lastLine, tokens, text: text.toWellFormed() })
    if (row !== undefined) this.#addWords.run(row.id, indexable(text), pathWords)
  }
}

/** A piece of a text. All pieces joined are the text. */
interface Passage {
  text: string
  /** From 1. */
  firstLine: number
  lastLine: number
  tokens: number
}

/** A passage ends at the first good place after `goodChars`, and at the latest after `maxChars`. */
const goodChars = 700
const maxChars = 1_400

/** Cuts a text into passages: where a section or paragraph begins, if possible, otherwise after a line. */
export function* splitPassages(text: string): Generator<Passage> {
  let [start, at, firstLine, line] = [0, 0, 1, 1]
  const cut = (end: number, lastLine: number): Passage => {
    const piece = text.slice(start, end)
    const passage = { text: piece, firstLine, lastLine, tokens: estimatedTokens(piece) }
    start = end
    return passage
  }
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at)
    const end = lineEnd === -1 ? text.length : lineEnd + 1
    const length = at - start
    const isFull = length > 0 && length + (end - at) > maxChars
    if (isFull || (length > goodChars && beginsSection(text, at, end))) {
      yield cut(at, line - 1)
      firstLine = line
    }
    // A line of its own length, as in a file without line breaks.
    for (let from = start; end - from > maxChars; from = start) {
      yield cut(characterEnd(text, start + maxChars), line)
      firstLine = line
    }
    at = end
    line += 1
  }
  if (start < text.length) yield cut(text.length, line - 1)
}

/** True after a blank line, or at a heading. */
function beginsSection(text: string, at: number, end: number): boolean {
  if (text.startsWith('#', at)) return true
  const before = text.charCodeAt(at - 2)
  const isAfterBlank = before === 0x0a || (before === 0x0d && text.charCodeAt(at - 3) === 0x0a)
  return isAfterBlank && text.slice(at, end).trim() !== ''
}

/** Returns an end that is not in the middle of a character, and after a space if there is one. */
function characterEnd(text: string, end: number): number {
  // Not `lastIndexOf` on the whole text: without spaces, each passage of a long line would search all before it.
  const from = end - maxChars / 4
  const space = text.slice(from, end).lastIndexOf(' ')
  if (space > 0) return from + space + 1
  const isLow = (text.charCodeAt(end) & 0xfc00) === 0xdc00
  return isLow ? end - 1 : end
}
