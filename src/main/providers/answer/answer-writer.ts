import { ParleyError } from '../../../shared/errors'
import { boundDepth } from '../../../shared/json-depth'
import type { ProviderData, Usage } from '../../../shared/sessions/messages'
import type { SourceEvent } from '../../run-source/run-source'
import { messageError, type ProviderMessage } from '../http/provider-failure'
import type { Peer } from '../http/peer'
import { AnswerEnding } from './answer-ending'
import { eventOfFile, fileIn, FilePieces } from './answer-files'
import { AnswerText, isPlain } from './answer-text'
import { AnswerSources, type NamedSource } from './answer-sources'
import { AnswerUsage } from './answer-usage'
import { textIn } from './foreign'
import { MissingCalls } from './missing-calls'
import { type CallPiece, idOf, OpenCall, type WholeCall } from './open-call'

export interface AnswerWriterOptions {
  peer: Peer
  hasThinkTags: boolean
  /** The provider's own id of the model that was requested. */
  askedModelId: string
  /** The key under which a family's own data is stored with the answer; null when it has none. */
  providerDataKey: string | null
  /** The tools that the model was offered, as the request names them. */
  toolNames?: readonly string[]
  /** Called for everything in the stream that was not understood and was skipped. */
  onSkipped: (what: string) => void
}

/** The first events pass as they are; further text of one read is joined, because each event costs every reader time. */
const singleEvents = 64
/** More tool calls than any answer has. */
const mostCalls = 10_000
/** The size of incomplete arguments is reported each time this many characters have arrived. */
const unreportedPendingChars = 64 * 1024

/**
 * Turns what a reader finds in a stream into a run's events, in order: the one place that knows what an answer consists
 * of, for every family. Takes raw values and skips those it cannot use; nothing in a stream makes it throw.
 */
export class AnswerWriter {
  /** The usage of the answer so far. */
  readonly used = new AnswerUsage()
  readonly #options: AnswerWriterOptions
  readonly #text: AnswerText
  #events: SourceEvent[] = []
  #modelId: string
  #fingerprint: string | null = null
  /** What is known about the model that answers, and not reported yet. */
  #unsaid: Pick<Usage, 'model' | 'fingerprint'> = {}
  readonly #calls = new Map<string, OpenCall>()
  readonly #closedCalls = new Set<string>()
  /** The open call whose arguments are empty so far: a piece of another one closes it, so there is at most one. */
  #emptyCall: string | null = null
  readonly #missingCalls: MissingCalls
  readonly #sources = new AnswerSources()
  readonly #ending: AnswerEnding
  #failure: ParleyError | null = null
  #isOver = false
  #hasContent = false
  #takenCount = 0
  #isUnclear = false
  readonly #filePieces = new FilePieces()
  #pendingChars = 0
  #isThinking = false
  #takeReturned: () => Record<string, unknown> | null = () => null

  constructor(options: AnswerWriterOptions) {
    this.#options = options
    this.#ending = new AnswerEnding(options.peer)
    this.#modelId = options.askedModelId
    this.#missingCalls = new MissingCalls(options.peer, options.toolNames ?? [])
    this.#text = new AnswerText(options)
  }

  /** The stream said why the answer ended, and no content followed. */
  get isFinished(): boolean {
    return this.#ending.hasReason
  }

  /** Content followed a finish before: it may happen again. */
  get hasResumed(): boolean {
    return this.#ending.wasDropped
  }

  /** The stream reported usage. */
  get hasUsage(): boolean {
    return this.used.isSome
  }

  /** Content arrived. */
  get hasContent(): boolean {
    return this.#hasContent || this.#events.length > 0
  }

  /** Nothing is left to read: the protocol's end, or a failure that is more than a finish reason. */
  get isOver(): boolean {
    return this.#isOver || this.#failure !== null
  }

  get failure(): ParleyError | null {
    return this.#failure ?? this.#ending.failure
  }

