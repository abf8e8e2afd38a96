import type { ComparisonId, SessionId } from '../../../../shared/ids'
import { systemClock } from '../../../base/clock'
import type { JobContext } from '../../../base/threads/job'
import {
  type ParleyArchive,
  type ParleyDrafts,
  parleyFile,
  type ParleyLineUp,
  type ParleyPrompt,
} from '../parley-format/parley-archive'
import type { ArchivedFiles } from './archived-files'
import { fileEndings } from './documents/chat-document'
import { type ExportReader, eachPiece, yieldTurn } from './export-reader'
import { fileStem, UniqueNames } from './export-file-name'
import { parleyComparison } from './documents/parley-json'
import { withSources } from './contents/merged-texts'
import type { StoredChat } from './contents/stored-chat'
import type { ComparisonHead } from './contents/stored-comparisons'
import type { WrittenFile } from './written-file'
import { ZipArchive, type ZipEntry } from './zip-archive'

const reportEveryMs = 100

export interface ExportProgress {
  doneCount: number
  totalCount: number
}

interface Wanted {
  ids: readonly SessionId[]
  comparisonIds: readonly ComparisonId[]
  written: WrittenFile
  context: JobContext<ExportProgress>
}

/** Writes chats and comparisons with their attachments to a ZIP. Returns its file name. */
export async function writeZip(reader: ExportReader, wanted: Wanted): Promise<string> {
  const now = systemClock.now()
  await new ZipWriting(reader, wanted, now).write()
  return `Parley chats ${new Date(now).toISOString().slice(0, 10)}.zip`
}

class ZipWriting {
  readonly #reader: ExportReader
  readonly #wanted: Wanted
  readonly #now: number
  readonly #zip: ZipArchive
  readonly #files: ArchivedFiles | null
  readonly #names = new UniqueNames([
    parleyFile.archiveEntry,
    parleyFile.filesEntry,
    parleyFile.promptsEntry,
    parleyFile.lineUpsEntry,
    parleyFile.draftsEntry,
  ])
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
    ZipArchive.assertHolds(ids.length + comparisonIds.length + 5)
    this.#writeNote()
    for (const id of ids) {
      this.#report()
      await this.#writeChat(id)
    }
    for (const id of comparisonIds) {
      this.#report()
      const comparison = this.#reader.comparisons.get(id)
      if (comparison !== undefined) await this.#writeComparison(comparison)
    }
    if (this.#reader.isWhole) this.#writeOtherContent()
    await this.#files?.writeTo(this.#zip, this.#now, () => yieldTurn(context.signal))
    this.#zip.end()
    context.report({ doneCount: this.#doneCount, totalCount: this.#doneCount })
  }

  #writeNote(): void {
    const { ids, comparisonIds } = this.#wanted
    const { format, comparisons } = this.#reader
    const archive: ParleyArchive = {
      format: parleyFile.archive,
      version: parleyFile.version,
      content: format,
      chatCount: ids.length + (format === 'json' && comparisonIds.length > 0 ? comparisons.mergeCount() : 0),
      comparisonCount: comparisonIds.length,
      exportedAt: this.#now,
    }
    this.#writeJson(parleyFile.archiveEntry, archive)
  }

  async #writeChat(id: SessionId): Promise<void> {
    // A chat deleted in the meantime is left out, unless the trash is included.
    await this.#reader.read(id, async (chat) => {
      const isBinned = chat.head.archivedState !== null && chat.head.archivedState.deletedAt !== null
      const stem = fileStem(chat.head.title)
      const name = this.#nameOf(isBinned ? `${parleyFile.binFolder}/${stem}` : stem)
      const entry = this.#zip.entry(name, chat.head.updatedAt)
      await this.#writePieces(chat, entry)
      entry.end()
    })
  }

  /** One file that can be imported again, or a folder with a readable file per pane. */
  async #writeComparison(head: ComparisonHead): Promise<void> {
    await this.#writePanes(head)
    await this.#writeMerges(head)
  }

  async #writePanes(head: ComparisonHead): Promise<void> {
    const stem = `${parleyFile.comparisonsFolder}/${fileStem(head.title)}`
    if (this.#reader.format === 'json') {
      const entry = this.#zip.entry(this.#nameOf(stem), head.updatedAt)
      entry.write(`[\n${parleyComparison(head, { drafts: this.#reader.chats.draftsOfComparison(head.id) })}`)
      for (const { sessionId } of head.panes) {
        entry.write(',\n')
        const isThere = await this.#reader.read(sessionId, async (chat) => {
          await this.#writePieces(chat, entry)
          return true
        })
        // Erased in the meantime: its announced place stays empty.
        if (isThere === null) entry.write('null')
      }
      entry.write(']\n')
      entry.end()
      return
    }
    for (const [index, { sessionId }] of head.panes.entries()) {
      await this.#reader.read(sessionId, async (chat) => {
        const name = this.#nameOf(`${stem}/${index + 1} ${fileStem(chat.head.model)}`)
        const entry = this.#zip.entry(name, chat.head.updatedAt)
        await this.#writePieces(chat, entry)
        entry.end()
      })
    }
  }

  /** Each merge as a chat of its own, whose text names its sources. */
  async #writeMerges({ title, merges }: ComparisonHead): Promise<void> {
    const stem = `${parleyFile.comparisonsFolder}/${fileStem(title)}`
    for (const [index, { sessionId, letters }] of merges.entries()) {
      await this.#reader.read(sessionId, async (chat) => {
        const name = this.#nameOf(
          this.#reader.format === 'json' ? `${stem} merge` : `${stem}/merge ${index + 1}`,
        )
        const entry = this.#zip.entry(name, chat.head.updatedAt)
        const heading = [title, `merge of ${[...letters.values()].join(', ')}`]
        const merge = withSources(chat, heading.filter((text) => text !== null).join(' · '), (id) =>
          letters.get(id),
        )
        await this.#writePieces(merge, entry)
        entry.end()
      })
    }
  }

  #writeOtherContent(): void {
    const prompts = this.#reader.prompts().map(({ name, text, updated_at: updatedAt }): ParleyPrompt => ({
      format: parleyFile.prompt,
      version: parleyFile.version,
      name,
      text,
      updatedAt,
    }))
    if (prompts.length > 0) this.#writeJson(parleyFile.promptsEntry, prompts)
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
  }

  async #writePieces(chat: StoredChat, entry: ZipEntry): Promise<void> {
    const noted = this.#files === null ? chat : this.#files.track(chat)
    await eachPiece(this.#reader, noted, this.#wanted.context.signal, (piece) => entry.write(piece))
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
