import { ParleyError, type ErrorData } from '../../../../shared/errors'
import { failure } from '../../../../shared/failures/failure'
import type { ComparisonId, ProjectId, SessionId, SetId, SetRunId } from '../../../../shared/ids'
import { assertNever, invariant } from '../../../../shared/invariant'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { ArchivedSettings, ImportEvent } from '../../../../shared/store/store'
import type { Clock } from '../../../base/clock'
import type { Dispose } from '../../../base/dispose'
import type { ErrorSink } from '../../../errors/error-sink'
import type { CloseCause, EventSource } from '../../../streams/event-source'
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
import type { ConversationInProgress, ImportResult } from './conversation-in-progress'
import type { AttachmentPart } from '../../../../shared/sessions/messages'
import type { ComparisonInProgress, ComparisonImporter } from './comparison-importer'
import type { ConversationImporter } from './conversation-importer'
import { archivedSettings } from './archived-settings'
import { cleanTitle } from './formats/imported-conversation'
import type { FileQuestion } from './reading/file-importer'
import { ImportTally } from './reading/import-tally'
import type { ImportAnswer, ImportProgress, ImportQuestion } from './reading/import-questions'
import type { ImportJobs } from './reading/read-import'

/** The minimum interval between progress reports. */
const progressIntervalMs = 100
/** The minimum interval between requests to windows to reload their lists during an import. */
const listsIntervalMs = 3_000
/** How many of the sessions the summary names. */
const maxNamedSessions = 50

/** Stores a file that a message refers to; null when its type is not supported. @throws STORE_FULL */
export type SaveFile = (
  file: Omit<FileQuestion, 'type'>,
  signal: AbortSignal,
) => Promise<AttachmentPart | null>

export interface ImportRunDeps {
  thread: JobRunner<ImportJobs>
  importer: ConversationImporter
  comparisons: ComparisonImporter
  sets: SetImporter
  /** Stores votes: those of an archive, or others under the name of their file. Returns how many were new. */
  saveVotes: (votes: ParleyVotes | ParleyKeptVotes) => { ownCount: number; otherCount: number }
  /** Stores a prompt, a line-up, or drafts outside chats. Returns whether a prompt or line-up was added. */
  keep: (kept: Exclude<ParleyKept, ParleyProject>, projectId: ProjectId | null) => boolean
  projects: Pick<ProjectStore, 'adopt'>
  /** A project was added. */
  onProjectsChanged: () => void
  clock: Clock
  errors: ErrorSink
  /** Converts an error for the reader. */
  toErrorData: (error: unknown) => ErrorData
  saveFile: SaveFile
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
export class ImportRun implements EventSource<ImportEvent> {
  readonly #deps: ImportRunDeps
  readonly #controller = new AbortController()
  readonly #skipped = new ImportTally()
  readonly #remarks = new ImportTally()
  readonly #sessionIds: SessionId[] = []
  readonly #comparisonIds: ComparisonId[] = []
  readonly #runs: { setId: SetId; runId: SetRunId }[] = []
  #sets: SetsInProgress | null = null
  #settings: ArchivedSettings | null = null
  readonly #runIds = new Map<string, SetRunId>()
  /** The projects of the file, by their names there. */
  readonly #projectIds = new Map<string, ProjectId>()
  readonly #counts = {
    imported: 0,
    messages: 0,
    known: 0,
    extended: 0,
    comparisons: 0,
    prompts: 0,
    lineUps: 0,
    projects: 0,
    votes: 0,
    ownVotes: 0,
    sets: 0,
    setRuns: 0,
  }
  #read: ImportProgress = { source: null, readBytes: 0, totalBytes: 0, skipped: [], remarks: [] }
  #atHand: { conversation: ConversationInProgress; title: string | null } | null = null
  #comparison: { inProgress: ComparisonInProgress; head: ParleyComparison } | null = null
  #isClosing = false
  #reportedAtMs = Number.NEGATIVE_INFINITY
  #listsAtMs: number
  #hasNews = false
  #progress: ImportEvent | null = null
  #summary: ImportEvent | null = null
  #end: StreamEnd | null = null
  #listener: ((urgent: boolean) => void) | null = null

