import { ParleyError } from '../../../../../shared/errors'
import { assertNever, invariant } from '../../../../../shared/invariant'
import type { ImportReason, ImportReasonCode } from '../../../../../shared/store/import-reasons'
import { boundDepth, isNestedDeeperThan } from '../../../../../shared/json-depth'
import type { JobContext } from '../../../../base/threads/job'
import type { GivenSource } from '../../../projects/knowledge-sources'
import {
  type ParleyArchiveItem,
  parleyFile,
  type ParleyProject,
  type ParleyQueued,
} from '../../parley-format/parley-archive'
import { withoutSources } from '../../parley-format/parley-places'
import { bundleFile } from '../../parley-format/parley-bundle'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import {
  type ComparisonMember,
  type FileAnswer,
  FileImporter,
  type FileImportResult,
  type FileQuestion,
  type ImportAnswer,
  type ImportProgress,
  type ImportQuestion,
} from './file-importer'
import { importLimits } from '../../../uploads/import-limits'
import { BadRows, formatOf, importRefusal, ImportTally, reasonOf, reasons } from './import-problems'
import { openSource } from './import-source'
import {
  type ConversationHead,
  type ImportedConversation,
  type ImportOrigin,
  noContents,
  type ReadElement,
  type UnsentWork,
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
import {
  type AnnouncedCounts,
  listedFiles,
  type ReadableUpload,
  shownNames,
  type SourceFile,
} from './source-files'
import { SetReading } from './set-reading'
import { SmallConversations } from './small-conversations'

type Context = JobContext<ImportProgress, ImportQuestion, ImportAnswer>

/** Progress is reported each time this much was read. */
const progressBytes = 1024 * 1024

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
  /** The panes and merges of the current comparison whose chats are still missing; null outside a comparison. */
  #members: ComparisonMember[] | null = null
  /** The file is one that people share, so its votes are not the user's own. */
  #isShared: boolean
  #isCut = false
  /** Files that values of unknown kinds list, for a file that only lists them. */
  readonly #listed = new Set<string>()
  readonly #sets: SetReading
  readonly #rows = new BadRows()
  /** Counts what was found of what the source announces, even if it could not be imported. */
  readonly #found: AnnouncedCounts = { chatCount: 0, comparisonCount: 0, setCount: 0 }
  /** Counts the chats, panes and merges with the same content so far. */
  readonly #equalCounts = new Map<string, number>()
  /** Why the file could not be read to its end, for the user. */
  #problem: ParleyError | null = null

  constructor(context: Context, source: ReadableUpload, filePath: string) {
    this.#context = context
    this.#from = source
    this.#isShared = source.isPage
    this.#sets = new SetReading((question) => this.#ask(question), {
      skipped: this.#skipped,
      remarks: this.#remarks,
    })
    this.#files = new FileImporter(source.referencedFiles, filePath, (question) => this.#askForFile(question))
    this.#small = new SmallConversations({
      ask: (question) => {
        this.#context.report(this.#progress())
        return this.#context.ask(question)
      },
      onStored: (title, remarks) => this.#noteRemarks(remarks, title),
      handOver: (conversation, remarks) =>
        this.#handOverWhole({ ...conversation, remarks, contents: noContents }, null),
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
    this.#rows.startFile()
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
    await this.#endComparison()
    await this.#sets.end()
    this.#noteEnd(elements.end(), file.name ?? null)
  }

  async #take(element: JsonElement): Promise<void> {
    if (element.problem !== undefined) {
      this.#nextMember()
      this.#skipped.add(reasons[element.problem], titleIn(element.head))
      return
    }
    const read = parsed(element.bytes)
    if (read === null) {
      this.#nextMember()
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
    const format = formatOf(found)
    if (this.#members?.length === 0 || format !== null) await this.#endComparison()
    await this.#sets.endBefore(found)
    const member = format === null ? this.#nextMember() : null
    if (found === null) {
      this.#skipped.add(reasons.unknown, null)
      return
    }
    // After it, nothing can be trusted to have the meaning that this version assumes.
    if (found.status === 'skipped' && found.isWholeFile === true) throw importRefusal([found.reason])
    this.#source ??= found.source
    if (found.status === 'skipped') {
      this.#countFound(format)
      this.#skipped.add(found.reason, found.title)
    } else if (found.status === 'item') {
      this.#rows.note(found, this.#skipped)
      this.#countFound(format)
      await this.#takeItem(found.item)
    } else if (member !== null && found.conversation.head.model == null) {
      this.#skipped.add({ code: 'damaged', value: 'model' }, found.conversation.head.title ?? null)
    } else {
      for (const oddity of oddities) this.#remarks.add(oddity, found.conversation.head.title ?? null)
      await this.#handOver(found.conversation, member)
    }
  }

  /** The pane or merge of the current comparison to which the next chat belongs, or null for a separate chat. */
  #nextMember(): ComparisonMember | null {
    const member = this.#members?.shift() ?? null
    if (member === null) this.#found.chatCount += 1
    return member
  }

  #countFound(format: unknown): void {
    if (format === parleyFile.comparison) this.#found.comparisonCount += 1
    if (format === bundleFile.set) this.#found.setCount += 1
  }

  /** Chats may be missing without a trace, for example when somebody removed an entry from a ZIP. */
  #noteAbsent(): void {
    const { announced } = this.#from
    if (announced === null || this.#problem !== null) return
    const { chatCount, comparisonCount, setCount } = this.#found
    const absentChats = announced.chatCount - chatCount
    const absentComparisons = announced.comparisonCount - comparisonCount
    const absentSets = announced.setCount - setCount
    if (absentChats > 0) this.#remarks.add({ code: 'absentChats' }, null, absentChats)
    if (absentComparisons > 0) this.#remarks.add({ code: 'absentComparisons' }, null, absentComparisons)
    if (absentSets > 0) this.#remarks.add({ code: 'absentSets' }, null, absentSets)
  }

  async #takeItem(item: ParleyArchiveItem): Promise<void> {
    switch (item.format) {
      case bundleFile.format:
        this.#isShared = true
        return
      case bundleFile.votes:
      case bundleFile.keptVotes:
        if (item.format === bundleFile.keptVotes && this.#isShared) return
        await this.#ask({ type: 'votes', votes: item })
        return
      case bundleFile.set:
      case bundleFile.setRun:
      case bundleFile.setBallots:
        // Votes in a file that people share do not count.
        if (item.format !== bundleFile.setBallots || !this.#isShared) await this.#sets.take(item, this.#files)
        return
      case bundleFile.setAnswers:
        await this.#sets.takeAnswers(item)
        return
      case parleyFile.comparison:
        this.#members = [
          ...item.panes.map((pane, index) => ({ kind: 'pane', pane, index }) as const),
          ...(item.merges ?? []).map((merge) => ({ kind: 'merge', merge }) as const),
        ]
        await this.#ask({ type: 'comparison', head: item, isShared: this.#isShared })
        return
      case parleyFile.settings:
        // A page that people share has none.
        if (!this.#isShared) await this.#ask({ type: 'settings', settings: item })
        return
      case parleyFile.project:
        if (!this.#isShared) await this.#ask({ type: 'kept', kept: await this.#withStoredFiles(item) })
        return
      case parleyFile.prompt:
      case parleyFile.lineUp:
      case parleyFile.drafts:
        await this.#ask({ type: 'kept', kept: item })
        return
      default:
        assertNever(item)
    }
  }

  /** The project with the files of its knowledge as they are stored; without those that are not in the archive. */
  async #withStoredFiles(project: ParleyProject): Promise<ParleyProject> {
    const knowledge: GivenSource[] = []
    for (const source of project.knowledge ?? []) {
      if (!('file' in source)) {
        knowledge.push(source)
        continue
      }
      const taken: FileImportResult = { isMissing: false, isRefused: false }
      const [file] = await this.#files.takeAll([source.file], taken)
      if (file === undefined || taken.isMissing || taken.isRefused) {
        this.#remarks.add(taken.isRefused ? { code: 'refusedFiles' } : { code: 'missingFiles' }, project.name)
      } else knowledge.push({ ...source, file })
    }
    return { ...project, knowledge }
  }

  async #endComparison(): Promise<void> {
    if (this.#members === null) return
    this.#members = null
    await this.#ask({ type: 'comparison-end' })
  }

  async #handOver(conversation: ImportedConversation, member: ComparisonMember | null): Promise<void> {
    const isMerge = member?.kind === 'merge'
    const isPane = member?.kind === 'pane'
    const messages = isMerge
      ? conversation.messages
      : conversation.messages.map((message) => ({ ...message, parts: withoutSources(message.parts, isPane) }))
    const head = this.#distinguish(conversation.head, member)
    if (member === null && (await this.#small.take(head, messages, conversation))) return
    this.#context.report(this.#progress())
    await this.#handOverWhole({ ...conversation, head, messages }, member)
  }

  async #handOverWhole(conversation: ImportedConversation, member: ComparisonMember | null): Promise<void> {
    const { head, messages, leafKey, remarks } = conversation
    for (const { parts } of messages) this.#files.note(parts)
    const answer = await this.#ask({ type: 'conversation', head, leafKey, member })
    if (answer === 'next-conversation') return
    const title = head.title ?? null
    this.#noteRemarks(remarks, title)
    const taken: FileImportResult = { isMissing: false, isRefused: false }
    const unsent = await this.#withFiles(conversation.unsent, taken)
    for (const { messages: given, isLast } of inPieces(messages)) {
      const piece: TreeMessage[] = []
      for (const message of given) {
        piece.push({ ...message, parts: await this.#files.take(message.parts, taken, conversation.contents) })
      }
      await this.#ask({ type: 'messages', messages: piece, unsent: isLast ? unsent : null })
    }
    if (taken.isMissing) this.#remarks.add({ code: 'missingFiles' }, title)
    if (taken.isRefused) this.#remarks.add({ code: 'refusedFiles' }, title)
  }

  /** Parley's chats are identified by their content, so all but the first of equal ones in a file get a number. */
  #distinguish(head: ConversationHead, member: ComparisonMember | null): ConversationHead {
    if (this.#source !== 'parley') return head
    const key = `${member?.kind ?? 'chat'} ${head.origin}`
    const number = (this.#equalCounts.get(key) ?? 0) + 1
    this.#equalCounts.set(key, number)
    return number === 1 ? head : { ...head, origin: `${head.origin}:${number}` }
  }

  #noteRemarks(remarks: readonly ImportReasonCode[], title: string | null): void {
    for (const code of remarks) this.#remarks.add({ code }, title)
  }

  async #withFiles({ queue, drafts }: UnsentWork, taken: FileImportResult): Promise<UnsentWork> {
    const kept: ParleyQueued[] = []
    for (const queued of queue) {
      const { attachments } = queued
      if (attachments === undefined) kept.push(queued)
      else kept.push({ ...queued, attachments: await this.#files.takeAll(attachments, taken) })
    }
    return { queue: kept, drafts }
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
