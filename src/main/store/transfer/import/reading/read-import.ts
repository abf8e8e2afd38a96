import { ParleyError } from '../../../../../shared/errors'
import { assertNever, invariant } from '../../../../../shared/invariant'
import type { ImportReason } from '../../../../../shared/store/import-reasons'
import { boundDepth, isNestedDeeperThan } from '../../../../../shared/json-depth'
import type { ImportSkip } from '../../../../../shared/store/store'
import type { JobContext } from '../../../../base/threads/job'
import {
  type ParleyArchiveItem,
  type ParleyComparison,
  parleyFile,
  type ParleyPane,
  type ParleyKept,
  type ParleyQueued,
} from '../../parley-format/parley-archive'
import { bundleFile, type ParleyVotes } from '../../parley-format/parley-bundle'
import type { ParleySetAnswers, ParleySetRun } from '../../parley-format/parley-set-run'
import { byteText } from '../../../../base/files/text-encoding'
import type { TreeMessage } from '../../../sessions/tree-in-progress'
import { type FileAnswer, FileImporter, type FileQuestion, type FileImportResult } from './file-importer'
import { importLimits, inMegabytes } from '../../../uploads/import-limits'
import { importRefusal, reasonOf } from './import-refusal'
import { openSource } from './import-source'
import { ImportTally } from './import-tally'
import {
  cleanTitle,
  type ConversationHead,
  type ImportedConversation,
  type ImportOrigin,
  type ReadElement,
  type UnsentWork,
} from '../formats/imported-conversation'
import { type JsonElement, type JsonEnd, JsonElements } from './json-elements'
import { readElements } from '../formats/read-element'
import type { AnnouncedCounts, ImportSource } from './source-files'
import { utf8Pieces } from './utf8-pieces'

/** The progress of the job, and what it has left out so far. */
export interface ImportProgress {
  /** Null until something was recognised. */
  source: ImportOrigin | null
  readBytes: number
  totalBytes: number
  skipped: ImportSkip[]
  remarks: ImportSkip[]
}

/**
 * The questions of the job, each answered before the next: the start of a conversation, where the answer says whether
 * the rest is wanted, then its messages in pieces, parents before children, the last with the unsent work. Those of
 * panes come between the start and the end of their comparison.
 */
export type ImportQuestion =
  | { type: 'conversation'; head: ConversationHead; leafKey: string | null; pane: ParleyPane | null }
  | { type: 'messages'; messages: TreeMessage[]; unsent: UnsentWork | null }
  | { type: 'comparison'; head: ParleyComparison }
  | { type: 'comparison-end' }
  | { type: 'kept'; kept: ParleyKept }
  | { type: 'votes'; votes: ParleyVotes }
  | { type: 'set-run'; run: ParleySetRun }
  | { type: 'set-answers'; answers: ParleySetAnswers['answers'] }
  | { type: 'set-run-end' }
  | FileQuestion

export type ImportAnswer = 'go-on' | 'next-conversation' | FileAnswer

type Context = JobContext<ImportProgress, ImportQuestion, ImportAnswer>

