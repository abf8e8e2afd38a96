import { ParleyError } from '../../../../../shared/errors'
import { assertNever, invariant } from '../../../../../shared/invariant'
import type { ImportReason, ImportReasonCode } from '../../../../../shared/store/import-reasons'
import { boundDepth, isNestedDeeperThan } from '../../../../../shared/json-depth'
import type { JobContext } from '../../../../base/threads/job'
import type { ExchangedRow } from '../../../exchange/exchanged-rows'
import { parleyFile, type ParleyItem } from '../../parley-file'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import {
  type FileAnswer,
  FileImporter,
  type FileImportResult,
  type FileQuestion,
  type ImportAnswer,
  type ImportProgress,
  type ImportQuestion,
} from './file-importer'
import { importLimits } from '../../../uploads/import-limits'
import { importRefusal, ImportTally, reasonOf, reasons } from './import-problems'
import { openSource } from './import-source'
import {
  cleanTitle,
  type ConversationHead,
  type ImportedConversation,
  type ImportOrigin,
  noContents,
  type ReadElement,
} from '../formats/imported-conversation'
import {
  inPieces,
  type JsonElement,
  JsonElements,
  type JsonEnd,
  parsed,
  titleIn,
  utf8Pieces,
} from './json-elements'
import { conversationsIn, readElement } from './read-element'
import { listedFiles, type ReadableUpload, shownNames, type SourceFile } from './source-files'
import { asShared } from '../../shared-rows'
import { SmallConversations } from './small-conversations'

type Context = JobContext<ImportProgress, ImportQuestion, ImportAnswer>

/** Progress is reported each time this much was read. */
const progressBytes = 1024 * 1024
/** The rows that main stores in one go, unless a single one is longer: few enough not to block others. */
const rowsAtOnce = 128
const rowCharsAtOnce = 160 * 1024

/**
 * The job that reads a file of conversations one after another, keeping one in memory at a time.
 * @throws INVALID_INPUT nothing in it was recognised
 */
export async function readImport(input: { path: string }, context: Context): Promise<ImportProgress> {
  const source = await openSource(input.path)
  try {
    return await new ImportReading(context, source, `${input.path}-file`).run()
  } finally {
    source.close()
  }
}

class ImportReading {
  readonly #context: Context
  readonly #from: ReadableUpload
  readonly #files: FileImporter
  readonly #small: SmallConversations
  readonly #totalBytes: number
  readonly #skipped = new ImportTally()
  readonly #remarks = new ImportTally()
  #source: ImportOrigin | null = null
  #readBytes = 0
  #reportedBytes = 0
  /** Set if the file is one that people share: its votes are those of its sender, under this name. */
  #sharedAs: string | null
  #rows: ExchangedRow[] = []
  #rowChars = 0
  /** Those that are being stored. */
  #sentRows: Promise<ImportAnswer> = Promise.resolve('go-on')
  #isCut = false
  /** Files that values of unknown kinds list, for a file that only lists them. */
  readonly #listed = new Set<string>()
  /** Counts what was found of what the source announces, even if it could not be imported. */
  #chatCount = 0
  /** Counts the chats with the same content so far. */
  readonly #equalCounts = new Map<string, number>()
  /** Why the file could not be read to its end, for the user. */
  #problem: ParleyError | null = null

