import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type ErrorData, ParleyError } from '../../../../shared/errors'
import { failure } from '../../../../shared/failures/failure'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { ArchivedSettings, ExportEvent } from '../../../../shared/store/store'
import { AnnouncedSource, type CloseCause, type EventSource } from '../../../streams/event-source'
import type { ComparisonId, ExportId, ProjectId, SessionId } from '../../../../shared/ids'
import type { Language } from '../../../../shared/locales/language'
import type { Message } from '../../../../shared/sessions/messages'
import { wireLimits } from '../../../../shared/rpc/definitions/limits'
import type { PageDiagram } from '../../../../shared/store/page-diagrams'
import type { ErrorSink } from '../../../errors/error-sink'
import type { NewId } from '../../../base/new-id'
import { knownSecrets } from '../../../base/redaction/redaction'
import type { JobRunner } from '../../../base/threads/job'
import { attachmentsFolderName } from '../../attachments/attachment-files'
import { storeError } from '../../database/store-errors'
import type { BundleSubject } from './write-bundle'
import type { ExportJobs, ExportProgress } from './export-jobs'
import type { ArchiveContent } from './write-archive'
import type { ExportFormat } from './documents/chat-document'

/** The state of an export that is being written. */
interface ExportWork {
  /** Aborts when nobody wants it any longer. */
  signal: AbortSignal
  onProgress(progress: ExportEvent): void
}

/** An export as a stream: its progress, then the finished file. Closing it aborts the export. */
class ExportRun extends AnnouncedSource implements EventSource<ExportEvent> {
  readonly #controller = new AbortController()
  #progress: ExportEvent | null = null
  #ready: ExportEvent | null = null
  #end: StreamEnd | null = null

  /** `toErrorData` converts an error for the reader. */
  constructor(write: (work: ExportWork) => Promise<ExportEvent>, toErrorData: (error: unknown) => ErrorData) {
    super()
    void this.#run(write, toErrorData)
  }

  get end(): StreamEnd | null {
    return this.#end
  }

  take(max: number): ExportEvent[] {
    const events: ExportEvent[] = []
    // Of several unread reports, only the last matters.
    if (this.#progress !== null && events.length < max) {
      events.push(this.#progress)
      this.#progress = null
    }
    if (this.#ready !== null && events.length < max) {
      events.push(this.#ready)
      this.#ready = null
    }
    return events
  }

  close(_cause: CloseCause): void {
    this.#controller.abort(failure('CANCELLED', 'export'))
  }

  async #run(
    write: (work: ExportWork) => Promise<ExportEvent>,
    toErrorData: (error: unknown) => ErrorData,
  ): Promise<void> {
    const { signal } = this.#controller
    try {
      this.#ready = await write({
        signal,
        onProgress: (progress) => {
          this.#progress = progress
          this.announce(false)
        },
      })
      this.#end = { reason: 'completed' }
    } catch (error) {
      this.#end = signal.aborted ? { reason: 'stopped' } : { reason: 'failed', error: toErrorData(error) }
    }
    this.announce(true)
  }
}

export type { BundleSubject } from './write-bundle'

/** The folder for uploads and finished exports. */
const folderName = 'transfers'
const filePrefix = 'export-'
/** The number of bytes that fill one piece of base64 exactly. */
const pieceBytes = (wireLimits.pieceChars / 4) * 3

/** The content to export. `diagrams` are the drawings for its pages. */
type ExportInput = { language?: Language | undefined } & (
  | { what: 'everything'; format?: never; comparisonId?: never }
  | { format: 'json' | 'markdown'; comparisonId: ComparisonId }
  | ({ format: ExportFormat; sessionIds?: SessionId[] | undefined; projectId?: ProjectId } & Drawn)
  | ({
      format: 'bundle'
      subject: () => Promise<BundleSubject>
      withInstructions?: boolean | undefined
    } & Drawn)
  | OtherFile
)

/** Something that another part of the app writes. */
interface OtherFile {
  format: 'csv' | 'json' | 'promptfoo'
  write: (target: string, signal: AbortSignal) => Promise<{ fileName: string; sizeBytes: number }>
}

