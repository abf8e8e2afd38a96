import { createHash } from 'node:crypto'

import type { SessionId } from '../../../../shared/ids'
import type { Language } from '../../../../shared/locales/language'
import type { MarkdownFolderProblem } from '../../../../shared/store/markdown-folder'
import { systemClock } from '../../../base/clock'
import { errorCode } from '../../../base/error-code'
import { sha256 } from '../../../base/sha256'
import type { JobContext, Jobs } from '../../../base/threads/job'
import { openReadOnly } from '../../database/database'
import { type ChatHead, StoredChats } from '../export/contents/stored-chat'
import { chatMarkdown } from '../export/documents/chat-markdown'
import { wordingIn } from '../export/documents/wording'
import { fileStem } from '../export/export-file-name'
import { yieldTurn } from '../export/export-reader'
import { FileNames, FolderFiles, FolderRecord, hasStem, type RecordedFile } from './folder-files'

/** Changed when the content of files changes for the same chat, so that all are written again. */
const format = 2
/** Files that are written between two saves of the record: after a kill, so many are only recognised. */
const filesPerSave = 100

/** Every window gets each report. */
const reportMs = 200

/** The chats written or skipped so far, and all of them. */
export interface FolderProgress {
  doneCount: number
  totalCount: number
}

interface ChatRow {
  id: SessionId
  title: string | null
  isDeleted: number
  state: string
}

/**
 * Brings the folder up to date: one Markdown file per chat. A file is replaced, renamed or removed only while it is as
 * Parley wrote it. Returns how many files there are, and why not all could be written.
 */
async function syncMarkdownFolder(
  input: { databaseFile: string; folder: string; recordFile: string; language: Language },
  context: JobContext<FolderProgress>,
): Promise<{ fileCount: number; problem: MarkdownFolderProblem | null }> {
  const record = new FolderRecord(input.recordFile, input.folder)
  try {
    await new FolderSync(input, record, new FolderFiles(input.folder)).run(context)
    return { fileCount: record.files.size, problem: null }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    return { fileCount: record.files.size, problem }
  } finally {
    record.save()
  }
}

/** The folder is empty although files were written: it is probably the place of a disk that is not connected. */
class DiskGone extends Error {}

class FolderSync {
  readonly #language: Language
  readonly #database
  readonly #chats
  readonly #record: FolderRecord
  readonly #files: FolderFiles
  readonly #names = new FileNames()

  constructor(
    { databaseFile, language }: { databaseFile: string; language: Language },
    record: FolderRecord,
    files: FolderFiles,
  ) {
    this.#language = language
    this.#record = record
    this.#files = files
    if (record.files.size > 0 && [...files.names].length === 0) throw new DiskGone('the folder is empty')
    for (const name of files.names) this.#names.give(name, null)
    for (const [id, { name }] of record.files) this.#names.give(name, id)
    this.#database = openReadOnly(databaseFile, { clock: systemClock, onSlowStatement: () => {} })
    this.#chats = new StoredChats(this.#database)
  }

