import { setImmediate } from 'node:timers/promises'

import type { ComparisonId, ProjectId, SessionId, SetRunId } from '../../../../shared/ids'
import type { Project } from '../../../../shared/projects/projects'
import type { PageDiagram } from '../../../../shared/store/page-diagrams'
import type { LineUpPane } from '../../../../shared/sessions/line-ups'
import type { Message } from '../../../../shared/sessions/messages'
import type { Vote } from '../../../../shared/votes/votes'
import { systemClock } from '../../../base/clock'
import type { Language } from '../../../../shared/locales/language'
import { openReadOnly, type ReadOnlyDatabase } from '../../database/database'
import { fromJson } from '../../database/stored-json'
import { type AttachmentRow, toPart } from '../../attachments/attachment-rows'
import { type GivenSource, sourcesOf } from '../../projects/knowledge-sources'
import { projectList, toProject } from '../../projects/project-store'
import { eachVote, votesOn } from '../../votes/vote-store'
import { ArchivedFiles } from './zip-archive'
import { chatDocument, type ExportFormat, fileEndings } from './documents/chat-document'
import { fileEmbedder, type Making } from './documents/chat-html'
import { diagramFinder, loadPageTools, noTools } from './documents/page-tools'
import { type Wording, wordingIn } from './documents/wording'
import { fileStem } from './export-file-name'
import { storedSetRun, type StoredSetRun, StoredSets } from './contents/stored-sets'
import { type StoredChat, StoredChats } from './contents/stored-chat'
import { type PlaceOf, StoredComparisons } from './contents/stored-comparisons'

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
  readonly isWhole: boolean
  readonly chats: StoredChats
  readonly comparisons: StoredComparisons
  readonly sets: StoredSets
  readonly #database: ReadOnlyDatabase
  readonly #unsaved: readonly Message[]
  readonly #attachmentsFolder: string | null
  readonly #diagrams: readonly PageDiagram[]
  readonly #found: Set<string> | null

  /**
   * `isWhole` includes everything stored in files that can be imported again; `hasProjects`, the projects of what is
   * exported, in such files. With `found`, pages are only searched for
   * diagrams, whose sources are added to it.
   */
  constructor({
    databaseFile,
    format,
    language = 'en',
    unsaved,
    attachmentsFolder,
    isWhole = false,
    hasProjects = isWhole,
    diagrams = [],
    found = null,
  }: ExportSource & { isWhole?: boolean; hasProjects?: boolean; found?: Set<string> | null }) {
    this.format = format
    this.wording = wordingIn(language)
    this.#diagrams = diagrams
    this.#found = found
    this.#attachmentsFolder = attachmentsFolder ?? null
    this.#unsaved = unsaved
    this.#database = openReadOnly(databaseFile, { clock: systemClock, onSlowStatement: () => {} })
    const has = { isWhole: isWhole && format === 'json', hasProjects: hasProjects && format === 'json' }
    this.isWhole = has.isWhole
    this.chats = new StoredChats(this.#database, has)
    this.comparisons = new StoredComparisons(this.#database, has)
    this.sets = new StoredSets(this.#database)
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

  /** Every vote, oldest first. */
  votes(): Generator<Vote> {
    return eachVote(this.#database)
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

  /** The saved prompts, or those of a project, with the names of their projects; oldest first. */
  prompts(
    projectId: ProjectId | null = null,
  ): { name: string; text: string; project: string | null; updatedAt: number }[] {
    return this.#database
      .query<{ name: string; text: string; project: string | null; updatedAt: number }>(`
        SELECT name, text, (SELECT name FROM projects WHERE id = project_id) AS project, updated_at AS updatedAt
        FROM prompts WHERE :projectId IS NULL OR project_id = :projectId ORDER BY updated_at, id`)
      .all({ projectId })
  }

  /** Every project, or one of them, in the user's order. */
  projects(
    id: ProjectId | null = null,
  ): { project: Project; lineUp: string | null; knowledge: GivenSource[] }[] {
    const lineUp = this.#database.query<{ name: string }>('SELECT name FROM line_ups WHERE id = ?')
    return projectList(this.#database)
      .all()
      .filter((row) => id === null || row.id === id)
      .map((row) => ({
        lineUp: row.line_up_id === null ? null : (lineUp.get(row.line_up_id)?.name ?? null),
        project: toProject(row),
        knowledge: this.#knowledge(row.id),
      }))
  }

  /** Files without those that are stored nowhere, and the paths of folders. */
  #knowledge(id: ProjectId): GivenSource[] {
    const attachment = this.#database.query<AttachmentRow>('SELECT * FROM attachments WHERE id = ?')
    return sourcesOf(this.#database)
      .all(id)
      .flatMap((row): GivenSource[] => {
        if (row.path !== null) return [{ folder: row.path, addedAt: row.added_at }]
        const stored = row.attachment_id === null ? undefined : attachment.get(row.attachment_id)
        if (stored === undefined) return []
        return [{ file: { ...toPart(stored), name: row.name ?? stored.name }, addedAt: row.added_at }]
      })
  }

  /** The saved line-ups, oldest first, without what agents and models may do: that was granted on one machine. */
  lineUps(): { name: string; panes: LineUpPane[]; isBlind: boolean; updatedAt: number }[] {
    return this.#database
      .query<{ name: string; panes: string; is_blind: number; updated_at: number }>(
        'SELECT name, panes, is_blind, updated_at FROM line_ups ORDER BY updated_at, id',
      )
      .all()
      .map(({ name, panes, is_blind: isBlind, updated_at: updatedAt }) => ({
        name,
        panes: fromJson<LineUpPane[]>(panes).map(
          ({ permission: _permission, isolation: _isolation, tools: _tools, ...pane }) => pane,
        ),
        isBlind: isBlind === 1,
        updatedAt,
      }))
  }

  /** True if an export of everything has content even without chats. */
  hasOtherContent(): boolean {
    return (
      this.isWhole &&
      (this.prompts().length > 0 ||
        this.sets.ids().length > 0 ||
        this.votes().next().done !== true ||
        this.lineUps().length > 0 ||
        this.projects().length > 0 ||
        this.chats.draftsElsewhere().length > 0)
    )
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
  placeOf: PlaceOf | null = null,
): Promise<void> {
  let yieldedAt = systemClock.monotonic()
  for (const piece of chatDocument(chat, reader.format, await reader.making(), placeOf)) {
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
