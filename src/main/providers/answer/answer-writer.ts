import { randomUUID } from 'node:crypto'

import { ParleyError } from '../../../shared/errors'
import { boundDepth } from '../../../shared/json-depth'
import type { ProviderData, Usage } from '../../../shared/sessions/messages'
import { lostFileText } from '../../run-source/lost-file'
import type { SourceEvent } from '../../run-source/run-source'
import { messageError, type ProviderMessage } from '../http/provider-failure'
import type { Peer } from '../http/peer'
import { AnswerEnding } from './answer-ending'
import { fileIn, type FoundFile, longestFileChars } from './answer-files'
import { AnswerSources, type NamedSource } from './answer-sources'
import { nameIn, textIn } from './foreign'
import type { SortedText } from './harmony'
import { type CallPiece, OpenCall } from './open-call'
import { ThinkTagSorter } from './think-tags'

export interface AnswerWriterOptions {
  peer: Peer
  hasThinkTags: boolean
  /** The provider's own name of the model that was asked. */
  askedModelId: string
  /** Under which name a family's own data goes with the answer; null where it has none. */
  providerDataKey: string | null
  /** Told of everything in the stream that was not understood and therefore left out. */
  onSkipped: (what: string) => void
}

/** More calls than an answer has parts. */
const mostCalls = 10_000
/** How much of arguments that are not whole may have come untold. */
const toldPendingChars = 64 * 1024

interface WholeCall {
  id: unknown
  name: unknown
  input: unknown
  providerData?: Record<string, unknown> | undefined
  isRunByProvider?: boolean
}

/**
 * Makes the events of a run of what a reader finds in a stream, in the order in which it came: the one place that
 * knows what an answer consists of, whichever family it comes from. Takes values as they came and leaves out what is
 * of no use; nothing that a stream says makes it throw.
 */
export class AnswerWriter {
  readonly #options: AnswerWriterOptions
  readonly #sorter: ThinkTagSorter | null
  #events: SourceEvent[] = []
  #modelId: string
  #unsaidModelId: string | null = null
  readonly #calls = new Map<string, OpenCall>()
  readonly #closedCalls = new Set<string>()
  readonly #sources = new AnswerSources()
  readonly #ending: AnswerEnding
  #usage: Usage | null = null
  #failure: ParleyError | null = null
  #isOver = false
  #hasSaid = false
  #isUnclear = false
  /** A file that comes in pieces. */
  #filePieces: Buffer[] = []
  #filePiecesBytes = 0
  #pendingChars = 0

  constructor(options: AnswerWriterOptions) {
    this.#options = options
    this.#ending = new AnswerEnding(options.peer)
    this.#modelId = options.askedModelId
    this.#sorter = options.hasThinkTags ? new ThinkTagSorter() : null
  }

  /** Whether the stream has said why the answer ended, and nothing of the answer came after it. */
  get isFinished(): boolean {
    return this.#ending.isSaid
  }

  /** Whether more of the answer came after its finish before: it may do so again. */
  get wentOn(): boolean {
    return this.#ending.wasTakenBack
  }

