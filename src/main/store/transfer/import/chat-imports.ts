import type { ErrorData } from '../../../../shared/errors'
import type { ImportId, ProjectId, SessionId } from '../../../../shared/ids'
import type { LineUpPane } from '../../../../shared/sessions/line-ups'
import type { Session } from '../../../../shared/sessions/sessions'
import type { ImportEvent } from '../../../../shared/store/store'
import type { Clock } from '../../../base/clock'
import type { ErrorSink } from '../../../errors/error-sink'
import type { EventSource } from '../../../streams/event-source'
import type { NewId } from '../../../base/new-id'
import type { JobRunner } from '../../../base/threads/job'
import type { WritableDatabase } from '../../database/database'
import type { SessionLeases } from '../../../leases/session-leases'
import { parleyFile, type ParleyKept, type ParleyProject } from '../parley-format/parley-archive'
import type { ProjectStore } from '../../projects/project-store'
import { LineUpStore } from '../../composer/line-up-store'
import { PromptStore } from '../../composer/prompt-store'
import type { ImportJobs } from './reading/read-import'
import type { TreeWriter } from '../../sessions/tree-writer'
import { ComparisonImporter } from './comparison-importer'
import { ConversationImporter } from './conversation-importer'
import { type InputPath, singlePath, timesOf } from './formats/single-path'
import { ImportRun, type SaveImportedFile } from './import-run'
import type { Vote } from '../../../../shared/votes/votes'
import { VoteStore } from '../../votes/vote-store'
import { bundleFile, type ParleyKeptVotes, type ParleyVotes } from '../parley-format/parley-bundle'
import { cleanTitle } from './formats/imported-conversation'
import { importedVotes } from './store-members'
import { SetImporter } from './set-importer'
import { ReceivedFiles } from '../../uploads/received-files'
import { UnsentWorkRows } from './unsent-work'

/** Imports conversations: a single one from a request, or all those in a file. */
export class ChatImports {
  readonly files: ReceivedFiles
  readonly #deps
  readonly #database: WritableDatabase
  readonly #importer: ConversationImporter
  readonly #comparisons: ComparisonImporter
  readonly #sets: SetImporter
  readonly #votes: VoteStore
  readonly #prompts: PromptStore
  readonly #lineUps: LineUpStore
  readonly #unsent: UnsentWorkRows

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
      projects: ProjectStore
      /** A project was added, perhaps with files as knowledge. */
      onProjectAdded: (projectId: ProjectId) => void
      /** Many sessions were added at once. */
      onListsChanged: () => void
      /** Messages were added to an existing session. */
      onExtended: (sessionId: SessionId) => void
    },
  ) {
    this.files = new ReceivedFiles(dataFolder, deps.newId)
    this.#deps = deps
    this.#database = database
    this.#unsent = new UnsentWorkRows(database, deps.newId)
    this.#prompts = new PromptStore(database, deps)
    this.#lineUps = new LineUpStore(database, deps)
    this.#importer = new ConversationImporter(database, { ...deps, unsent: this.#unsent })
    this.#sets = new SetImporter(database, deps)
    this.#votes = new VoteStore(database)
    this.#comparisons = new ComparisonImporter(database, { ...deps, unsent: this.#unsent })
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
      comparisons: this.#comparisons,
      sets: this.#sets,
      saveVotes: (votes) => this.#saveVotes(votes),
      keep: (kept, projectId) => this.#keep(kept, projectId),
      ...deps,
      toErrorData,
      onOver: release,
    })
  }

  /**
   * The same votes are added only once: those of a bundle are recognised by the name of their file, which contains its
   * time.
   */
  #saveVotes(given: ParleyVotes | ParleyKeptVotes): { ownCount: number; otherCount: number } {
    const source = given.format === bundleFile.votes ? (cleanTitle(given.name) ?? 'Parley') : null
    const all = importedVotes(given.votes, {
      comparisonId: null,
      sourceOf: (vote) => source ?? vote.source,
      newId: this.#deps.newId,
      paneAt: () => null,
    })
    const known = new Set<string>()
    for (const each of new Set(all.map((vote) => vote.source ?? null))) {
      for (const vote of this.#votes.all(each)) known.add(voteKey(vote))
    }
    const added = all.filter((vote) => !known.has(voteKey(vote)))
    this.#votes.save(added)
    const ownCount = added.filter((vote) => vote.source === undefined).length
    return { ownCount, otherCount: added.length - ownCount }
  }

  #keep(kept: Exclude<ParleyKept, ParleyProject>, projectId: ProjectId | null): boolean {
    if (kept.format === parleyFile.prompt) return this.#prompts.restore({ ...kept, projectId })
    if (kept.format === parleyFile.lineUp)
      return this.#lineUps.restore({ ...kept, panes: kept.panes.map(withoutFolder) })
    this.#unsent.putDrafts(kept.drafts, (place) => place)
    return false
  }
}

/** In a new comparison, the folder would count as chosen by the user. */
function withoutFolder({ workspace: _theirs, ...pane }: LineUpPane): LineUpPane {
  return pane
}

/** Equal for the same vote under other ids. */
function voteKey({ result, chosen, shown, tags, at, isBlind, how, source }: Vote): string {
  const keys = shown.map(({ contestant }) => contestant.key)
  return JSON.stringify([result, chosen, keys, tags, at, isBlind, how, source ?? null])
}
