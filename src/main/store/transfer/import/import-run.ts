import { type ErrorData, ParleyError } from '../../../../shared/errors'
import { failure } from '../../../../shared/failures/failure'
import type { ProjectId, SessionId, SetRunId } from '../../../../shared/ids'
import { assertNever, invariant } from '../../../../shared/invariant'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { ImportEvent } from '../../../../shared/store/store'
import type { Clock } from '../../../base/clock'
import type { ErrorSink } from '../../../errors/error-sink'
import { AnnouncedSource, type CloseCause, type EventSource } from '../../../streams/event-source'
import type { JobRunner } from '../../../base/threads/job'
import {
  type ParleyComparison,
  parleyFile,
  type ParleyKept,
  type ParleyProject,
} from '../parley-format/parley-archive'
import { bundleFile, type ParleyKeptVotes, type ParleyVotes } from '../parley-format/parley-bundle'
import type { ProjectStore } from '../../projects/project-store'
import type { SetImporter, SetsInProgress } from './set-importer'
import type { ConversationImporter, ConversationInProgress, ImportResult } from './conversation-importer'
import type { AttachmentPart } from '../../../../shared/sessions/messages'
import type { ComparisonImporter, ComparisonInProgress } from './comparison-importer'
import { archivedSettings } from './archived-settings'
import { cleanTitle, type ConversationHead } from './formats/imported-conversation'
import { ImportSummary } from './import-summary'
import type {
  ComparisonMember,
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
  comparisons: ComparisonImporter
  sets: SetImporter
  /** Stores votes: those of an archive, or others under the name of their file. Returns how many were new. */
  saveVotes: (votes: ParleyVotes | ParleyKeptVotes) => { ownCount: number; otherCount: number }
  /** Stores a prompt, a line-up, or drafts outside chats. Returns whether a prompt or line-up was added. */
  keep: (kept: Exclude<ParleyKept, ParleyProject>, projectId: ProjectId | null) => boolean
  projects: Pick<ProjectStore, 'adopt'>
  /** A project was added. */
  onProjectAdded: (projectId: ProjectId) => void
  clock: Clock
  errors: ErrorSink
  /** Converts an error for the reader. */
  toErrorData: (error: unknown) => ErrorData
  saveFile: SaveImportedFile
  /** Many sessions were added at once. */
  onListsChanged: () => void
  /** Messages were added to an existing session. */
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
  readonly #projects: ImportedProjects
  #sets: SetsInProgress | null = null
  readonly #runIds = new Map<string, SetRunId>()
  #read: ImportProgress = { source: null, readBytes: 0, totalBytes: 0, skipped: [], remarks: [] }
  #atHand: { conversation: ConversationInProgress; title: string | null } | null = null
  #comparison: { inProgress: ComparisonInProgress; head: ParleyComparison } | null = null
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
    this.#projects = new ImportedProjects(deps.projects, deps.onProjectAdded)
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
    await this.#comparison?.inProgress.abandon()
    this.#sets?.abandon()
    try {
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
        if (question.unsent === null) return 'go-on'
        const result = atHand.conversation.finish(question.unsent)
        this.#atHand = null
        this.#count(result, atHand.title)
        if (this.#isClosing) this.#controller.abort(failure('CANCELLED', 'import'))
        return 'next-conversation'
      }
      case 'votes':
        this.#summary.addVotes(this.#deps.saveVotes(question.votes))
        return 'go-on'
      case 'set-item':
        return this.#takeSetItem(question.item)
      case 'set-answers': {
        const strayCount = this.#sets?.addAnswers(question.answers) ?? 0
        if (strayCount > 0) this.#summary.skipped.add({ code: 'strayAnswers' }, null, strayCount)
        return 'go-on'
      }
      case 'set-run-end':
        this.#sets?.endRun(question)
        return 'go-on'
      case 'set-end':
        this.#endSets()
        return 'go-on'
      case 'comparison':
        this.#comparison = {
          inProgress: this.#deps.comparisons.begin({
            ...question,
            runIds: this.#runIds,
            projectId: this.#projects.of(question.head),
          }),
          head: question.head,
        }
        return 'go-on'
      case 'comparison-end':
        await this.#endComparison()
        return 'next-conversation'
      case 'settings':
        this.#summary.settings = archivedSettings(question.settings)
        return 'go-on'
      case 'kept':
        this.#keep(question.kept)
        return 'go-on'
      default:
        return assertNever(question)
    }
  }

  #keep(kept: ParleyKept): void {
    if (kept.format !== parleyFile.project) {
      const isNew = this.#deps.keep(kept, this.#projects.of(kept))
      if (isNew) this.#summary.addOne(kept.format === parleyFile.lineUp ? 'lineUps' : 'prompts')
      return
    }
    const added = this.#projects.add(kept)
    if (added === 'added') this.#summary.addOne('projects')
    else if (added === 'no-room') this.#summary.skipped.add({ code: 'projectLimit' }, kept.name)
  }

  #takeSetItem(item: Extract<ImportQuestion, { type: 'set-item' }>['item']): ImportAnswer {
    this.#sets ??= this.#deps.sets.begin()
    if (item.format === bundleFile.setBallots) {
      const strayCount = this.#sets.addBallots(item.ballots)
      if (strayCount > 0) this.#summary.skipped.add({ code: 'strayBallots' }, null, strayCount)
      return 'go-on'
    }
    const taken = item.format === bundleFile.set ? this.#sets.addSet(item) : this.#sets.addRun(item)
    if (typeof taken === 'object') this.#summary.skipped.add(taken, cleanTitle(item.name))
    return taken === true ? 'go-on' : 'next-conversation'
  }

  #endSets(): void {
    const imported = this.#sets?.finish()
    this.#sets = null
    if (imported === undefined) return
    this.#summary.addSets(imported)
    for (const [name, id] of imported.runIds) this.#runIds.set(name, id)
  }

  async #endComparison(): Promise<void> {
    const comparison = this.#comparison
    if (comparison === null) return
    const { inProgress, head } = comparison
    const result = await inProgress.finish()
    this.#comparison = null
    if (result === null) {
      this.#summary.skipped.add({ code: 'comparisonPanes', found: String(inProgress.paneCount) }, head.title)
      return
    }
    if (inProgress.hasLostSources) this.#summary.remarks.add({ code: 'mergeSources' }, head.title)
    this.#count(result, head.title)
  }

  async #addSmall(given: readonly WholeConversation[]): Promise<SmallAnswer[]> {
    const answers = given.map((): SmallAnswer => 'separate')
    const conversations = given.map((conversation) => ({
      ...conversation,
      head: this.#columnsOf(conversation.head),
    }))
    await this.#deps.importer.small.add(conversations, this.#controller.signal, (index, result) => {
      answers[index] = result.kind === 'known' ? 'known' : 'stored'
      this.#count(result, given[index]?.head.title ?? null)
    })
    return answers
  }

  #columnsOf(head: ConversationHead, member: ComparisonMember | null = null): ConversationHead {
    const { project: _name, ...columns } = head
    // A pane belongs to the project of its comparison.
    return { ...columns, project_id: member === null ? this.#projects.of(head) : null }
  }

  async #begin(question: Extract<ImportQuestion, { type: 'conversation' }>): Promise<ImportAnswer> {
    const { leafKey, member } = question
    const head = this.#columnsOf(question.head, member)
    const comparison = this.#comparison
    const begun =
      comparison === null || member === null
        ? await this.#deps.importer.begin(head, leafKey)
        : comparison.inProgress.beginMember(member, head, leafKey)
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

/** The projects of an imported file. Its chats, comparisons and prompts refer to them by name. */
class ImportedProjects {
  readonly #store: Pick<ProjectStore, 'adopt'>
  readonly #onAdded: (added: ProjectId) => void
  readonly #idByName = new Map<string, ProjectId>()

  constructor(store: Pick<ProjectStore, 'adopt'>, onAdded: (added: ProjectId) => void) {
    this.#store = store
    this.#onAdded = onAdded
  }

  /** Says whether a project was added, was here before, or was left out because there are too many. */
  add({
    format: _format,
    version: _version,
    knowledge = [],
    ...given
  }: ParleyProject): 'added' | 'known' | 'no-room' {
    const adopted = this.#store.adopt({ ...given, knowledge })
    if (adopted === null) return 'no-room'
    this.#idByName.set(given.name, adopted.id)
    if (!adopted.isNew) return 'known'
    this.#onAdded(adopted.id)
    return 'added'
  }

  /** The project that content of the file names; null if it names none, or one that the file does not have. */
  of(content: object): ProjectId | null {
    const name = 'project' in content && typeof content.project === 'string' ? content.project : null
    return name === null ? null : (this.#idByName.get(name) ?? null)
  }
}
