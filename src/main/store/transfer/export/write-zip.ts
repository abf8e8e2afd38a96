import type { ComparisonId, ProjectId, SessionId, SetId, SetRunId, VoteId } from '../../../../shared/ids'
import type { ArchivedSettings } from '../../../../shared/store/store'
import { systemClock } from '../../../base/clock'
import type { JobContext } from '../../../base/threads/job'
import {
  type ParleyArchive,
  type ParleyDrafts,
  parleyFile,
  type ParleyLineUp,
  type ParleyProject,
  type ParleyPrompt,
  type ParleySettings,
} from '../parley-format/parley-archive'
import { bundleFile, type ParleyKeptVotes, type ParleyVote } from '../parley-format/parley-bundle'
import { type ArchivedFiles, ZipArchive, type ZipEntry } from './zip-archive'
import { fileEndings } from './documents/chat-document'
import { type ExportReader, eachPiece, yieldTurn } from './export-reader'
import { fileStem, UniqueFileNames } from './export-file-name'
import { votesMarkdown } from './documents/comparison-markdown'
import { parleySetJson, type SetNotes } from './documents/parley-sets'
import { nowhere, parleyVoteOf } from './documents/parley-json'
import { votesPage } from './documents/written-votes'
import { endsWithMerge, type StoredChat, withSources } from './contents/stored-chat'
import type { ComparisonHead, PlaceOf } from './contents/stored-comparisons'
import { votesIn, writeWholeComparison } from './write-comparison'
import type { WrittenFile } from './written-file'

const reportEveryMs = 100
const votesPerPiece = 500

/** The entries written so far, and all of them. */
export interface ExportProgress {
  doneCount: number
  totalCount: number
}

interface Wanted {
  settings: ArchivedSettings | null
  /** The only project to export. */
  projectId?: ProjectId | null
  ids: readonly SessionId[]
  comparisonIds: readonly ComparisonId[]
  written: WrittenFile
  context: JobContext<ExportProgress>
}

/** Writes chats and comparisons with their attachments to a ZIP. Returns its file name. */
export async function writeZip(reader: ExportReader, wanted: Wanted): Promise<string> {
  const now = systemClock.now()
  await new ZipWriting(reader, wanted, now).write()
  return `${reader.wording.t('exports.files.chats', { date: new Date(now).toISOString().slice(0, 10) })}.zip`
}