  text(text: unknown): void {
    if (typeof text !== 'string' || text === '') return
    // A line break after the finish is not content.
    if (text.trim() !== '') this.#ending.resume()
    this.#closeEmptyCalls()
    for (const event of this.#text.ofText(text)) this.#say(event)
  }

  /** `field`: where it comes from; several fields, and tags in the text, may repeat the same reasoning. */
  reasoning(text: unknown, field = ''): void {
    if (typeof text !== 'string' || text === '') return
    const events = this.#text.ofReasoning(text, field)
    if (events.length === 0) return
    this.#ending.resume()
    this.#closeEmptyCalls()
    for (const event of events) this.#say(event)
  }

  /** Adds text, after the first events as part of the text before it in the same read. */
  #say(event: SourceEvent): void {
    if (isPlain(event)) this.used.wrote(event.text)
    this.#missingCalls.note(event)
    if (event.type === 'reasoning-delta') this.#isThinking = true
    else if (event.type === 'text-delta' && this.#isThinking && event.text.trim() !== '') this.#endReasoning()
    const isFirst = this.#takenCount + this.#events.length < singleEvents
    const last = isFirst ? undefined : this.#events.at(-1)
    if (last !== undefined && isPlain(last) && isPlain(event) && last.type === event.type) {
      last.text += event.text
      last.joined = (last.joined ?? 1) + 1
    } else this.#events.push(event)
  }

  /** Completes the reasoning so far; `data` is sent back with it. */
  sealReasoning(data: Record<string, unknown>): void {
    this.#events.push({ type: 'reasoning-delta', text: '', ...this.#asProviderData(data) })
  }

  /** `take`: what is sent back with the reasoning since the last call, if there is anything. */
  returnsReasoning(take: () => Record<string, unknown> | null): void {
    this.#takeReturned = take
  }

  /** The answer was read to its end. */
  ended(): void {
    this.#flushText()
    this.#endReasoning()
  }

  #endReasoning(): void {
    this.#isThinking = false
    const data = this.#takeReturned()
    if (data !== null) this.sealReasoning(data)
  }

  /** A call that arrived whole. `isRunByProvider`: its result is part of the same answer. */
  call(call: WholeCall): string {
    this.#ending.resume()
    this.#closeEmptyCalls()
    return this.#giveCall(call)
  }

  #giveCall(call: WholeCall): string {
    this.#missingCalls.noteCall()
    this.#flushText()
    this.#endReasoning()
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

