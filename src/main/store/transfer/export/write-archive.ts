import type { ComparisonId, ProjectId } from '../../../../shared/ids'
import { failure } from '../../../../shared/failures/failure'
import { assertNever } from '../../../../shared/invariant'
import type { ArchivedSettings } from '../../../../shared/store/store'
import { systemClock } from '../../../base/clock'
import type { JobContext } from '../../../base/threads/job'
import { attachmentsIn, type ExchangedRow } from '../../exchange/exchanged-rows'
import type { Selection } from '../../exchange/read-rows'
import { toWritten } from '../../exchange/written-rows'
import { asShared } from '../shared-rows'
import { parleyFile, type ParleyRows, type ParleySettings } from '../parley-file'
import { type ExportReader, yieldTurn } from './export-reader'
import { fileStem } from './export-file-name'
import { nameableComparison } from './write-comparison'
import type { ExportProgress } from './write-zip'
import type { WrittenFile } from './written-file'
import { type ArchivedFiles, ZipArchive, type ZipEntry } from './zip-archive'

/** Rows that are written before the thread looks whether it was cancelled. */
const rowsPerTurn = 200

/** The content of an archive. */
export type ArchiveContent =
  | { what: 'everything'; settings: ArchivedSettings | null }
  | { what: 'project'; projectId: ProjectId }
  | { what: 'comparison'; comparisonId: ComparisonId }

/**
 * Writes rows of the store, as they are, with the attached files to a ZIP. Whoever imports it into an empty Parley gets
 * an equal store. Returns the name of the file.
 * @throws NOT_FOUND there is nothing to write, STORE_FULL
 */
export function writeArchive(
  reader: ExportReader,
  content: ArchiveContent,
  { written, context }: { written: WrittenFile; context: JobContext<ExportProgress> },
): Promise<string> {
  // The rows refer to each other, so all of them are of the same moment.
  return reader.still(() => new ArchiveWriting(reader, content, written, context).write())
}

class ArchiveWriting {
  readonly #reader: ExportReader
  readonly #content: ArchiveContent
  readonly #context: JobContext<ExportProgress>
  readonly #zip: ZipArchive
  readonly #now = systemClock.now()
  readonly #files: ArchivedFiles | null
  #entry: { stem: string; entry: ZipEntry } | null = null
  #rowCount = 0
  #sharedAs: string | undefined

  constructor(
    reader: ExportReader,
    content: ArchiveContent,
    written: WrittenFile,
    context: JobContext<ExportProgress>,
  ) {
    this.#reader = reader
    this.#content = content
    this.#context = context
    this.#zip = new ZipArchive(written)
    this.#files = reader.archivedFiles()
  }

  async write(): Promise<string> {
    const { selection, fileName, sharedAs } = this.#selected()
    this.#sharedAs = sharedAs
    const head: ParleyRows = {
      format: parleyFile.rows,
      version: parleyFile.rowsVersion,
      exportedAt: this.#now,
      ...(sharedAs === undefined ? {} : { sharedAs }),
    }
    this.#writeJson(parleyFile.archiveEntry, head)
    const settings = this.#content.what === 'everything' ? this.#content.settings : null
    if (settings !== null) {
      const { format, version } = { format: parleyFile.settings, version: parleyFile.version }
      const archived: ParleySettings = { format, version, ...settings }
      this.#writeJson(parleyFile.settingsEntry, archived)
    }
    const attached = new Set<string>()
    const sessions = selection === null ? null : new Set(selection.sessions)
    for (const row of this.#reader.rows.read(selection)) {
      if (isRemoved(row, sessions)) continue
      for (const id of attachmentsIn(row)) attached.add(id)
      await this.#writeRow(row)
    }
    for (const row of this.#reader.unsavedRows(selection)) await this.#writeRow(row, 'unsaved')
    if (selection !== null)
      for (const row of this.#reader.rows.attachments(attached)) await this.#writeRow(row)
    this.#endEntry()
    if (this.#rowCount === 0 && settings === null) throw failure('NOT_FOUND', 'no-chats')
    await this.#files?.writeTo(this.#zip, this.#now, () => yieldTurn(this.#context.signal))
    this.#zip.end()
    return `${fileName}.zip`
  }

  #selected(): { selection: Selection | null; fileName: string; sharedAs?: string } {
    const { wording, comparisons, chats } = this.#reader
    const date = new Date(this.#now).toISOString().slice(0, 10)
    switch (this.#content.what) {
      case 'everything':
        return { selection: null, fileName: wording.t('exports.files.chats', { date }) }
      case 'project': {
        const { projectId } = this.#content
        const ids = comparisons.ids(projectId)
        const sessions = [...chats.ids(projectId), ...ids.flatMap((id) => this.#sessionsOf(id))]
        const [project] = this.#reader.rows.read({ projects: [projectId] })
        return {
          selection: { projects: [projectId], comparisons: ids, sessions },
          fileName: wording.t('exports.files.chats', { date }),
          sharedAs: String(project?.row['name'] ?? ''),
        }
      }
      case 'comparison': {
        const { comparisonId } = this.#content
        const head = nameableComparison(this.#reader, comparisonId)
        return {
          selection: { comparisons: [comparisonId], sessions: this.#sessionsOf(comparisonId) },
          fileName: fileStem(head.title, wording.untitledComparison),
          sharedAs: head.title ?? wording.untitledComparison,
        }
      }
      default:
        return assertNever(this.#content)
    }
  }

  #sessionsOf(id: ComparisonId): string[] {
    const head = this.#reader.comparisons.get(id)
    return head === undefined ? [] : [...head.panes, ...head.merges].map(({ sessionId }) => sessionId)
  }

  async #writeRow(given: ExchangedRow, stem: string = given.table): Promise<void> {
    const row = this.#sharedAs === undefined ? given : asShared(given, this.#sharedAs)
    if (row === null) return
    if (this.#entry?.stem !== stem) {
      this.#endEntry()
      this.#entry = { stem, entry: this.#zip.entry(`${parleyFile.rowsFolder}/${stem}.jsonl`, this.#now) }
    }
    if (row.table === 'attachments') this.#files?.noteId(String(row.row['id']))
    this.#entry.entry.write(`${JSON.stringify(toWritten(row))}\n`)
    this.#rowCount += 1
    if (this.#rowCount % rowsPerTurn > 0) return
    this.#context.report({ doneCount: this.#rowCount, totalCount: 0 })
    await yieldTurn(this.#context.signal)
  }

  #endEntry(): void {
    this.#entry?.entry.end()
    this.#entry = null
  }

  #writeJson(name: string, value: unknown): void {
    const entry = this.#zip.entry(name, this.#now)
    entry.write(`${JSON.stringify(value, null, 2)}\n`)
    entry.end()
  }
}

/** True for a pane or merge whose chat is not in the file, as it was removed. */
function isRemoved({ table, row }: ExchangedRow, sessions: ReadonlySet<string> | null): boolean {
  const isMember = table === 'panes' || table === 'merges'
  return sessions !== null && isMember && !sessions.has(String(row['session_id']))
}