  /** Whether the stream has said what the answer cost. */
  get hasUsage(): boolean {
    return isSome(this.#usage)
  }

  /** Whether anything of an answer came. */
  get hasSaid(): boolean {
    return this.#hasSaid || this.#events.length > 0
  }

  /** Whether there is no more to read: the last word came, or a failure that is more than a reason to finish. */
  get isOver(): boolean {
    return this.#isOver || this.#failure !== null
  }

  get failure(): ParleyError | null {
    return this.#failure ?? this.#ending.failure
  }

  text(text: unknown): void {
    if (typeof text !== 'string' || text === '') return
    // A line break behind the finish is none of the answer.
    if (text.trim() !== '') this.#ending.goOn()
    this.#closeEmptyCalls()
    if (this.#sorter === null) this.#events.push({ type: 'text-delta', text })
    else this.#events.push(...this.#sorter.push(text).map(eventOf))
  }

  reasoning(text: unknown): void {
    if (typeof text !== 'string' || text === '') return
    this.#ending.goOn()
    this.#closeEmptyCalls()
    this.#events.push(...(this.#sorter?.settle().map(eventOf) ?? []))
    this.#events.push({ type: 'reasoning-delta', text })
  }

  /** The reasoning so far is whole, and this goes back with it. */
  sealReasoning(data: Record<string, unknown>): void {
    this.#events.push({ type: 'reasoning-delta', text: '', ...this.#asProviderData(data) })
  }

  /** A call that came whole. `isRunByProvider`: its result comes with the same answer. */
  call(call: WholeCall): string {
    this.#ending.goOn()
    this.#closeEmptyCalls()
    return this.#giveCall(call)
  }

  #giveCall(call: WholeCall): string {
    this.#flushText()
    const toolCallId = idOf(call.id)
    this.#events.push({
      type: 'tool-call',
      toolCallId,
      toolName: textIn(call.name) || 'tool',
      input: boundDepth(call.input ?? {}),
      ...this.#asProviderData(call.providerData),
      ...(call.isRunByProvider === true ? { isRunByProvider: true } : {}),
    })
    return toolCallId
  }

  /** The next piece of the call that the stream knows by `key`. It is given once its arguments are whole. */
  callPiece(key: string, piece: CallPiece): void {
    const text = this.#takePiece(key, piece)
    this.pending(text)
    if (this.#calls.get(key)?.isWhole === true) this.closeCall(key)
  }

  /** Answers with the text of the arguments in the piece. */
  #takePiece(key: string, piece: CallPiece): string {
    const name = textIn(piece.name)
    this.#closeEmptyCalls(key)
    let call = this.#calls.get(key)
    if (call !== undefined && name !== '' && call.isOther(piece)) {
      this.closeCall(key)
      call = undefined
    }
    if (call === undefined) {
      // A closed call gets nothing more; one with a name is the next of the same number.
      if (name === '' && this.#closedCalls.has(key)) return ''
      if (this.#calls.size + this.#closedCalls.size >= mostCalls) return ''
      call = new OpenCall()
      this.#calls.set(key, call)
    }
    const text = call.add(piece)
    if (name !== '' || text !== '') this.#ending.goOn()
    return text
  }

  /** The name of a call whose arguments are not whole; null when there is no such call. */
  openCallName(key: string): string | null {
    return this.#calls.get(key)?.name ?? null
  }

  /** Some servers begin with empty arguments and send the real ones later: they hold once something else comes. */
  #closeEmptyCalls(exceptKey?: string): void {
    for (const [key, call] of this.#calls) if (key !== exceptKey && call.isEmpty) this.closeCall(key)
  }

  /** What is told once it is whole, such as arguments: until then its size is, now and then. */
  pending(text: string): void {
    this.#pendingChars += text.length
    if (this.#pendingChars < toldPendingChars) return
    this.#events.push({ type: 'pending', chars: this.#pendingChars })
    this.#pendingChars = 0
  }

  /** All of a call of which pieces may have come: it is given unless it was given before. */
  wholeCall(key: string, piece: CallPiece): void {
    if (this.#closedCalls.has(key)) return
    this.#calls.delete(key)
    this.#takePiece(key, piece)
    this.closeCall(key)
  }

  /** Nothing more of this call comes. */
  closeCall(key: string): void {
    const call = this.#calls.get(key)
    if (call === undefined) return
    this.#calls.delete(key)
    this.#closedCalls.add(key)
    if (call.name === '') this.skip('a call without a name')
    else this.#giveCall(call)
  }

  /** What a tool gave that the provider ran itself. */
  result(toolCallId: string, output: unknown, isError = false): void {
    this.#ending.goOn()
    this.#closeEmptyCalls()
    this.#events.push({
      type: 'tool-result',
      toolCallId,
      output: boundDepth(output ?? ''),
      ...(isError ? { isError } : {}),
    })
  }

  /** A file or a picture in the answer, in whatever shape; `mediaType` where the part itself names none. */
  file(part: unknown, mediaType?: string): void {
    const found = fileIn(part, mediaType)
    if (found === null) this.skip('a file without data')
    else {
      this.#ending.goOn()
      this.#closeEmptyCalls()
      this.#flushText()
      this.#events.push(eventOfFile(found))
    }
  }

  /** The next piece, as base64, of a file that is given when the answer is over. */
  filePiece(base64: unknown): void {
    const bytes = Buffer.from(textIn(base64), 'base64')
    if (bytes.length === 0 || this.#filePiecesBytes > longestFileChars) return
    this.#ending.goOn()
    this.#filePieces.push(bytes)
    this.#filePiecesBytes += bytes.length
  }

  /** Something that the answer is based on. */
  source(url: unknown, title?: unknown): void {
    if (!this.#sources.add({ url, title })) this.skip('a source without an address on the web')
  }

  /** The sources that the text refers to by their numbers, in their order. */
  numberedSources(sources: readonly NamedSource[]): void {
    if (!this.#sources.number(sources)) this.skip('a source without an address on the web')
  }

  /** The model that answers, in the provider's words. */
  model(name: unknown): void {
    if (typeof name !== 'string' || name === '' || name === this.#modelId) return
    this.#modelId = name
    this.#unsaidModelId = name
  }

  /** What it cost: the newest counts are the ones that hold. */
  usage(usage: Usage): void {
    this.#usage = { ...this.#usage, ...usage }
  }

  /** Why the answer ended, in the provider's word; an empty one says nothing. */
  finish(raw: unknown): void {
    if (!this.isOver) this.#ending.say(raw)
  }

  /**
   * The protocol's last word came. `reason` is that of an answer of which no other came, unless something in the
   * stream that was not understood may have been an error.
   */
  lastWord(reason: string): void {
    if (!this.isOver && (!this.#isUnclear || this.isFinished)) this.#ending.close(reason)
  }

  /** The stream says that something went wrong. After the finish that is of no account. */
  fail(error: ParleyError | ProviderMessage): void {
    const isComplete = this.#ending.reason !== null
    if (isComplete || this.isOver) this.skip('an error after the finish')
    else this.#failure = error instanceof ParleyError ? error : messageError(error, this.#options.peer)
  }

  /** The protocol's last word came. */
  over(): void {
    this.#isOver = true
  }

  skip(what: string): void {
    this.#options.onSkipped(what)
  }

  /** Left out, and may have been an error: such an answer is complete only if its stream says so. */
  skipUnclear(what: string): void {
    this.#isUnclear = true
    this.skip(what)
  }

  /** What was written since the last time. */
  take(): SourceEvent[] {
    const sources = this.#sources.take()
    if (sources !== null) this.#events.push({ type: 'sources', sources })
    const events = this.#events
    this.#hasSaid ||= events.length > 0
    this.#events = []
    return this.#withModel(events)
  }

  /** The rest of an answer that is over: what was held back, what it cost, and the finish where it has one. */
  rest(): SourceEvent[] {
    const reason = this.#failure === null ? this.#ending.reason : null
    this.#flushText()
    this.#closeEmptyCalls()
    if (reason !== null) for (const key of this.#calls.keys()) this.closeCall(key)
    if (this.#filePieces.length > 0) this.#events.push(this.#joinedFile())
    const counted: SourceEvent[] = isSome(this.#usage) ? [{ type: 'usage', usage: this.#usage }] : []
    const finish: SourceEvent[] = reason === null ? [] : [{ type: 'finish', reason }]
    return this.#withModel([...this.take(), ...counted, ...finish])
  }

  #joinedFile(): SourceEvent {
    const bytes = Buffer.concat(this.#filePieces)
    this.#filePieces = []
    const mediaType = bytes.toString('latin1', 0, 4) === 'RIFF' ? 'audio/wav' : 'audio/pcm'
    return bytes.length > longestFileChars
      ? { type: 'text-delta', text: lostFileText(mediaType, bytes.length) }
      : { type: 'file', mediaType, bytes }
  }

  #flushText(): void {
    this.#events.push(...(this.#sorter?.flush().map(eventOf) ?? []))
  }

  /**
   * Said with the first of the answer, so that one that is stopped has it too; not before, since a request that failed
   * before anything was said is sent again.
   */
  #withModel(events: SourceEvent[]): SourceEvent[] {
    const model = this.#unsaidModelId
    if (model === null || events.length === 0) return events
    this.#unsaidModelId = null
    return [{ type: 'usage', usage: { model } }, ...events]
  }

  #asProviderData(data: Record<string, unknown> | undefined): { providerData?: ProviderData } {
    const key = this.#options.providerDataKey
    return key === null || data === undefined ? {} : { providerData: { [key]: data } }
  }
}

function eventOf(piece: SortedText): SourceEvent {
  if (piece.type === 'was-reasoning') return { type: 'text-was-reasoning' }
  return { type: piece.type === 'text' ? 'text-delta' : 'reasoning-delta', text: piece.text }
}

/** A link stands in the text; nothing that a model names is fetched. */
function eventOfFile(found: FoundFile): SourceEvent {
  switch (found.type) {
    case 'data':
      return { type: 'file', mediaType: found.mediaType, bytes: found.bytes }
    case 'link':
      return { type: 'text-delta', text: `\n\n[${found.address.hostname}](<${found.address.href}>)\n\n` }
    case 'lost':
      return { type: 'text-delta', text: lostFileText(found.mediaType, found.sizeBytes) }
    default:
      return found satisfies never
  }
}

function idOf(id: unknown): string {
  const text = nameIn(id)
  return text === '' ? `call_${randomUUID()}` : text
}

/** No request is without tokens: counts that are all 0 were made up on the way. */
function isSome(usage: Usage | null): usage is Usage {
  return usage !== null && ((usage.inputTokens ?? 0) > 0 || (usage.outputTokens ?? 0) > 0)
}
