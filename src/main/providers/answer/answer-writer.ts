import { randomUUID } from 'node:crypto'

import { ParleyError } from '../../../shared/errors'
import { boundDepth } from '../../../shared/json-depth'
import type { AnswerSource, ProviderData, Usage } from '../../../shared/messages'
import type { SourceEvent } from '../../base/run-source'
import { messageError, type ProviderMessage } from '../http/provider-failure'
import type { Peer } from '../http/peer'
import { type FinishReason, finishOf } from './finish-reasons'
import { nameIn, objectIn, textIn } from './foreign'
import type { SortedText } from './harmony'
import { JsonEnd } from './json-scanner'
import { ThinkTagSorter } from './think-tags'

/** An answer may name so many sources; more are a fault of the server. */
const mostSources = 500
/** The largest picture that is kept, as base64. */
const longestFileChars = 34 * 1024 * 1024

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

/** How much of arguments that are not whole may have come untold. */
const toldPendingChars = 64 * 1024

/** A tool call whose arguments come in pieces. */
interface OpenCall {
  id: string
  name: string
  /** The text of its arguments so far. */
  input: string
  end: JsonEnd
  /** Its arguments, where they came as an object instead of as text. */
  given?: Record<string, unknown>
  providerData: Record<string, unknown> | undefined
  isRunByProvider: boolean
  isBroken: boolean
}

/** A piece of a call; what is absent came before or comes later. */
export interface CallPiece {
  id?: unknown
  name?: unknown
  arguments?: unknown
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
  readonly #sources = new Map<string, AnswerSource>()
  #hasNewSources = false
  #usage: Usage | null = null
  #reason: FinishReason | null = null
  #failure: ParleyError | null = null
  #isOver = false
  #hasSaid = false
  #pendingChars = 0

  constructor(options: AnswerWriterOptions) {
    this.#options = options
    this.#modelId = options.askedModelId
    this.#sorter = options.hasThinkTags ? new ThinkTagSorter() : null
  }

  /** Whether the stream has said why the answer ended; what comes after can add to it and no more make it fail. */
  get isFinished(): boolean {
    return this.#reason !== null
  }

  /** Whether anything of an answer came. */
  get hasSaid(): boolean {
    return this.#hasSaid || this.#events.length > 0
  }

  /** Whether the stream has said its last word. */
  get isOver(): boolean {
    return this.#isOver || this.#failure !== null
  }

  get failure(): ParleyError | null {
    return this.#failure
  }

  text(text: unknown): void {
    if (typeof text !== 'string' || text === '') return
    if (this.#sorter === null) this.#events.push({ type: 'text-delta', text })
    else this.#events.push(...this.#sorter.push(text).map(eventOf))
  }

  reasoning(text: unknown): void {
    if (typeof text !== 'string' || text === '') return
    this.#events.push(...(this.#sorter?.settle().map(eventOf) ?? []))
    this.#events.push({ type: 'reasoning-delta', text })
  }

  /** The reasoning so far is whole, and this goes back with it. */
  sealReasoning(data: Record<string, unknown>): void {
    this.#events.push({ type: 'reasoning-delta', text: '', ...this.#asProviderData(data) })
  }

  /** A call that came whole. `isRunByProvider`: its result comes with the same answer. */
  call(call: {
    id: unknown
    name: unknown
    input: unknown
    providerData?: Record<string, unknown> | undefined
    isRunByProvider?: boolean
  }): string {
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
    const name = textIn(piece.name)
    let call = this.#calls.get(key)
    if (call !== undefined && name !== '' && isOther(call, piece)) {
      this.closeCall(key)
      call = undefined
    }
    if (call === undefined) {
      // A closed call gets nothing more; one with a name is the next of the same number.
      if (name === '' && this.#closedCalls.has(key)) return
      call = {
        id: '',
        name: '',
        input: '',
        end: new JsonEnd(),
        providerData: undefined,
        isRunByProvider: false,
        isBroken: false,
      }
      this.#calls.set(key, call)
    }
    call.id ||= nameIn(piece.id)
    call.name ||= name
    call.providerData ??= piece.providerData
    call.isRunByProvider ||= piece.isRunByProvider === true
    const given = objectIn(piece.arguments)
    if (given !== null) call.given = given
    const text = textIn(piece.arguments)
    call.input += text
    this.#countPending(text)
    if (call.isBroken) return
    const isEnd = call.end.push(text) >= 0
    // What is closed and no JSON does not become it by what follows.
    call.isBroken = isEnd && !isJson(call.input)
    if (call.name !== '' && (given !== null || (isEnd && !call.isBroken))) this.closeCall(key)
  }

  /** Arguments are told once they are whole; meanwhile their size is, now and then. */
  #countPending(text: string): void {
    this.#pendingChars += text.length
    if (this.#pendingChars < toldPendingChars) return
    this.#events.push({ type: 'pending', chars: this.#pendingChars })
    this.#pendingChars = 0
  }

  /** All of a call of which pieces may have come: it is given unless it was given before. */
  wholeCall(key: string, piece: CallPiece): void {
    if (this.#closedCalls.has(key)) return
    this.#calls.delete(key)
    this.callPiece(key, piece)
    this.closeCall(key)
  }

  /** Nothing more of this call comes. */
  closeCall(key: string): void {
    const call = this.#calls.get(key)
    if (call === undefined) return
    this.#calls.delete(key)
    this.#closedCalls.add(key)
    const { id, name, input, given, providerData, isRunByProvider } = call
    if (name === '') this.skip('a call without a name')
    else this.call({ id, name, input: given ?? parseInput(input), providerData, isRunByProvider })
  }

  /** What a tool gave that the provider ran itself. */
  result(toolCallId: string, output: unknown, isError = false): void {
    this.#events.push({
      type: 'tool-result',
      toolCallId,
      output: boundDepth(output ?? ''),
      ...(isError ? { isError } : {}),
    })
  }

  /** A file in the answer, as base64. */
  file(mediaType: unknown, base64: unknown): void {
    if (typeof base64 !== 'string' || base64 === '') return
    if (base64.length > longestFileChars) {
      this.skip('a file that is too large')
      return
    }
    this.#flushText()
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length === 0) return
    this.#events.push({ type: 'file', mediaType: textIn(mediaType) || 'application/octet-stream', bytes })
  }

