import { setImmediate } from 'node:timers/promises'

import type { ComparisonId, SessionId, SetRunId } from '../../../../shared/ids'
import type { PageDiagram } from '../../../../shared/store/page-diagrams'
import type { Message } from '../../../../shared/sessions/messages'
import type { Vote } from '../../../../shared/votes/votes'
import { systemClock } from '../../../base/clock'
import type { Language } from '../../../../shared/locales/language'
import { openReadOnly, type ReadOnlyDatabase } from '../../database/database'
import { votesOn } from '../../votes/vote-store'
import type { ExchangedRow } from '../../exchange/exchanged-rows'
import { RowReader, type Selection } from '../../exchange/read-rows'
import { toRow } from '../../messages/message-rows'
import { ArchivedFiles } from './zip-archive'
import { chatDocument, type ExportFormat, fileEndings } from './documents/chat-document'
import { fileEmbedder, type Making } from './documents/chat-html'
import { diagramFinder, loadPageTools, noTools } from './documents/page-tools'
import { type Wording, wordingIn } from './documents/wording'
import { fileStem } from './export-file-name'
import { storedSetRun, type StoredSetRun } from './contents/stored-sets'
import { type StoredChat, StoredChats } from './contents/stored-chat'
import { StoredComparisons } from './contents/stored-comparisons'

/** The longest time for which the thread does not see that a job was aborted. */
const turnMs = 20

/** The content and format of an export. */
export interface ExportSource {
  databaseFile: string
  /** The folder of attached files; without it there are none. */
  attachmentsFolder?: string
  format: ExportFormat
  /** The language of labels, sentences and file names; English without it. */
  language?: Language | undefined
  /** Answers that could not be saved to disk. */
  unsaved: readonly Message[]
  /** Drawings for pages, from the window; without them, diagrams stay source. */
  diagrams?: readonly PageDiagram[] | undefined
}

/** The sources of one job. */
export class ExportReader {
  readonly format: ExportFormat
  readonly wording: Wording
  readonly chats: StoredChats
  readonly comparisons: StoredComparisons
  readonly rows: RowReader
  readonly #database: ReadOnlyDatabase
  readonly #unsaved: readonly Message[]
  readonly #attachmentsFolder: string | null
  readonly #diagrams: readonly PageDiagram[]
  readonly #found: Set<string> | null

  /**
   * With `found`, pages are only searched for diagrams, whose sources are added to it.
   */
  constructor({
    databaseFile,
    format,
    language = 'en',
    unsaved,
    attachmentsFolder,
    diagrams = [],
    found = null,
  }: ExportSource & { found?: Set<string> | null }) {
    this.format = format
    this.wording = wordingIn(language)
    this.#diagrams = diagrams
    this.#found = found
    this.#attachmentsFolder = attachmentsFolder ?? null
    this.#unsaved = unsaved
    this.#database = openReadOnly(databaseFile, { clock: systemClock, onSlowStatement: () => {} })
    this.chats = new StoredChats(this.#database)
    this.comparisons = new StoredComparisons(this.#database)
    this.rows = new RowReader(this.#database)
  }

  /** Passes the chat to `work`, during which it does not change. Null when it does not exist. */
  async read<Result>(id: SessionId, work: (chat: StoredChat) => Promise<Result>): Promise<Result | null> {
    const release = this.#database.beginReadTransaction()
    try {
      const unsaved = this.#unsaved.find(({ sessionId }) => sessionId === id)
      const chat = this.chats.get(id, unsaved ?? null)
      return chat === undefined ? null : await work(chat)
    } finally {
      release()
    }
  }

  /** Passes chats to `work`, during which none of them changes. Those that do not exist are left out. */
  async readTogether<Result>(
    ids: readonly SessionId[],
    work: (chats: ReadonlyMap<SessionId, StoredChat>) => Promise<Result>,
  ): Promise<Result> {
    const release = this.#database.beginReadTransaction()
    try {
      const chats = new Map<SessionId, StoredChat>()
      for (const id of ids) {
        const unsaved = this.#unsaved.find(({ sessionId }) => sessionId === id)
        const chat = this.chats.get(id, unsaved ?? null)
        if (chat !== undefined) chats.set(id, chat)
      }
      return await work(chats)
    } finally {
      release()
    }
  }

  /** The votes on the answers of a comparison, oldest first. */
  votesOf(id: ComparisonId): Vote[] {
    return votesOn(this.#database, id)
  }

  /** The answers that could not be saved to disk, of the selected chats or of all, as rows. */
  unsavedRows(selection: Selection | null): ExchangedRow[] {
    return this.#unsaved
      .filter(({ sessionId }) => selection?.sessions?.includes(sessionId) !== false)
      .map((message) => ({ table: 'messages', row: { ...toRow(message), origin: null }, versions: {} }))
  }

  /** The run of a set; undefined when it does not exist. */
  setRun(id: SetRunId): StoredSetRun | undefined {
    return storedSetRun(this.#database, id)
  }

  /** The attached files that go into the archive; null when the format has no place for them. */
  archivedFiles(): ArchivedFiles | null {
    return this.format === 'json' && this.#attachmentsFolder !== null
      ? new ArchivedFiles(this.#database, this.#attachmentsFolder)
      : null
  }

  /** True if the chat has attached files that its own file cannot contain. */
  hasSeparateFiles(id: SessionId): boolean {
    const files = this.archivedFiles()
    const chat = files === null ? undefined : this.chats.get(id, null)
    if (files === null || chat === undefined) return false
    for (const message of files.track(chat).tree()) {
      if (message.parts.length > 0 && !files.isEmpty) return true
    }
    return false
  }

  /** Does `work` while nothing that is read changes. */
  async still<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = this.#database.beginReadTransaction()
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** The texts and files with which the document of one chat is rendered. */
  async making(): Promise<Making> {
    const { wording } = this
    if (this.format !== 'html') return { embedFile: () => null, tools: noTools, wording }
    if (this.#found !== null) return { embedFile: () => null, tools: diagramFinder(this.#found), wording }
    const toolsOfPage = await loadPageTools()
    const embedFile =
      this.#attachmentsFolder === null ? () => null : fileEmbedder(this.#database, this.#attachmentsFolder)
    return { embedFile, tools: toolsOfPage(this.#diagrams), wording }
  }

  close(): void {
    this.#database.close()
  }
}

/** Passes the pieces of the chat to `take`, and regularly lets the thread receive a cancellation. */
export async function eachPiece(
  reader: ExportReader,
  chat: StoredChat,
  signal: AbortSignal,
  take: (piece: string) => void,
): Promise<void> {
  let yieldedAt = systemClock.monotonic()
  for (const piece of chatDocument(chat, reader.format, await reader.making())) {
    take(piece)
    if (systemClock.monotonic() - yieldedAt < turnMs) continue
    await yieldTurn(signal)
    yieldedAt = systemClock.monotonic()
  }
}

/** Lets pending messages to the thread arrive. @throws the signal's reason */
export async function yieldTurn(signal: AbortSignal): Promise<void> {
  // The first turn may be the end of the one in which this was called.
  await setImmediate()
  await setImmediate()
  signal.throwIfAborted()
}

/** The file name of the chat. */
export function chatFileName({ head }: StoredChat, { format, wording }: ExportReader): string {
  return `${fileStem(head.title, wording.untitledChat)}.${fileEndings[format]}`
}
