import type { ErrorData } from '../../../../shared/errors'
import type { ImportId, ProjectId, SessionId } from '../../../../shared/ids'
import type { Session } from '../../../../shared/sessions/sessions'
import type { ImportEvent } from '../../../../shared/store/store'
import type { Clock } from '../../../base/clock'
import type { ErrorSink } from '../../../errors/error-sink'
import type { EventSource } from '../../../streams/event-source'
import type { NewId } from '../../../base/new-id'
import type { JobRunner } from '../../../base/threads/job'
import type { WritableDatabase } from '../../database/database'
import type { SessionLeases } from '../../../leases/session-leases'
import type { ImportJobs } from './reading/read-import'
import type { TreeWriter } from '../../sessions/tree-writer'
import { ConversationImporter } from './conversation-importer'
import { type InputPath, singlePath, timesOf } from './formats/single-path'
import { ImportRun, type SaveImportedFile } from './import-run'
import { RowApplier } from '../../exchange/apply-rows'
import { ReceivedFiles } from '../../uploads/received-files'

/** Imports conversations: a single one from a request, or all those in a file. */
export class ChatImports {
  readonly files: ReceivedFiles
  readonly #deps
  readonly #database: WritableDatabase
  readonly #importer: ConversationImporter

  constructor(
    dataFolder: string,
    database: WritableDatabase,
    deps: {
      jobs: JobRunner<ImportJobs>
      writer: TreeWriter
      leases: SessionLeases
      clock: Clock
      newId: NewId
      errors: ErrorSink
      saveFile: SaveImportedFile
      /** A project was added or has changed, or files were added as its knowledge. */
      onProjectAdded: (projectId: ProjectId) => void
      /** Many sessions were added at once. */
      onListsChanged: () => void
      /** An existing session has changed, such as by messages that were added. */
      onExtended: (sessionId: SessionId) => void
    },
  ) {
    this.files = new ReceivedFiles(dataFolder, deps.newId)
    this.#deps = deps
    this.#database = database
    this.#importer = new ConversationImporter(database, deps)
  }

  /** A new session with consecutive messages. @throws INVALID_INPUT, STORE_FULL; nothing of it is left then */
  async single(
    given: InputPath & {
      title: string
      model?: string | undefined
      workspace?: string | undefined
      pinned?: boolean | undefined
    },
    signal: AbortSignal,
  ): Promise<Session> {
    const now = this.#deps.clock.now()
    const { first, last } = timesOf(given.messages)
    const { messages, leafKey } = singlePath(given, now)
    return this.#deps.writer.write(
      {
        title: given.title,
        title_source: 'user',
        model: given.model ?? null,
        workspace: given.workspace ?? null,
        folder_imported: given.workspace === undefined ? 0 : 1,
        pinned: given.pinned === true ? 1 : 0,
        created_at: first ?? now,
        updated_at: last ?? now,
      },
      messages,
      leafKey,
      signal,
    )
  }

  /** Imports an uploaded file. `toErrorData` converts an error for the reader. @throws NOT_FOUND, INVALID_INPUT */
  run(
    importId: ImportId,
    owner: AbortSignal,
    toErrorData: (error: unknown) => ErrorData,
  ): EventSource<ImportEvent> {
    const { path, release } = this.files.read(importId, owner)
    const { jobs, ...deps } = this.#deps
    return new ImportRun(path, {
      thread: jobs,
      importer: this.#importer,
      flush: () => this.#database.flush(),
      relaxed: (work) => this.#database.relaxed(work),
      rows: new RowApplier(this.#database, this.#deps.clock, {
        isImport: true,
        // A file erases nothing, but what is being erased comes back.
        erasing: { writer: this.#deps.writer, leases: this.#deps.leases },
      }),
      ...deps,
      toErrorData,
      onOver: release,
    })
  }
}