  /** A picture by its address: the data itself, or a link, which is not followed. */
  image(url: unknown): void {
    const address = textIn(url)
    const data = /^data:([^;,]*)(?:;[^,]*)?;base64,/i.exec(address.slice(0, 200))
    if (data !== null) {
      this.file(data[1], address.slice(data[0].length))
      return
    }
    const link = URL.parse(address)
    if (link !== null && /^https?:$/.test(link.protocol))
      this.text(`\n\n[${link.hostname}](<${link.href}>)\n\n`)
    else if (address !== '') this.skip('an image without data')
  }

  /** Something that the answer is based on. */
  source(url: unknown, title?: unknown): void {
    const address = URL.parse(textIn(url))
    if (address === null || !/^https?:$/.test(address.protocol)) {
      this.skip('a source without an address on the web')
      return
    }
    const known = this.#sources.get(address.href)
    const name = textIn(title).replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed()
    if (known === undefined ? this.#sources.size >= mostSources : known.title !== undefined || name === '')
      return
    this.#sources.set(address.href, { url: address.href, ...(name === '' ? {} : { title: name }) })
    this.#hasNewSources = true
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
    const reason = reasonIn(raw)
    if (reason === '' || this.isOver) return
    const finish = finishOf(reason, this.#options.peer)
    if (this.#reason === null) {
      if (finish instanceof ParleyError) this.#failure = finish
      else this.#reason = finish
    } else if (this.#reason === 'end' && typeof finish === 'string') this.#reason = finish
  }

  /** The stream says that something went wrong. After the finish that is of no account. */
  fail(error: ParleyError | ProviderMessage): void {
    if (this.isFinished || this.isOver) this.skip('an error after the finish')
    else this.#failure = error instanceof ParleyError ? error : messageError(error, this.#options.peer)
  }

  /** The protocol's last word came. */
  over(): void {
    this.#isOver = true
  }

  skip(what: string): void {
    this.#options.onSkipped(what)
  }

  /** What was written since the last time. */
  take(): SourceEvent[] {
    if (this.#hasNewSources) {
      this.#hasNewSources = false
      this.#events.push({ type: 'sources', sources: [...this.#sources.values()] })
    }
    const events = this.#events
    this.#hasSaid ||= events.length > 0
    this.#events = []
    return this.#withModel(events)
  }

  /** The rest of an answer that is over: what was held back, what it cost, and the finish where it has one. */
  rest(): SourceEvent[] {
    const reason = this.#failure === null ? this.#reason : null
    this.#flushText()
    if (reason !== null) for (const key of this.#calls.keys()) this.closeCall(key)
    const counted: SourceEvent[] = isSome(this.#usage) ? [{ type: 'usage', usage: this.#usage }] : []
    const finish: SourceEvent[] = reason === null ? [] : [{ type: 'finish', reason }]
    return this.#withModel([...this.take(), ...counted, ...finish])
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

/** Some servers number every call 0 and tell them apart by their ids alone. */
function isOther(call: OpenCall, { id }: CallPiece): boolean {
  const name = nameIn(id)
  return call.name !== '' && call.id !== '' && name !== '' && name !== call.id
}

function idOf(id: unknown): string {
  const text = nameIn(id)
  return text === '' ? `call_${randomUUID()}` : text
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // More of it is to come.
  }
}

/** The word of a reason: a server may send a number, or an object around it. 0 and false are no reason. */
function reasonIn(raw: unknown): string {
  const word = objectIn(raw)?.['type'] ?? raw
  if (word === true || (typeof word === 'number' && word !== 0)) return String(word)
  return textIn(word).trim()
}

/** Arguments as the model wrote them: JSON when they are, else the text, so that nothing is lost. */
function parseInput(input: string): unknown {
  if (input.trim() === '') return {}
  try {
    return JSON.parse(input) as unknown
  } catch {
    return input
  }
}

/** No request is without tokens: counts that are all 0 were made up on the way. */
function isSome(usage: Usage | null): usage is Usage {
  return usage !== null && ((usage.inputTokens ?? 0) > 0 || (usage.outputTokens ?? 0) > 0)
}