  constructor(context: Context, source: ReadableUpload, filePath: string) {
    this.#context = context
    this.#from = source
    this.#sharedAs = source.isPage ? 'Parley' : null
    this.#files = new FileImporter(source.referencedFiles, filePath, (question) => this.#askForFile(question))
    this.#small = new SmallConversations({
      ask: (question) => {
        this.#context.report(this.#progress())
        return this.#context.ask(question)
      },
      onStored: (title, remarks) => this.#noteRemarks(remarks, title),
      handOver: (conversation, remarks) =>
        this.#handOverWhole({ ...conversation, remarks, contents: noContents }),
    })
    this.#totalBytes = source.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }

  async run(): Promise<ImportProgress> {
    const { files, referencedFiles, remarks, closed } = this.#from
    for (const [code, count] of remarks) this.#remarks.add({ code }, null, count)
    if (closed !== null) this.#remarks.add(closed, null)
    for (const file of files) await this.#readFile(file)
    if (this.#source === null) throw this.#problem ?? this.#unrecognised()
    if (this.#problem !== null) this.#remarks.add(reasonOf(this.#problem), null)
    this.#noteAbsent()
    const unusedCount = referencedFiles.unusedCount()
    if (unusedCount > 0) this.#remarks.add({ code: 'unusedFiles' }, null, unusedCount)
    return this.#progress()
  }

  async #readFile(file: SourceFile): Promise<void> {
    const elements = new JsonElements({ maxBytes: importLimits.conversationBytes })
    try {
      for await (const piece of utf8Pieces(file.read())) {
        this.#context.signal.throwIfAborted()
        for (const element of elements.push(piece)) await this.#take(element)
        this.#count(piece.length)
      }
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'INVALID_INPUT') throw error
      this.#problem = error
    }
    await this.#small.flush()
    await this.#flushRows()
    this.#noteEnd(elements.end(), file.name ?? null)
  }

  async #take(element: JsonElement): Promise<void> {
    if (element.problem !== undefined) {
      this.#chatCount += 1
      this.#skipped.add(reasons[element.problem], titleIn(element.head))
      return
    }
    const read = parsed(element.bytes)
    if (read === null) {
      this.#chatCount += 1
      this.#skipped.add(reasons.unreadable, titleIn(element.bytes))
      return
    }
    for (const value of conversationsIn(read.value)) {
      const oddities = [
        ...(read.isWhole ? [] : [reasons.lostCharacters]),
        ...(isNestedDeeperThan(value, importLimits.depth) ? [reasons.tooDeep] : []),
      ]
      const found = readElement(boundDepth(value, importLimits.depth))
      if (found === null && this.#source === null)
        for (const name of listedFiles(value)) this.#listed.add(name)
      await this.#takeRead(found, oddities)
    }
  }

  async #takeRead(found: ReadElement | null, oddities: readonly ImportReason[]): Promise<void> {
    if (found === null) {
      this.#chatCount += 1
      this.#skipped.add(reasons.unknown, null)
      return
    }
    if (found.status === 'good' || (found.status === 'skipped' && found.isOther !== true))
      this.#chatCount += 1
    // After it, nothing can be trusted to have the meaning that this version assumes.
    if (found.status === 'skipped' && found.isWholeFile === true) throw importRefusal([found.reason])
    this.#source ??= found.source
    switch (found.status) {
      case 'skipped':
        this.#skipped.add(found.reason, found.title)
        return
      case 'row':
        await this.#takeRow(found.row)
        return
      case 'item':
        await this.#takeItem(found.item)
        return
      case 'good':
        for (const oddity of oddities) this.#remarks.add(oddity, found.conversation.head.title ?? null)
        await this.#handOver(found.conversation)
        return
      default:
        assertNever(found)
    }
  }

  /** Chats may be missing without a trace, for example when somebody removed an entry from a ZIP. */
  #noteAbsent(): void {
    const { announcedChats } = this.#from
    if (announcedChats === null || this.#problem !== null) return
    const absentCount = announcedChats - this.#chatCount
    if (absentCount > 0) this.#remarks.add({ code: 'absentChats' }, null, absentCount)
  }

  async #takeItem(item: ParleyItem): Promise<void> {
    if (item.format === parleyFile.rows) {
      if (item.sharedAs !== undefined) this.#sharedAs = cleanTitle(item.sharedAs) ?? 'Parley'
    }
    // A file that people share has no settings.
    else if (this.#sharedAs === null) await this.#ask({ type: 'settings', settings: item })
  }

  async #takeRow(row: ExchangedRow): Promise<void> {
    const kept = this.#sharedAs === null ? row : asShared(row, this.#sharedAs)
    if (kept === null) {
      this.#skipped.add(reasons.notShared, row.table)
      return
    }
    if (row.table === 'attachments' && !(await this.#takeFile(row))) return
    const chars = JSON.stringify(kept.row).length
    if (this.#rows.length >= rowsAtOnce || this.#rowChars + chars > rowCharsAtOnce) await this.#sendRows()
    this.#rows.push(kept)
    this.#rowChars += chars
  }

  async #takeFile(row: ExchangedRow): Promise<boolean> {
    const taken: FileImportResult = { isMissing: false, isRefused: false }
    const isHere = await this.#files.takeRow(row, taken)
    if (taken.isMissing) this.#remarks.add({ code: 'missingFiles' }, String(row.row['name']))
    if (taken.isRefused) this.#remarks.add({ code: 'refusedFiles' }, String(row.row['name']))
    return isHere
  }

  /** Main stores rows while the thread reads the next ones. */
  async #sendRows(): Promise<void> {
    await this.#sentRows
    const rows = this.#rows
    if (rows.length === 0) return
    this.#rows = []
    this.#rowChars = 0
    this.#context.report(this.#progress())
    this.#sentRows = this.#context.ask({ type: 'rows', rows })
    // An error is thrown where the answer is awaited.
    this.#sentRows.catch(() => {})
  }

  async #flushRows(): Promise<void> {
    await this.#sendRows()
    await this.#sentRows
  }

  async #handOver(conversation: ImportedConversation): Promise<void> {
    const { messages } = conversation
    const head = this.#distinguish(conversation.head)
    if (await this.#small.take(head, messages, conversation)) return
    this.#context.report(this.#progress())
    await this.#handOverWhole({ ...conversation, head })
  }

  async #handOverWhole(conversation: ImportedConversation): Promise<void> {
    const { head, messages, leafKey, remarks } = conversation
    for (const { parts } of messages) this.#files.note(parts)
    const answer = await this.#ask({ type: 'conversation', head, leafKey })
    if (answer === 'next-conversation') return
    const title = head.title ?? null
    this.#noteRemarks(remarks, title)
    const taken: FileImportResult = { isMissing: false, isRefused: false }
    for (const { messages: given, isLast } of inPieces(messages)) {
      const piece: TreeMessage[] = []
      for (const message of given) {
        piece.push({ ...message, parts: await this.#files.take(message.parts, taken, conversation.contents) })
      }
      await this.#ask({ type: 'messages', messages: piece, isLast })
    }
    if (taken.isMissing) this.#remarks.add({ code: 'missingFiles' }, title)
    if (taken.isRefused) this.#remarks.add({ code: 'refusedFiles' }, title)
  }

  /** Parley's chats are identified by their content, so all but the first of equal ones in a file get a number. */
  #distinguish(head: ConversationHead): ConversationHead {
    if (this.#source !== 'parley') return head
    const number = (this.#equalCounts.get(head.origin) ?? 0) + 1
    this.#equalCounts.set(head.origin, number)
    return number === 1 ? head : { ...head, origin: `${head.origin}:${number}` }
  }

  #noteRemarks(remarks: readonly ImportReasonCode[], title: string | null): void {
    for (const code of remarks) this.#remarks.add({ code }, title)
  }

  /** Main gets everything in the order of the file. */
  async #ask(question: ImportQuestion): Promise<ImportAnswer> {
    await this.#small.flush()
    return this.#context.ask(question)
  }

  async #askForFile(question: FileQuestion): Promise<FileAnswer> {
    const answer = await this.#context.ask(question)
    invariant(typeof answer === 'object' && 'part' in answer, 'the answer for a file is an object')
    return answer
  }

  /** Why nothing was recognised: what the ZIP could not provide, or else what kind of file it is. */
  #unrecognised(): ParleyError {
    const { closed, remarks } = this.#from
    const left: ImportReason[] = [...remarks.keys()].map((code) => ({ code }))
    if (closed !== null) left.unshift(closed)
    else if (this.#listed.size > 0) left.unshift({ code: 'exportList', value: shownNames([...this.#listed]) })
    const code = this.#isCut ? 'fileCut' : this.#skipped.count > 0 ? 'fileOther' : 'fileEmpty'
    return importRefusal([...(left.length === 0 ? [{ code } as const] : left), { code: 'whatIsRead' }])
  }

  #count(bytes: number): void {
    this.#readBytes += bytes
    if (this.#readBytes - this.#reportedBytes < progressBytes) return
    this.#reportedBytes = this.#readBytes
    this.#context.report(this.#progress())
  }

  #noteEnd(end: JsonEnd, name: string | null): void {
    this.#isCut ||= end === 'cut-element' || end === 'cut-list'
    if (end === 'cut-element') this.#skipped.add(reasons.cut, name)
    else if (end === 'cut-list') this.#remarks.add(reasons.ended, name)
    else if (end === 'not-json') this.#skipped.add(reasons.notJson, name)
  }

  #progress(): ImportProgress {
    return {
      source: this.#source,
      readBytes: this.#readBytes,
      totalBytes: this.#totalBytes,
      skipped: this.#skipped.list(),
      remarks: this.#remarks.list(),
    }
  }
}

export type ImportJobs = { readImport: typeof readImport }