  constructor(path: string, deps: ImportRunDeps) {
    this.#deps = deps
    this.#listsAtMs = deps.clock.monotonic()
    void this.#run(path)
  }

  get end(): StreamEnd | null {
    return this.#progress === null && this.#summary === null ? this.#end : null
  }

  take(max: number): ImportEvent[] {
    const ready = [this.#progress, this.#summary].filter((event) => event !== null).slice(0, max)
    for (const event of ready) {
      if (event === this.#progress) this.#progress = null
      else this.#summary = null
    }
    return ready
  }

  onReadable(listener: (urgent: boolean) => void): Dispose {
    this.#listener = listener
    return () => {
      this.#listener = null
    }
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
      end = { reason: 'completed' }
    } catch (error) {
      end = await this.#failed(error)
    }
    await this.#deps.onOver()
    if (this.#hasNews) this.#deps.onListsChanged()
    this.#progress = null
    this.#summary = this.#summed()
    this.#end = end
    this.#listener?.(true)
  }

  async #failed(error: unknown): Promise<StreamEnd> {
    const atHand = this.#atHand
    this.#atHand = null
    await atHand?.conversation.abandon()
    await this.#comparison?.inProgress.abandon()
    this.#sets?.abandon()
    if (this.#isClosing) return { reason: 'stopped' }
    if (!(error instanceof ParleyError)) this.#deps.errors.fatal('import', error)
    return { reason: 'failed', error: this.#deps.toErrorData(error) }
  }

  async #answer(question: ImportQuestion): Promise<ImportAnswer> {
    switch (question.type) {
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
        const importer = atHand.conversation.finish(question.unsent)
        this.#atHand = null
        this.#count(importer, atHand.title)
        if (this.#isClosing) this.#controller.abort(failure('CANCELLED', 'import'))
        return 'next-conversation'
      }
      case 'votes': {
        const { ownCount, otherCount } = this.#deps.saveVotes(question.votes)
        this.#counts.ownVotes += ownCount
        this.#counts.votes += otherCount
        if (ownCount + otherCount === 0) this.#counts.known += 1
        return 'go-on'
      }
      case 'set-item':
        return this.#takeSetItem(question.item)
      case 'set-answers': {
        const strayCount = this.#sets?.addAnswers(question.answers) ?? 0
        if (strayCount > 0) this.#skipped.add({ code: 'strayAnswers' }, null, strayCount)
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
            projectId: this.#projectOf(question.head),
          }),
          head: question.head,
        }
        return 'go-on'
      case 'comparison-end':
        await this.#endComparison()
        return 'next-conversation'
      case 'settings':
        this.#settings = archivedSettings(question.settings)
        return 'go-on'
      case 'kept':
        if (question.kept.format === parleyFile.project) this.#keepProject(question.kept)
        else if (this.#deps.keep(question.kept, this.#projectOf(question.kept))) {
          this.#counts[question.kept.format === parleyFile.lineUp ? 'lineUps' : 'prompts'] += 1
        }
        return 'go-on'
      default:
        return assertNever(question)
    }
  }