  async run(context: JobContext<FolderProgress>): Promise<void> {
    const { signal } = context
    try {
      const rows = this.#database
        .query<ChatRow>(`
          SELECT id, title, deleted_at IS NOT NULL AS isDeleted,
            json_array(title, updated_at, leaf_id, model, system_prompt, archived,
              (SELECT name FROM projects WHERE id = project_id)) AS state
          FROM sessions WHERE kind = 'chat' AND sessions.state = 'ready' ORDER BY number`)
        .all()
      const known = new Set(rows.map(({ id }) => id))
      // Not in the trash either: it may have been lost, and its file is then the last copy.
      for (const id of this.#record.files.keys()) if (!known.has(id)) this.#forget(id)
      for (const { id, isDeleted } of rows) if (isDeleted === 1) this.#remove(id)
      const chats = rows.filter(({ isDeleted }) => isDeleted === 0)
      let writtenCount = 0
      let reportedAt = systemClock.monotonic()
      for (const [index, row] of chats.entries()) {
        if (!(await this.#write(row, signal))) continue
        writtenCount += 1
        if (systemClock.monotonic() - reportedAt >= reportMs) {
          reportedAt = systemClock.monotonic()
          context.report({ doneCount: index + 1, totalCount: chats.length })
        }
        if (writtenCount % filesPerSave === 0) this.#record.save()
        await yieldTurn(signal)
      }
    } finally {
      this.#database.close()
    }
  }

  /** Returns whether there was anything to do. */
  async #write({ id, title, state }: ChatRow, signal: AbortSignal): Promise<boolean> {
    const entry = this.#record.files.get(id)
    const stamp = stampOf(state, this.#language)
    if (entry?.stamp === stamp && this.#files.has(entry.name)) return false
    const text = await this.#textOf(id, signal)
    if (text === null) return false
    const bytes = Buffer.from(text, 'utf8')
    const stem = fileStem(title, wordingIn(this.#language).untitledChat)
    const name = this.#place(id, { entry, stem, bytes })
    this.#names.give(name, id)
    this.#record.files.set(id, { name, hash: sha256(bytes), stamp })
    return true
  }

  /** Writes the file of a chat, and returns its name. */
  #place(
    id: SessionId,
    { entry, stem, bytes }: { entry: RecordedFile | undefined; stem: string; bytes: Buffer },
  ): string {
    const former = entry !== undefined && this.#files.has(entry.name) ? entry : undefined
    if (entry !== undefined && former === undefined) this.#names.free(entry.name)
    if (former !== undefined && this.#files.hash(former.name) === former.hash) {
      if (hasStem(former.name, stem)) {
        if (this.#files.replace(former.name, bytes, former.hash)) return former.name
      } else return this.#rename(id, { former, stem, bytes })
    }
    // The user has changed it, so it is the user's.
    if (former !== undefined) this.#names.give(former.name, null)
    return this.#create(id, stem, bytes)
  }

  #rename(
    id: SessionId,
    { former, stem, bytes }: { former: RecordedFile; stem: string; bytes: Buffer },
  ): string {
    const name = this.#names.choose(stem, id)
    if (this.#names.ownerOf(name) === id) {
      // It differs only in case or accents, so on some systems it is the same file.
      this.#files.rename(former.name, name)
      if (this.#files.replace(name, bytes, former.hash)) return name
    }
    const created = this.#create(id, stem, bytes)
    this.#files.remove(former.name, former.hash)
    this.#names.free(former.name)
    return created
  }

  #create(id: SessionId, stem: string, bytes: Buffer): string {
    // Written before, but not recorded: Parley was killed, or the folder was moved.
    const plain = `${stem}.md`
    if (this.#names.ownerOf(plain) === null && this.#files.hash(plain) === sha256(bytes)) return plain
    for (;;) {
      const name = this.#names.choose(stem, id)
      if (this.#files.create(name, bytes)) return name
      this.#names.give(name, null)
    }
  }

  #remove(id: SessionId): void {
    const entry = this.#record.files.get(id)
    if (entry === undefined) return
    this.#files.remove(entry.name, entry.hash)
    this.#forget(id)
    if (!this.#files.has(entry.name)) this.#names.free(entry.name)
  }

  /** Whatever is there belongs to the user. */
  #forget(id: SessionId): void {
    const entry = this.#record.files.get(id)
    if (entry !== undefined) this.#names.give(entry.name, null)
    this.#record.files.delete(id)
  }

  /** Null when the chat was deleted in the meantime. */
  async #textOf(id: SessionId, signal: AbortSignal): Promise<string | null> {
    const release = this.#database.beginReadTransaction()
    try {
      const chat = this.#chats.get(id, null)
      if (chat === undefined) return null
      const pieces = [frontMatter(chat.head)]
      for (const piece of chatMarkdown(chat, wordingIn(this.#language))) {
        pieces.push(piece)
        if (pieces.length % 50 === 0) await yieldTurn(signal)
      }
      return pieces.join('')
    } finally {
      release()
    }
  }
}

function stampOf(state: string, language: Language): string {
  return createHash('sha256').update(`${format} ${language} ${state}`).digest('base64url')
}

const problems: ReadonlyMap<string, MarkdownFolderProblem> = new Map([
  ...['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO', 'EIO', 'ESTALE', 'EHOSTDOWN'].map(
    (code) => [code, 'gone'] as const,
  ),
  ...['EACCES', 'EPERM', 'EROFS'].map((code) => [code, 'denied'] as const),
  ...['ENOSPC', 'EDQUOT', 'EFBIG'].map((code) => [code, 'full'] as const),
])

function problemOf(error: unknown): MarkdownFolderProblem | null {
  return error instanceof DiskGone ? 'gone' : (problems.get(errorCode(error) ?? '') ?? null)
}

export const folderJobs = { syncMarkdownFolder } satisfies Jobs

export type FolderJobs = typeof folderJobs

/** The facts about a chat as YAML, which Obsidian and static site generators read. JSON strings are YAML. */
function frontMatter(
  head: Pick<ChatHead, 'id' | 'title' | 'model' | 'project' | 'archived' | 'createdAt' | 'updatedAt'>,
): string {
  const lines = [
    ...(head.title === null ? [] : [`title: ${JSON.stringify(head.title)}`]),
    `created: ${timeOf(head.createdAt)}`,
    `updated: ${timeOf(head.updatedAt)}`,
    ...(head.model === null ? [] : [`model: ${JSON.stringify(head.model)}`]),
    ...(head.project === null ? [] : [`project: ${JSON.stringify(head.project)}`]),
    ...(head.archived ? ['archived: true'] : []),
    `parley: ${JSON.stringify(head.id)}`,
  ]
  return `---\n${lines.join('\n')}\n---\n\n`
}

/** An invalid time, as in a damaged row, is null. */
function timeOf(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? 'null' : date.toISOString()
}