interface Drawn {
  diagrams?: readonly PageDiagram[] | undefined
}

/** A finished export that waits to be read by its owner. */
interface FinishedExport {
  file: string
  sizeBytes: number
  /** Aborts when the owner is gone. */
  owner: AbortSignal
}

/** Chats as files, written in a thread and kept until they were read or their owner is gone. */
export class ChatExports {
  readonly #folder: string
  readonly #attachmentsFolder: string
  readonly #dataFolder: string
  readonly #deps
  readonly #finished = new Map<ExportId, FinishedExport>()

  /** Deletes what an earlier process left behind. */
  constructor(
    dataFolder: string,
    deps: {
      databaseFile: string
      jobs: JobRunner<ExportJobs>
      /** Answers that could not be saved to disk. */
      unsaved: () => Message[]
      newId: NewId
      errors: ErrorSink
      /** The settings that an export of everything contains. */
      settings: () => ArchivedSettings
      /** The user's own folder. */
      home: string
    },
  ) {
    this.#folder = join(dataFolder, folderName)
    this.#dataFolder = dataFolder
    this.#attachmentsFolder = join(dataFolder, attachmentsFolderName)
    this.#deps = deps
    this.#removeLeftOver()
  }

  /** One chat as a text: `{ fileName, content }` as JSON in UTF-8. @throws NOT_FOUND */
  text(
    input: { sessionId: SessionId; format: ExportFormat; language?: Language | undefined } & Drawn,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const { sessionId, format, language, diagrams } = input
    const { jobs } = this.#deps
    return jobs.run('exportText', { ...this.#stored(), format, language, sessionId, diagrams }, { signal })
  }

  /** The sources of the diagrams that pages would show: of a bundle, these chats, a project, or all. @throws NOT_FOUND */
  diagrams(
    wanted:
      | { subject: BundleSubject; withInstructions?: boolean | undefined }
      | { sessionIds: SessionId[] | null; projectId?: ProjectId | undefined },
    signal: AbortSignal,
  ): Promise<string[]> {
    const search = 'subject' in wanted ? { subject: wanted.subject, ...this.#sharing(wanted) } : wanted
    return this.#deps.jobs.run('findDiagrams', { ...this.#stored(), ...search }, { signal })
  }

  /**
   * Starts to export these chats, or all of them, something as a bundle, or a file of another part of the app, for
   * `owner`, who alone can read the file. `toErrorData` converts an error for the reader.
   */
  start(
    input: ExportInput,
    owner: AbortSignal,
    toErrorData: (error: unknown) => ErrorData,
  ): EventSource<ExportEvent> {
    const id = this.#deps.newId<ExportId>()
    return new ExportRun((run) => this.#write(id, input, owner, run), toErrorData)
  }

  /** The piece at `offset`. Reading the last one deletes the file. @throws NOT_FOUND */
  async read(
    exportId: ExportId,
    offset: number,
    owner: AbortSignal,
  ): Promise<{ data: string; isLast: boolean }> {
    const { file, sizeBytes } = this.#ownedBy(owner, exportId)
    if (offset >= sizeBytes) throw failure('INVALID_INPUT', 'offset', { field: 'offset', sizeBytes })
    const piece = await readPiece(file, offset, Math.min(pieceBytes, sizeBytes - offset)).catch(
      (error: unknown) => {
        // It may have been discarded or read to its end during the read.
        this.#ownedBy(owner, exportId)
        throw error
      },
    )
    const isLast = offset + piece.length === sizeBytes
    if (isLast) await this.#forget(exportId)
    return { data: piece.toString('base64'), isLast }
  }

  /** Deletes a finished export; a missing one is no error. */
  async discard(exportId: ExportId, owner: AbortSignal): Promise<void> {
    if (this.#finished.get(exportId)?.owner === owner) await this.#forget(exportId)
  }

  async #write(
    id: ExportId,
    input: ExportInput,
    owner: AbortSignal,
    run: { signal: AbortSignal; onProgress: (progress: ExportEvent) => void },
  ): Promise<ExportEvent> {
    const file = join(this.#folder, `${filePrefix}${id}`)
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const { fileName, sizeBytes, hiddenCount } = await this.#runJob(input, file, run)
      run.signal.throwIfAborted()
      this.#finished.set(id, { file, sizeBytes, owner })
      owner.addEventListener('abort', () => void this.#forget(id), { once: true })
      return {
        type: 'ready',
        exportId: id,
        fileName,
        sizeBytes,
        ...(hiddenCount === 0 ? {} : { hiddenCount }),
      }
    } catch (error) {
      await this.#remove(file)
      const known = storeError(error)
      if (!(known instanceof ParleyError)) this.#deps.errors.fatal('export', known)
      throw known
    }
  }

  async #runJob(
    input: ExportInput,
    file: string,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ExportEvent) => void },
  ) {
    const { jobs, settings } = this.#deps
    if ('write' in input) return { ...(await input.write(file, signal)), hiddenCount: 0 }
    const { language } = input
    const diagrams = 'diagrams' in input ? input.diagrams : undefined
    const stored = { ...this.#stored(), file, language, diagrams }
    if (input.format === 'bundle') {
      const subject = await input.subject()
      const written = await jobs.run(
        'exportBundle',
        { ...stored, ...this.#sharing(input), subject },
        { signal },
      )
      return { ...written, hiddenCount: 0 }
    }
    const onReport = (progress: ExportProgress) => onProgress({ type: 'progress', ...progress })
    const archive = async (content: ArchiveContent) => {
      const written = await jobs.run('exportArchive', { ...stored, content }, { signal, onReport })
      return { ...written, hiddenCount: 0 }
    }
    if ('what' in input) return archive({ what: 'everything', settings: orNull(settings()) })
    if ('comparisonId' in input) {
      const { comparisonId, format } = input
      if (format === 'json') return archive({ what: 'comparison', comparisonId })
      const written = await jobs.run('exportComparison', { ...stored, comparisonId }, { signal })
      return { ...written, hiddenCount: 0 }
    }
    const { format, sessionIds = null, projectId = null } = input
    if (format === 'json' && projectId !== null) return archive({ what: 'project', projectId })
    return jobs.run('exportFile', { ...stored, format, sessionIds, projectId }, { signal, onReport })
  }

  #stored() {
    const { databaseFile, unsaved } = this.#deps
    return { databaseFile, attachmentsFolder: this.#attachmentsFolder, unsaved: unsaved() }
  }

  #sharing({ withInstructions = false }: { withInstructions?: boolean | undefined }) {
    const folders = [this.#dataFolder, this.#deps.home].filter((folder) => folder.length > 1)
    return { withInstructions, folders, secrets: knownSecrets() }
  }

  #ownedBy(owner: AbortSignal, id: ExportId): FinishedExport {
    const finished = this.#finished.get(id)
    if (finished === undefined || finished.owner !== owner) {
      throw failure('NOT_FOUND', 'export', { exportId: id })
    }
    return finished
  }

  async #forget(id: ExportId): Promise<void> {
    const finished = this.#finished.get(id)
    this.#finished.delete(id)
    if (finished !== undefined) await this.#remove(finished.file)
  }

  async #remove(file: string): Promise<void> {
    try {
      await rm(file, { force: true })
    } catch (error) {
      // It is deleted at the next start at the latest.
      this.#deps.errors.warning('export', error)
    }
  }

  #removeLeftOver(): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      for (const name of readdirSync(this.#folder)) {
        if (name.startsWith(filePrefix)) rmSync(join(this.#folder, name), { force: true })
      }
    } catch (error) {
      // A folder that cannot be created is reported when something must be written to it.
      this.#deps.errors.warning('export', error)
    }
  }
}

function orNull(archived: ArchivedSettings): ArchivedSettings | null {
  const { settings, providers, models } = archived
  return Object.keys(settings).length + providers.length + models.length === 0 ? null : archived
}

async function readPiece(file: string, offset: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await handle.read(buffer, 0, length, offset)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