  /** The next piece of the call with this `key`. The call is emitted when its arguments are complete. */
  callPiece(key: string, piece: CallPiece): void {
    const text = this.#takePiece(key, piece)
    this.pending(text)
    if (this.#calls.get(key)?.isWhole === true) this.closeCall(key)
  }

  /** Returns the text of the arguments in the piece. */
  #takePiece(key: string, piece: CallPiece): string {
    const name = textIn(piece.name)
    this.#closeEmptyCalls(key)
    let call = this.#calls.get(key)
    if (call !== undefined && name !== '' && call.isOther(piece)) {
      this.closeCall(key)
      call = undefined
    }
    if (call === undefined) {
      // A closed call gets nothing more; a piece with a name is the next call with the same number.
      if (name === '' && this.#closedCalls.has(key)) return ''
      if (this.#calls.size + this.#closedCalls.size >= mostCalls) return ''
      call = new OpenCall()
      this.#calls.set(key, call)
    }
    const text = call.add(piece)
    this.#emptyCall = call.isEmpty ? key : null
    if (name !== '' || text !== '') this.#ending.resume()
    return text
  }

  /** The name of a call with incomplete arguments; null when there is no such call. */
  openCallName(key: string): string | null {
    return this.#calls.get(key)?.name ?? null
  }

  /**
   * Some servers send empty arguments first and the real ones later, so empty ones count only when other content
   * follows.
   */
  #closeEmptyCalls(exceptKey?: string): void {
    const key = this.#emptyCall
    if (key === null || key === exceptKey) return
    this.#emptyCall = null
    this.closeCall(key)
  }

  /** Reports the size of data, such as arguments, that is emitted only when it is complete. */
  pending(text: string, { isOutput = true } = {}): void {
    if (isOutput) this.used.wrote(text)
    this.#pendingChars += text.length
    if (this.#pendingChars < unreportedPendingChars) return
    this.#events.push({ type: 'pending', chars: this.#pendingChars })
    this.#pendingChars = 0
  }

  /** A whole call, of which pieces may have arrived. Emits it unless it was emitted before. */
  completeCall(key: string, piece: CallPiece): void {
    if (this.#closedCalls.has(key)) return
    this.#calls.delete(key)
    this.#takePiece(key, piece)
    this.closeCall(key)
  }

  /** No more pieces of this call will arrive. */
  closeCall(key: string): void {
    const call = this.#calls.get(key)
    if (call === undefined) return
    this.#calls.delete(key)
    this.#closedCalls.add(key)
    if (call.name === '') this.skip('a call without a name')
    else this.#giveCall(call)
  }

  /** The result of a tool that the provider ran itself. */
  result(toolCallId: string, output: unknown, isError = false): void {
    this.#ending.resume()
    this.#closeEmptyCalls()
    this.#events.push({
      type: 'tool-result',
      toolCallId,
      output: boundDepth(output ?? ''),
      ...(isError ? { isError } : {}),
    })
  }

  /** A file or picture in the answer, in any shape; `mediaType` applies when the part names none. */
  file(part: unknown, mediaType?: string): void {
    const found = fileIn(part, mediaType)
    if (found === null) this.skip('a file without data')
    else {
      this.#ending.resume()
      this.#closeEmptyCalls()
      this.#flushText()
      this.#events.push(eventOfFile(found))
    }
  }

  /** The next base64 piece of a file that is emitted when the answer ends. */
  filePiece(base64: unknown): void {
    if (this.#filePieces.add(base64)) this.#ending.resume()
  }

  /** A source of the answer. */
  source(url: unknown, title?: unknown): void {
    if (!this.#sources.add({ url, title })) this.skip('a source without an address on the web')
  }

  /** The sources that the text refers to by number, in order. */
  numberedSources(sources: readonly NamedSource[]): void {
    if (!this.#sources.number(sources)) this.skip('a source without an address on the web')
  }

  /** The model that answers, as the provider names it. */
  model(name: unknown): void {
    if (typeof name !== 'string' || name === '' || name === this.#modelId) return
    this.#modelId = name
    this.#unsaid.model = name
  }

  /** The build of the model that answers; anything but a short text is ignored. */
  fingerprint(build: unknown): void {
    if (typeof build !== 'string' || build === '' || build.length > 200 || build === this.#fingerprint) return
    this.#fingerprint = build
    this.#unsaid.fingerprint = build
  }

  /** Why the answer ended, as the provider spells it; an empty reason is ignored. */
  finish(raw: unknown): void {
    if (!this.isOver) this.#ending.setReason(raw)
  }

  /**
   * The stream ended as its protocol requires. `reason` applies if no other was given, unless something that was not
   * understood may have been an error.
   */
  lastWord(reason: string): void {
    if (!this.isOver && (!this.#isUnclear || this.isFinished)) this.#ending.close(reason)
  }

  /** The stream reported an error. After a finish it is ignored. */
  fail(error: ParleyError | ProviderMessage): void {
    const isComplete = this.#ending.reason !== null
    if (isComplete || this.isOver) this.skip('an error after the finish')
    else this.#failure = error instanceof ParleyError ? error : messageError(error, this.#options.peer)
  }

  /** The stream ended as its protocol requires. */
  over(): void {
    this.#isOver = true
  }

  skip(what: string): void {
    this.#options.onSkipped(what)
  }

  /** Skips something that may have been an error: such an answer is complete only if its stream says so. */
  skipUnclear(what: string): void {
    this.#isUnclear = true
    this.skip(what)
  }

  /** The events since the last call. */
  take(): SourceEvent[] {
    const sources = this.#sources.take()
    if (sources !== null) this.#events.push({ type: 'sources', sources })
    const events = this.#events
    this.#hasContent ||= events.length > 0
    this.#takenCount += events.length
    this.#events = []
    return this.#withModel(events)
  }

  /** The last events of an answer: what was held back, its usage, and the finish if it has one. */
  rest(): SourceEvent[] {
    this.#flushText()
    this.#closeEmptyCalls()
    const isComplete = this.#failure === null && this.#ending.reason !== null
    if (isComplete) for (const key of this.#calls.keys()) this.closeCall(key)
    if (isComplete) {
      this.#failure = this.#missingCalls.failureOf(this.#ending, this.#text.calledName)
    }
    const reason = this.#failure === null ? this.#ending.reason : null
    const file = this.#filePieces.take()
    if (file !== null) this.#events.push(file)
    const hasEnded = this.#failure === null && (reason !== null || this.#ending.failure !== null)
    const counted = this.used.event({ isCutOff: !hasEnded && this.hasContent })
    const finish: SourceEvent[] = reason === null ? [] : [{ type: 'finish', reason }]
    return this.#withModel([...this.take(), ...(counted === null ? [] : [counted]), ...finish])
  }

  #flushText(): void {
    for (const event of this.#text.flush()) this.#say(event)
  }

  /**
   * Reports the model with the first content, so that a stopped answer has it too. Not earlier: a request that fails
   * before any content is sent again.
   */
  #withModel(events: SourceEvent[]): SourceEvent[] {
    const unsaid = this.#unsaid
    if (events.length === 0 || Object.keys(unsaid).length === 0) return events
    this.#unsaid = {}
    return [{ type: 'usage', usage: unsaid }, ...events]
  }

  #asProviderData(data: Record<string, unknown> | undefined): { providerData?: ProviderData } {
    const key = this.#options.providerDataKey
    return key === null || data === undefined ? {} : { providerData: { [key]: data } }
  }
}