/** The most messages per question, unless it is a single large one. */
const messagesPerPiece = 200
/** Few enough for one transaction. */
const answersPerPiece = 50
const charsPerPiece = 256 * 1024
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
  readonly #from: ImportSource
  readonly #files: FileImporter
  readonly #totalBytes: number
  readonly #skipped = new ImportTally()
  readonly #remarks = new ImportTally()
  #source: ImportOrigin | null = null
  #readBytes = 0
  #reportedBytes = 0
  /** The panes of the current comparison whose chats are still missing; null outside a comparison. */
  #panes: ParleyPane[] | null = null
  #isCut = false
  /** Answers of a run may follow. */
  #isInSetRun = false
  /** How much of what the source announces was found, even if it could not be imported. */
  readonly #found: AnnouncedCounts = { chatCount: 0, comparisonCount: 0 }
  /** How many chats, and how many panes, had the same content so far. */
  readonly #equalCounts = new Map<string, number>()
  /** Why the file could not be read to its end, for the user. */
  #problem: ParleyError | null = null

  constructor(context: Context, source: ImportSource, filePath: string) {
    this.#context = context
    this.#from = source
    this.#files = new FileImporter(source.referencedFiles, filePath, (question) => this.#askForFile(question))
    this.#totalBytes = source.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }

  async run(): Promise<ImportProgress> {
    const { files, referencedFiles, remarks } = this.#from
    for (const [code, count] of remarks) this.#remarks.add({ code }, null, count)
    for (const file of files) await this.#readFile(utf8Pieces(file.read()))
    if (this.#source === null) throw this.#problem ?? this.#unrecognised()
    if (this.#problem !== null) this.#remarks.add(reasonOf(this.#problem), null)
    this.#noteAbsent()
    const unusedCount = referencedFiles.unusedCount()
    if (unusedCount > 0) this.#remarks.add({ code: 'unusedFiles' }, null, unusedCount)
    return this.#progress()
  }

  async #readFile(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const elements = new JsonElements({ maxBytes: importLimits.conversationBytes })
    try {
      for await (const piece of pieces) {
        this.#context.signal.throwIfAborted()
        for (const element of elements.push(piece)) await this.#take(element)
        this.#count(piece.length)
      }
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'INVALID_INPUT') throw error
      this.#problem = error
    }
    await this.#endComparison()
    await this.#endSetRun()
    this.#noteEnd(elements.end())
  }

  async #take(element: JsonElement): Promise<void> {
    if (element.problem !== undefined) {
      this.#nextPane()
      this.#skipped.add(reasons[element.problem], titleIn(element.head))
      return
    }
    const read = parsed(element.bytes)
    if (read === null) {
      this.#nextPane()
      this.#skipped.add(reasons.unreadable, titleIn(element.bytes))
      return
    }
    const oddities = [
      ...(read.isWhole ? [] : [reasons.lostCharacters]),
      ...(isNestedDeeperThan(read.value, importLimits.depth) ? [reasons.tooDeep] : []),
    ]
    for (const found of readElements(boundDepth(read.value, importLimits.depth))) {
      await this.#takeRead(found, oddities)
    }
  }

  async #takeRead(found: ReadElement | null, oddities: readonly ImportReason[]): Promise<void> {
    if (this.#panes?.length === 0 || found?.status === 'item') await this.#endComparison()
    if (found?.status !== 'item' || found.item.format !== bundleFile.setAnswers) await this.#endSetRun()
    const pane = found?.status === 'item' ? null : this.#nextPane()
    if (found === null) {
      this.#skipped.add(reasons.unknown, null)
      return
    }
    // Nothing behind it can be trusted to mean what this version takes it for.
    if (found.status === 'skipped' && found.isWholeFile === true) throw importRefusal([found.reason])
    this.#source ??= found.source
    if (found.status === 'skipped') {
      this.#skipped.add(found.reason, found.title)
    } else if (found.status === 'item') await this.#takeItem(found.item)
    else if (pane !== null && found.conversation.head.model == null) {
      this.#skipped.add({ code: 'damaged', value: 'model' }, found.conversation.head.title ?? null)
    } else {
      for (const oddity of oddities) this.#remarks.add(oddity, found.conversation.head.title ?? null)
      await this.#handOver(found.conversation, pane)
    }
  }

  /** The pane of the current comparison to which the next chat belongs, or null for a separate chat. */
  #nextPane(): ParleyPane | null {
    const pane = this.#panes?.shift() ?? null
    if (pane === null) this.#found.chatCount += 1
    return pane
  }

  /** Chats may be missing without a trace, for example when somebody removed an entry from a ZIP. */
  #noteAbsent(): void {
    const { announced } = this.#from
    if (announced === null || this.#problem !== null) return
    const { chatCount, comparisonCount } = this.#found
    const absentChats = announced.chatCount - chatCount
    const absentComparisons = announced.comparisonCount - comparisonCount
    if (absentChats > 0) this.#remarks.add({ code: 'absentChats' }, null, absentChats)
    if (absentComparisons > 0) this.#remarks.add({ code: 'absentComparisons' }, null, absentComparisons)
  }

  async #takeItem(item: ParleyArchiveItem): Promise<void> {
    switch (item.format) {
      case bundleFile.format:
        return
      case bundleFile.votes:
        await this.#context.ask({ type: 'votes', votes: item })
        return
      case bundleFile.setRun:
        this.#isInSetRun = (await this.#context.ask({ type: 'set-run', run: item })) === 'go-on'
        return
      case bundleFile.setAnswers:
        await this.#takeAnswers(item)
        return
      case parleyFile.comparison:
        this.#found.comparisonCount += 1
        this.#panes = [...item.panes]
        await this.#context.ask({ type: 'comparison', head: item })
        return
      case parleyFile.prompt:
      case parleyFile.lineUp:
      case parleyFile.drafts:
        await this.#context.ask({ type: 'kept', kept: item })
        return
      default:
        assertNever(item)
    }
  }

  /** In pieces: main stores each piece in one go. */
  async #takeAnswers({ answers }: ParleySetAnswers): Promise<void> {
    if (!this.#isInSetRun) return
    for (let from = 0; from < answers.length; from += answersPerPiece) {
      await this.#context.ask({ type: 'set-answers', answers: answers.slice(from, from + answersPerPiece) })
    }
  }

  async #endSetRun(): Promise<void> {
    if (!this.#isInSetRun) return
    this.#isInSetRun = false
    await this.#context.ask({ type: 'set-run-end' })
  }

  async #endComparison(): Promise<void> {
    if (this.#panes === null) return
    this.#panes = null
    await this.#context.ask({ type: 'comparison-end' })
  }

  async #handOver(conversation: ImportedConversation, pane: ParleyPane | null): Promise<void> {
    const { messages, leafKey, remarks } = conversation
    const head = this.#distinguish(conversation.head, pane)
    this.#context.report(this.#progress())
    for (const { parts } of messages) this.#files.note(parts)
    const answer = await this.#context.ask({ type: 'conversation', head, leafKey, pane })
    if (answer === 'next-conversation') return
    const title = head.title ?? null
    for (const code of remarks) this.#remarks.add({ code }, title)
    const taken: FileImportResult = { isMissing: false, isRefused: false }
    const unsent = await this.#withFiles(conversation.unsent, taken)
    for (const { messages: given, isLast } of inPieces(messages)) {
      const piece: TreeMessage[] = []
      for (const message of given) {
        piece.push({ ...message, parts: await this.#files.take(message.parts, taken) })
      }
      await this.#context.ask({ type: 'messages', messages: piece, unsent: isLast ? unsent : null })
    }
    if (taken.isMissing) this.#remarks.add({ code: 'missingFiles' }, title)
    if (taken.isRefused) this.#remarks.add({ code: 'refusedFiles' }, title)
  }

  /** Parley's chats are identified by their content, so all but the first of equal ones in a file get a number. */
  #distinguish(head: ConversationHead, pane: ParleyPane | null): ConversationHead {
    if (this.#source !== 'parley') return head
    const key = `${pane === null ? 'chat' : 'pane'} ${head.origin}`
    const number = (this.#equalCounts.get(key) ?? 0) + 1
    this.#equalCounts.set(key, number)
    return number === 1 ? head : { ...head, origin: `${head.origin}:${number}` }
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

  async #askForFile(question: FileQuestion): Promise<FileAnswer> {
    const answer = await this.#context.ask(question)
    invariant(typeof answer === 'object', 'the answer for a file is an object')
    return answer
  }

  /** Why nothing was recognised: what the ZIP could not provide, or else what kind of file it is. */
  #unrecognised(): ParleyError {
    const left = [...this.#from.remarks.keys()].map((code) => ({ code }))
    const code = this.#isCut ? 'fileCut' : this.#skipped.count > 0 ? 'fileOther' : 'fileEmpty'
    return importRefusal([...(left.length === 0 ? [{ code } as const] : left), { code: 'whatIsRead' }])
  }

  #count(bytes: number): void {
    this.#readBytes += bytes
    if (this.#readBytes - this.#reportedBytes < progressBytes) return
    this.#reportedBytes = this.#readBytes
    this.#context.report(this.#progress())
  }

  #noteEnd(end: JsonEnd): void {
    this.#isCut ||= end === 'cut-element' || end === 'cut-list'
    if (end === 'cut-element') this.#skipped.add(reasons.cut, null)
    else if (end === 'cut-list') this.#remarks.add(reasons.ended, null)
    else if (end === 'not-json') this.#skipped.add(reasons.notJson, null)
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

const reasons = {
  'too-large': { code: 'tooLarge', value: inMegabytes(importLimits.conversationBytes) },
  tooDeep: { code: 'tooDeep', value: String(importLimits.depth) },
  lostCharacters: { code: 'lostCharacters' },
  unreadable: { code: 'unreadable' },
  unknown: { code: 'noConversation' },
  cut: { code: 'cut' },
  ended: { code: 'ended' },
  notJson: { code: 'notJson' },
} as const satisfies Record<string, ImportReason>

/** `isWhole` is false when invalid bytes became U+FFFD. */
function parsed(bytes: Buffer): { value: unknown; isWhole: boolean } | null {
  try {
    // A file saved again by another program may be in Latin-1.
    const text = byteText(bytes)
    return { value: JSON.parse(text ?? bytes.toString()) as unknown, isWhole: text !== null }
  } catch {
    // The parse error does not matter: the element is counted as unreadable.
    return null
  }
}

/** The title of a dropped element, if its start contains it. */
function titleIn(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString()
  const found = /"(?:title|name)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(start)?.[1]
  const title = found === undefined ? null : parsed(Buffer.from(found))?.value
  return typeof title === 'string' ? cleanTitle(title) : null
}

function* inPieces(
  messages: readonly TreeMessage[],
): Generator<{ messages: TreeMessage[]; isLast: boolean }> {
  let piece: TreeMessage[] = []
  let chars = 0
  for (const message of messages) {
    const size = JSON.stringify(message.parts).length
    if (piece.length > 0 && (piece.length >= messagesPerPiece || chars + size > charsPerPiece)) {
      yield { messages: piece, isLast: false }
      piece = []
      chars = 0
    }
    piece.push(message)
    chars += size
  }
  yield { messages: piece, isLast: true }
}

export type ImportJobs = { readImport: typeof readImport }
