import { type ErrorData, ParleyError } from '../../../../shared/errors'
import { failure } from '../../../../shared/failures/failure'
import type { ProjectId, SessionId } from '../../../../shared/ids'
import { assertNever, invariant } from '../../../../shared/invariant'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { ImportEvent } from '../../../../shared/store/store'
import type { Clock } from '../../../base/clock'
import type { ErrorSink } from '../../../errors/error-sink'
import { AnnouncedSource, type CloseCause, type EventSource } from '../../../streams/event-source'
import type { JobRunner } from '../../../base/threads/job'
import type { Applied, RowApplier } from '../../exchange/apply-rows'
import type { ExchangedRow } from '../../exchange/exchanged-rows'
import type { ConversationImporter, ConversationInProgress, ImportResult } from './conversation-importer'
import type { AttachmentPart } from '../../../../shared/sessions/messages'
import { archivedSettings } from './archived-settings'
import { ImportSummary } from './import-summary'
import type {
  FileQuestion,
  ImportAnswer,
  ImportProgress,
  ImportQuestion,
  SmallAnswer,
  WholeConversation,
} from './reading/file-importer'
import type { ImportJobs } from './reading/read-import'

/** The minimum interval between progress reports. */
const progressIntervalMs = 100
/** The minimum interval between requests to windows to reload their lists during an import. */
const listsIntervalMs = 3_000

/** Stores a file that a message refers to; null when its type is not supported. @throws STORE_FULL */
export type SaveImportedFile = (
  file: Omit<FileQuestion, 'type'>,
  signal: AbortSignal,
) => Promise<AttachmentPart | null>

interface ImportRunDeps {
  thread: JobRunner<ImportJobs>
  importer: ConversationImporter
  /** Makes everything that was imported survive a power cut. @throws STORE_FULL, STORE_DAMAGED */
  flush: () => void
  /** Does not wait for the disk: see `WritableDatabase`. */
  relaxed: <Result>(work: () => Result) => Result
  /** Stores rows of an archive. */
  rows: RowApplier
  clock: Clock
  errors: ErrorSink
  /** Converts an error for the reader. */
  toErrorData: (error: unknown) => ErrorData
  saveFile: SaveImportedFile
  /** A project was added or has changed, or files were added as its knowledge. */
  onProjectAdded: (projectId: ProjectId) => void
  /** Many sessions were added at once. */
  onListsChanged: () => void
  /** An existing session has changed, such as by messages that were added. */
  onExtended: (sessionId: SessionId) => void
  /** Called once, at the end, when the file is no longer needed. */
  onOver: () => Promise<void>
}

/**
 * Imports one file, as a stream of progress. For a slow reader only the newest progress is kept. Closing it completes
 * the current conversation and keeps everything imported so far.
 */
export class ImportRun extends AnnouncedSource implements EventSource<ImportEvent> {
  readonly #deps: ImportRunDeps
  readonly #controller = new AbortController()
  readonly #summary = new ImportSummary()
  /** Sessions that this import has added. */
  readonly #added = new Set<string>()
  #read: ImportProgress = { source: null, readBytes: 0, totalBytes: 0, skipped: [], remarks: [] }
  #atHand: { conversation: ConversationInProgress; title: string | null } | null = null
  #isClosing = false
  #reportedAtMs = Number.NEGATIVE_INFINITY
  #listsAtMs: number
  #hasNews = false
  #progress: ImportEvent | null = null
  #result: ImportEvent | null = null
  #end: StreamEnd | null = null

  constructor(path: string, deps: ImportRunDeps) {
    super()
    this.#deps = deps
    this.#listsAtMs = deps.clock.monotonic()
    void this.#run(path)
  }

  get end(): StreamEnd | null {
    return this.#progress === null && this.#result === null ? this.#end : null
  }