class ZipWriting {
  readonly #reader: ExportReader
  readonly #wanted: Wanted
  readonly #now: number
  readonly #zip: ZipArchive
  readonly #files: ArchivedFiles | null
  readonly #names = new UniqueFileNames([
    parleyFile.archiveEntry,
    parleyFile.filesEntry,
    parleyFile.promptsEntry,
    parleyFile.lineUpsEntry,
    parleyFile.projectsEntry,
    parleyFile.draftsEntry,
    parleyFile.votesEntry,
    parleyFile.settingsEntry,
  ])
  readonly #writtenVotes = new Set<VoteId>()
  /** Numbers instead of ids, so that the same store gives the same archive. */
  readonly #runNames = new Map<SetRunId, string>()
  #doneCount = 0
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(reader: ExportReader, wanted: Wanted, now: number) {
    this.#reader = reader
    this.#wanted = wanted
    this.#now = now
    this.#zip = new ZipArchive(wanted.written)
    this.#files = reader.archivedFiles()
  }

  async write(): Promise<void> {
    const { ids, comparisonIds, context } = this.#wanted
    const setIds = this.#reader.isWhole ? this.#reader.sets.ids() : []
    ZipArchive.assertHolds(ids.length + comparisonIds.length + setIds.length + 8)
    this.#writeNote(setIds.length)
    this.#writeProjectsAndPrompts()
    for (const id of ids) {
      this.#report()
      await this.#writeChat(id)
    }
    // Before the comparisons of their rows: a vote on both is a single vote, and belongs to the run.
    for (const id of setIds) {
      this.#report()
      await this.#writeSet(id)
    }
    for (const id of comparisonIds) {
      this.#report()
      const comparison = this.#reader.comparisons.get(id)
      if (comparison !== undefined) await this.#writeComparison(comparison)
    }
    if (this.#reader.isWhole) {
      this.#writeOtherContent()
      await this.#writeOtherVotes()
    }
    await this.#files?.writeTo(this.#zip, this.#now, () => yieldTurn(context.signal))
    this.#zip.end()
    context.report({ doneCount: this.#doneCount, totalCount: this.#doneCount })
  }

  #writeNote(setCount: number): void {
    const { ids, comparisonIds } = this.#wanted
    const archive: ParleyArchive = {
      format: parleyFile.archive,
      version: parleyFile.version,
      content: this.#reader.format,
      chatCount: ids.length,
      comparisonCount: comparisonIds.length,
      ...(setCount === 0 ? {} : { setCount }),
      exportedAt: this.#now,
    }
    this.#writeJson(parleyFile.archiveEntry, archive)
  }

  /** All projects and prompts with an export of everything, or those of the project that is exported. */
  #writeProjectsAndPrompts(): void {
    const { projectId = null } = this.#wanted
    if (!this.#reader.isWhole && (projectId === null || this.#reader.format !== 'json')) return
    const projects = this.#reader.projects(projectId).map(({ project, lineUp, knowledge }): ParleyProject => {
      const { name, colour, instructions, model, params, createdAt, updatedAt } = project
      const content = { name, colour, instructions, model, params, lineUp, createdAt, updatedAt }
      this.#files?.note(knowledge.flatMap((source) => ('file' in source ? [source.file] : [])))
      return {
        format: parleyFile.project,
        version: parleyFile.version,
        ...content,
        ...(knowledge.length === 0 ? {} : { knowledge }),
      }
    })
    if (projects.length > 0) this.#writeJson(parleyFile.projectsEntry, projects)
    const prompts = this.#reader.prompts(projectId).map(({ project, ...prompt }): ParleyPrompt => ({
      format: parleyFile.prompt,
      version: parleyFile.version,
      ...prompt,
      ...(project === null ? {} : { project }),
    }))
    if (prompts.length > 0) this.#writeJson(parleyFile.promptsEntry, prompts)
  }

  async #writeChat(id: SessionId): Promise<void> {
    // A chat deleted in the meantime is left out, unless the trash is included.
    await this.#reader.read(id, async (chat) => {
      const isBinned = chat.head.archivedState !== null && chat.head.archivedState.deletedAt !== null
      const stem = fileStem(chat.head.title, this.#reader.wording.untitledChat)
      const name = this.#nameOf(isBinned ? `${parleyFile.binFolder}/${stem}` : stem)
      const entry = this.#zip.entry(name, chat.head.updatedAt)
      await this.#writePieces(chat, entry)
      entry.end()
    })
  }

  /** One file that can be imported again, or a folder with a readable file per pane and merge. */
  async #writeComparison(head: ComparisonHead): Promise<void> {
    if (this.#reader.format === 'json') await this.#writeWhole(head)
    else await this.#writeReadable(head)
  }

  async #writeWhole(head: ComparisonHead): Promise<void> {
    const votes = votesIn(this.#reader, head, (id) => !this.#writtenVotes.has(id))
    for (const { id } of this.#reader.votesOf(head.id)) this.#writtenVotes.add(id)
    const stem = `${parleyFile.comparisonsFolder}/${fileStem(head.title, this.#reader.wording.untitledComparison)}`
    const entry = this.#zip.entry(this.#nameOf(stem), head.updatedAt)
    await writeWholeComparison(this.#reader, head, {
      runNames: this.#runNames,
      drafts: this.#reader.isWhole ? this.#reader.chats.draftsOfComparison(head.id) : [],
      votes,
      write: (text) => entry.write(text),
      writeChat: (chat, placeOf) => this.#writePieces(chat, entry, placeOf),
    })
    entry.end()
  }

  /** Each pane and merge as a chat of its own, and the votes; the text of a merge names its sources. */
  async #writeReadable(head: ComparisonHead): Promise<void> {
    const { title, panes, merges } = head
    const { wording } = this.#reader
    const { t } = wording
    const names: string[] = []
    const stem = `${t('exports.files.comparisons')}/${fileStem(title, wording.untitledComparison)}`
    const write = async (name: string, chat: StoredChat) => {
      const entry = this.#zip.entry(this.#nameOf(`${stem}/${name}`), chat.head.updatedAt)
      await this.#writePieces(chat, entry)
      entry.end()
    }
    for (const [index, { sessionId }] of panes.entries()) {
      await this.#reader.read(sessionId, (chat) => {
        const model = wording.model(chat.head.model, endsWithMerge(chat))
        names[index] = `${index + 1} ${model}`
        return write(`${index + 1} ${fileStem(model, t('common.model'))}`, chat)
      })
    }
    this.#writeReadableVotes(head, `${stem}/${t('exports.files.votes')}`, (pane) => names[pane] ?? null)
    for (const [index, { sessionId, letters }] of merges.entries()) {
      const texts = wording.merge(letters)
      const named = title === null ? texts : { ...texts, title: `${title} · ${texts.title}` }
      await this.#reader.read(sessionId, (chat) =>
        write(t('exports.files.merge', { number: index + 1 }), withSources(chat, named)),
      )
    }
  }

  #writeReadableVotes(head: ComparisonHead, stem: string, nameOf: (pane: number) => string | null): void {
    const votes = votesIn(this.#reader, head)
    if (votes.length === 0) return
    const entry = this.#zip.entry(this.#nameOf(stem), head.updatedAt)
    const { format, wording } = this.#reader
    entry.write(
      format === 'html'
        ? votesPage(head.title ?? wording.untitledComparison, votes, nameOf, wording)
        : votesMarkdown(votes, nameOf, wording).trimStart(),
    )
    entry.end()
  }

  async #writeSet(id: SetId): Promise<void> {
    const { sets } = this.#reader
    const set = sets.get(id)
    if (set === undefined) return
    const entry = this.#zip.entry(
      this.#nameOf(
        `${parleyFile.setsFolder}/${fileStem(set.name, this.#reader.wording.t('actions.titles.promptSets'))}`,
      ),
      set.updatedAt,
    )
    const notes: SetNotes = {
      vote: (voteId) => this.#writtenVotes.add(voteId),
      files: (files) => this.#files?.note(files),
      run: (runId) => {
        const name = String(this.#runNames.size + 1)
        this.#runNames.set(runId, name)
        return name
      },
    }
    for (const piece of parleySetJson(set, sets, notes)) {
      entry.write(piece)
      await yieldTurn(this.#wanted.context.signal)
    }
    entry.end()
  }

  /** Votes from CSV files and bundles, and votes whose answers were deleted. */
  async #writeOtherVotes(): Promise<void> {
    const votes: ParleyVote[] = []
    for (const vote of this.#reader.votes()) {
      if (!this.#writtenVotes.has(vote.id)) votes.push(parleyVoteOf(vote, () => nowhere))
    }
    const pieces: ParleyKeptVotes[] = []
    for (let from = 0; from < votes.length; from += votesPerPiece) {
      const piece = votes.slice(from, from + votesPerPiece)
      pieces.push({ format: bundleFile.keptVotes, version: bundleFile.version, votes: piece })
    }
    if (pieces.length > 0) this.#writeJson(parleyFile.votesEntry, pieces)
    await yieldTurn(this.#wanted.context.signal)
  }

  #writeOtherContent(): void {
    const lineUps = this.#reader.lineUps().map((lineUp): ParleyLineUp => ({
      format: parleyFile.lineUp,
      version: parleyFile.version,
      ...lineUp,
    }))
    if (lineUps.length > 0) this.#writeJson(parleyFile.lineUpsEntry, lineUps)
    const drafts: ParleyDrafts = {
      format: parleyFile.drafts,
      version: parleyFile.version,
      drafts: this.#reader.chats.draftsElsewhere(),
    }
    if (drafts.drafts.length > 0) this.#writeJson(parleyFile.draftsEntry, drafts)
    const { settings } = this.#wanted
    if (settings === null) return
    const archived: ParleySettings = {
      format: parleyFile.settings,
      version: parleyFile.version,
      ...settings,
    }
    this.#writeJson(parleyFile.settingsEntry, archived)
  }

  async #writePieces(chat: StoredChat, entry: ZipEntry, placeOf: PlaceOf | null = null): Promise<void> {
    const noted = this.#files === null ? chat : this.#files.track(chat)
    const { signal } = this.#wanted.context
    await eachPiece(this.#reader, noted, signal, (piece) => entry.write(piece), placeOf)
  }

  #writeJson(name: string, value: unknown): void {
    const entry = this.#zip.entry(name, this.#now)
    entry.write(`${JSON.stringify(value, null, 2)}\n`)
    entry.end()
  }

  #nameOf(stem: string): string {
    return this.#names.take(stem, fileEndings[this.#reader.format])
  }

  #report(): void {
    const totalCount = this.#wanted.ids.length + this.#wanted.comparisonIds.length
    const doneCount = this.#doneCount
    this.#doneCount += 1
    if (systemClock.monotonic() - this.#reportedAt < reportEveryMs) return
    this.#reportedAt = systemClock.monotonic()
    this.#wanted.context.report({ doneCount, totalCount })
  }
}
