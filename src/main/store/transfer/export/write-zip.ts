import type { ComparisonId, PaneId, SessionId } from '../../../../shared/ids'
import { systemClock } from '../../../base/clock'
import type { JobContext } from '../../../base/threads/job'
import { type ParleyArchive, parleyFile } from '../parley-file'
import { type ArchivedFiles, ZipArchive, type ZipEntry } from './zip-archive'
import { fileEndings } from './documents/chat-document'
import { type ExportReader, eachPiece, yieldTurn } from './export-reader'
import { fileStem, UniqueFileNames } from './export-file-name'
import { votesMarkdown } from './documents/comparison-markdown'
import { type NameOfPane, votesPage } from './documents/written-votes'
import { endsWithMerge, type StoredChat, withSources } from './contents/stored-chat'
import type { ComparisonHead } from './contents/stored-comparisons'
import type { WrittenFile } from './written-file'

const reportEveryMs = 100

/** The entries written so far, and all of them. */
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

/** Writes a ZIP of chats, each as a file, and of comparisons, which JSON has no files for. Returns its file name. */
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
  readonly #names = new UniqueFileNames([parleyFile.archiveEntry, parleyFile.filesEntry])
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
    ZipArchive.assertHolds(ids.length + comparisonIds.length + 2)
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
    this.#files?.writeList(this.#zip, this.#now)
    await this.#files?.writeTo(this.#zip, this.#now, () => yieldTurn(context.signal))
    this.#zip.end()
    context.report({ doneCount: this.#doneCount, totalCount: this.#doneCount })
  }

  #writeNote(): void {
    const archive: ParleyArchive = {
      format: parleyFile.archive,
      version: parleyFile.version,
      content: this.#reader.format,
      chatCount: this.#wanted.ids.length,
      exportedAt: this.#now,
    }
    const entry = this.#zip.entry(parleyFile.archiveEntry, this.#now)
    entry.write(`${JSON.stringify(archive, null, 2)}\n`)
    entry.end()
  }

  async #writeChat(id: SessionId): Promise<void> {
    // A chat deleted in the meantime is left out.
    await this.#reader.read(id, async (chat) => {
      const name = this.#nameOf(fileStem(chat.head.title, this.#reader.wording.untitledChat))
      const entry = this.#zip.entry(name, chat.head.updatedAt)
      await this.#writePieces(chat, entry)
      entry.end()
    })
  }

  /** Each pane and merge as a chat of its own, and the votes; the text of a merge names its sources. */
  async #writeComparison(head: ComparisonHead): Promise<void> {
    const { title, panes, merges } = head
    const { wording } = this.#reader
    const { t } = wording
    const names = new Map<PaneId | null, string>()
    const stem = `${t('exports.files.comparisons')}/${fileStem(title, wording.untitledComparison)}`
    const write = async (name: string, chat: StoredChat) => {
      const entry = this.#zip.entry(this.#nameOf(`${stem}/${name}`), chat.head.updatedAt)
      await this.#writePieces(chat, entry)
      entry.end()
    }
    for (const [index, { id, sessionId }] of panes.entries()) {
      await this.#reader.read(sessionId, (chat) => {
        const model = wording.model(chat.head.model, endsWithMerge(chat))
        names.set(id, `${index + 1} ${model}`)
        return write(`${index + 1} ${fileStem(model, t('common.model'))}`, chat)
      })
    }
    this.#writeReadableVotes(head, `${stem}/${t('exports.files.votes')}`, (pane) => names.get(pane) ?? null)
    for (const [index, { sessionId, letters }] of merges.entries()) {
      const texts = wording.merge(letters)
      const named = title === null ? texts : { ...texts, title: `${title} · ${texts.title}` }
      await this.#reader.read(sessionId, (chat) =>
        write(t('exports.files.merge', { number: index + 1 }), withSources(chat, named)),
      )
    }
  }

  #writeReadableVotes(head: ComparisonHead, stem: string, nameOf: NameOfPane): void {
    const votes = this.#reader.votesOf(head.id)
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

  async #writePieces(chat: StoredChat, entry: ZipEntry): Promise<void> {
    const noted = this.#files === null ? chat : this.#files.track(chat)
    const { signal } = this.#wanted.context
    await eachPiece(this.#reader, noted, signal, (piece) => entry.write(piece))
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