  #keepProject({ format: _format, version: _version, ...given }: ParleyProject): void {
    const adopted = this.#deps.projects.adopt(given)
    if (adopted === null) {
      this.#skipped.add({ code: 'projectLimit' }, given.name)
      return
    }
    this.#projectIds.set(given.name, adopted.id)
    if (!adopted.isNew) return
    this.#counts.projects += 1
    this.#deps.onProjectsChanged()
  }

  #projectOf(content: object): ProjectId | null {
    const project = 'project' in content && typeof content.project === 'string' ? content.project : undefined
    return project === undefined ? null : (this.#projectIds.get(project) ?? null)
  }

  #takeSetItem(item: Extract<ImportQuestion, { type: 'set-item' }>['item']): ImportAnswer {
    this.#sets ??= this.#deps.sets.begin()
    if (item.format === bundleFile.setBallots) {
      const strayCount = this.#sets.addBallots(item.ballots)
      if (strayCount > 0) this.#skipped.add({ code: 'strayBallots' }, null, strayCount)
      return 'go-on'
    }
    const taken = item.format === bundleFile.set ? this.#sets.addSet(item) : this.#sets.addRun(item)
    if (typeof taken === 'object') this.#skipped.add(taken, cleanTitle(item.name))
    return taken === true ? 'go-on' : 'next-conversation'
  }

  #endSets(): void {
    const imported = this.#sets?.finish()
    this.#sets = null
    if (imported === undefined) return
    const { setCount, runs, voteCount, knownCount } = imported
    this.#counts.sets += setCount
    this.#counts.setRuns += runs.length
    this.#counts.ownVotes += voteCount
    this.#counts.known += knownCount
    for (const [name, id] of imported.runIds) this.#runIds.set(name, id)
    this.#runs.push(...runs.slice(0, maxNamedSessions - this.#runs.length))
  }

  async #endComparison(): Promise<void> {
    const comparison = this.#comparison
    if (comparison === null) return
    const { inProgress, head } = comparison
    const importer = await inProgress.finish()
    this.#comparison = null
    if (importer === null) {
      this.#skipped.add({ code: 'comparisonPanes', found: String(inProgress.paneCount) }, head.title)
      return
    }
    if (inProgress.hasLostSources) this.#remarks.add({ code: 'mergeSources' }, head.title)
    this.#count(importer, head.title)
  }

  async #begin(question: Extract<ImportQuestion, { type: 'conversation' }>): Promise<ImportAnswer> {
    const { leafKey, member } = question
    const { project: _name, ...columns } = question.head
    // A pane belongs to the project of its comparison.
    const head = { ...columns, project_id: member === null ? this.#projectOf(question.head) : null }
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

  #count(importer: ImportResult, title: string | null): void {
    switch (importer.kind) {
      case 'imported':
        this.#counts.imported += 1
        this.#counts.messages += importer.messageCount
        this.#noteSession(importer.sessionId)
        break
      case 'extended':
        if (importer.changedCount > 0) this.#remarks.add({ code: 'changed' }, title)
        if (importer.messageCount === 0) {
          this.#counts.known += 1
          break
        }
        this.#counts.extended += 1
        this.#counts.messages += importer.messageCount
        this.#deps.onExtended(importer.sessionId)
        this.#noteSession(importer.sessionId)
        break
      case 'comparison':
        this.#counts.comparisons += 1
        this.#counts.ownVotes += importer.voteCount
        if (this.#comparisonIds.length < maxNamedSessions) this.#comparisonIds.push(importer.comparisonId)
        this.#hasNews = true
        break
      case 'pane':
        break
      case 'known':
        this.#counts.known += 1
        break
      case 'busy':
        this.#skipped.add({ code: 'busy' }, title)
        break
      default:
        assertNever(importer)
    }
    this.#reportProgress()
  }

  #noteSession(sessionId: SessionId): void {
    if (this.#sessionIds.length < maxNamedSessions) this.#sessionIds.push(sessionId)
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
    const { readBytes, totalBytes } = this.#read
    this.#progress = {
      type: 'progress',
      readBytes,
      totalBytes,
      importedCount: this.#counts.imported + this.#counts.extended,
      skippedCount: this.#allSkipped().count,
    }
    this.#listener?.(false)
  }

  /** Null when nothing in the file was recognised. */
  #summed(): ImportEvent | null {
    const { source, remarks } = this.#read
    if (source === null) return null
    this.#remarks.addAll(remarks)
    return {
      type: 'summary',
      source,
      importedCount: this.#counts.imported,
      messageCount: this.#counts.messages,
      knownCount: this.#counts.known,
      extendedCount: this.#counts.extended,
      comparisonCount: this.#counts.comparisons,
      promptCount: this.#counts.prompts,
      lineUpCount: this.#counts.lineUps,
      projectCount: this.#counts.projects,
      skipped: this.#allSkipped().list(),
      remarks: this.#remarks.list(),
      sessionIds: this.#sessionIds,
      comparisonIds: this.#comparisonIds,
      setCount: this.#counts.sets,
      voteCount: this.#counts.votes,
      ownVoteCount: this.#counts.ownVotes,
      setRunCount: this.#counts.setRuns,
      setRuns: this.#runs,
      ...(this.#settings === null ? {} : { settings: this.#settings }),
    }
  }

  #allSkipped(): ImportTally {
    const all = new ImportTally()
    all.addAll(this.#read.skipped)
    all.addAll(this.#skipped.list())
    return all
  }
}