  take(max: number): ImportEvent[] {
    const ready = [this.#progress, this.#result].filter((event) => event !== null).slice(0, max)
    for (const event of ready) {
      if (event === this.#progress) this.#progress = null
      else this.#result = null
    }
    return ready
  }

  close(_cause: CloseCause): void {
    this.#isClosing = true
    if (this.#atHand === null) this.#controller.abort(failure('CANCELLED', 'import'))
  }

  async #run(path: string): Promise<void> {
    let end: StreamEnd
    try {
      this.#read = await this.#deps.thread.run(
        'readImport',
        { path },
        {
          signal: this.#controller.signal,
          onReport: (progress) => this.#noteProgress(progress),
          onQuestion: (question) => this.#answer(question),
        },
      )
      this.#noteStray()
      this.#deps.flush()
      end = { reason: 'completed' }
    } catch (error) {
      end = await this.#failed(error)
    }
    await this.#deps.onOver()
    if (this.#hasNews) this.#deps.onListsChanged()
    this.#progress = null
    this.#result = this.#summary.result(this.#read)
    this.#end = end
    this.announce(true)
  }

  async #failed(error: unknown): Promise<StreamEnd> {
    const atHand = this.#atHand
    this.#atHand = null
    await atHand?.conversation.abandon()
    try {
      this.#deps.rows.settle()
      this.#deps.flush()
    } catch {
      // A failure of the store is reported with the error that ended the import, or at the next write.
    }
    if (this.#isClosing) return { reason: 'stopped' }
    if (!(error instanceof ParleyError)) this.#deps.errors.fatal('import', error)
    return { reason: 'failed', error: this.#deps.toErrorData(error) }
  }

  async #answer(question: ImportQuestion): Promise<ImportAnswer> {
    switch (question.type) {
      case 'conversations':
        return this.#addSmall(question.conversations)
      case 'conversation':
        return this.#begin(question)
      case 'file':
        // It may take long, and the conversation is incomplete without it.
        if (this.#isClosing) throw failure('CANCELLED', 'import')
        return { part: await this.#deps.saveFile(question, this.#controller.signal) }
      case 'messages': {
        const atHand = this.#atHand
        invariant(atHand !== null, 'messages arrive after their conversation has begun')
        await atHand.conversation.add(question.messages)
        if (!question.isLast) return 'go-on'
        const result = atHand.conversation.finish()
        this.#atHand = null
        this.#count(result, atHand.title)
        if (this.#isClosing) this.#controller.abort(failure('CANCELLED', 'import'))
        return 'next-conversation'
      }
      case 'rows':
        this.#addRows(question.rows)
        return 'go-on'
      case 'settings':
        this.#summary.settings = archivedSettings(question.settings)
        return 'go-on'
      default:
        return assertNever(question)
    }
  }

  #addRows(rows: readonly ExchangedRow[]): void {
    const extended = new Set<SessionId>()
    const projects = new Set<ProjectId>()
    const note = (row: ExchangedRow, applied: Applied) => {
      if (this.#summary.addRow(row, applied)) this.#noteNews()
      const isAdded = applied === 'added'
      if (!isAdded && applied !== 'changed') return
      if (row.table === 'projects') projects.add(row.row['id'] as ProjectId)
      else if (!isAdded) noteChanged(row, extended)
      else if (row.table === 'sessions') this.#added.add(String(row.row['id']))
      else if (row.table === 'knowledge_sources') projects.add(row.row['project_id'] as ProjectId)
      else if (row.table === 'messages') this.#noteMessage(row.row['session_id'] as SessionId, extended)
    }
    const results = this.#deps.relaxed(() => this.#deps.rows.apply(rows, note))
    for (const [index, row] of rows.entries()) note(row, results[index] ?? 'refused')
    for (const sessionId of extended) this.#deps.onExtended(sessionId)
    for (const projectId of projects) this.#deps.onProjectAdded(projectId)
    this.#reportProgress()
  }

  #noteMessage(sessionId: SessionId, extended: Set<SessionId>): void {
    if (this.#added.has(sessionId)) {
      this.#summary.countMessage()
      return
    }
    this.#summary.addMessageTo(sessionId)
    extended.add(sessionId)
  }

  /** What some rows refer to did not come. */
  #noteStray(): void {
    const strayCount = this.#deps.rows.settle()
    if (strayCount > 0) this.#summary.skipped.add({ code: 'strayRows' }, null, strayCount)
  }

  async #addSmall(given: readonly WholeConversation[]): Promise<SmallAnswer[]> {
    const answers = given.map((): SmallAnswer => 'separate')
    await this.#deps.importer.small.add(given, this.#controller.signal, (index, result) => {
      answers[index] = result.kind === 'known' ? 'known' : 'stored'
      this.#count(result, given[index]?.head.title ?? null)
    })
    return answers
  }

  async #begin(question: Extract<ImportQuestion, { type: 'conversation' }>): Promise<ImportAnswer> {
    const { head, leafKey } = question
    const begun = await this.#deps.importer.begin(head, leafKey)
    const title = head.title ?? null
    if ('kind' in begun) {
      this.#count(begun, title)
      return 'next-conversation'
    }
    if (this.#controller.signal.aborted) {
      // Closed while another import had the same conversation: the rest of this one will not come.
      await begun.abandon()
      throw failure('CANCELLED', 'import')
    }
    this.#atHand = { conversation: begun, title }
    return 'go-on'
  }

  #count(result: ImportResult, title: string | null): void {
    const isNews = this.#summary.addResult(result, title)
    if (isNews && result.kind === 'extended') this.#deps.onExtended(result.sessionId)
    if (isNews) this.#noteNews()
    this.#reportProgress()
  }

  #noteNews(): void {
    this.#hasNews = true
    const now = this.#deps.clock.monotonic()
    if (now - this.#listsAtMs < listsIntervalMs) return
    this.#listsAtMs = now
    this.#hasNews = false
    this.#deps.onListsChanged()
  }

  #noteProgress(progress: ImportProgress): void {
    this.#read = progress
    this.#reportProgress()
  }

  #reportProgress(): void {
    const now = this.#deps.clock.monotonic()
    if (now - this.#reportedAtMs < progressIntervalMs) return
    this.#reportedAtMs = now
    this.#progress = this.#summary.progress(this.#read)
    this.announce(false)
  }
}

/** A window may show the session. */
function noteChanged({ table, row }: ExchangedRow, changed: Set<SessionId>): void {
  if (table === 'sessions') changed.add(row['id'] as SessionId)
  else if (table === 'messages') changed.add(row['session_id'] as SessionId)
}
