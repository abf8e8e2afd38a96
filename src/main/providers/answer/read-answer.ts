import type { ParleyError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { SourceEvent } from '../../run-source/run-source'
import { messageIn, noStreamError, type ProviderMessage } from '../http/provider-failure'
import type { Peer } from '../http/peer'
import { lastWordCame } from '../http/stream-body'
import type { AnswerReader } from './answer-reader'
import type { AnswerWriter } from './answer-writer'
import { isErrorText, isSignOfLife } from './error-in'
import { objectIn, objectsIn } from './foreign'
import { type Payload, PayloadReader } from './payloads'
import { unreadableError } from './stream-error'

/** How long a server may be silent after the finish of its answer before the stream is over. */
const trailSilenceMs = {
  /** Nothing is missing. */
  counted: 1_000,
  /** What the answer cost may still come. */
  uncounted: 2_000,
  /** It went on after a finish before. */
  wentOn: 5_000,
}
/** How long it may take after the last of the answer in all, whatever else comes. */
const trailMs = 5_000

export interface ReadAnswerOptions {
  peer: Peer
  clock: Clock
  /** Whether the connection was lost, once the body has ended. */
  isLost?: () => boolean
}

/**
 * Reads a body to the end of its answer, and gives its events as they come. It is over with the protocol's last word,
 * with the end of the body, or, once the answer is finished, when nothing more follows: a server may leave its socket
 * open. The body is let go on every path.
 * @throws ParleyError PROVIDER_PROTOCOL the body is no answer, or a part of it cannot be read
 */
export async function* readAnswer(
  response: Response,
  reader: AnswerReader,
  writer: AnswerWriter,
  options: ReadAnswerOptions,
): AsyncGenerator<SourceEvent, void, undefined> {
  if (response.body === null) return
  const payloads = new PayloadReader(/text\/event-stream/i.test(response.headers.get('content-type') ?? ''))
  const body = new TimedBody(response.body, options.clock)
  let last: unknown
  try {
    while (!writer.isOver && (reader.continuation?.() ?? null) === null) {
      const bytes = await body.read()
      const found = bytes === null ? payloads.end() : payloads.push(bytes)
      for (const payload of found) {
        take(payload, { reader, writer, response, ...options })
        if (payload.type === 'json') last = payload.value
        if (writer.isOver) break
      }
      if (bytes === null && payloads.isPlainJson) {
        const isWhole = payloads.isOneObject && options.isLost?.() !== true
        if (isWhole) reader.wholeEnd?.()
        const isNone = !writer.isFinished && !writer.hasSaid && !payloads.isCutOff
        if (isNone) writer.fail(refusalIn(last, response, options.peer))
      }
      const events = writer.take()
      if (bytes !== null) body.expect(stateOf(writer, events))
      // Delegated to, a list would be awaited piece by piece.
      for (const event of events) yield event
      if (bytes === null) return
    }
    body.close(lastWordCame)
  } finally {
    body.close(undefined)
  }
}

/** What may still come of this answer. */
interface Expectation {
  isFinished: boolean
  /** Some of the answer came just now. */
  hasMore: boolean
  silenceMs: number
}

function stateOf(writer: AnswerWriter, events: readonly SourceEvent[]): Expectation {
  const { isFinished, wentOn, hasUsage } = writer
  const { counted, uncounted, wentOn: goingOn } = trailSilenceMs
  const hasMore = !isFinished || events.some(({ type }) => type !== 'usage' && type !== 'sources')
  return { isFinished, hasMore, silenceMs: wentOn ? goingOn : hasUsage ? counted : uncounted }
}

/** What a body of JSON says that is no answer. */
function refusalIn(value: unknown, { status }: Response, peer: Peer): ProviderMessage | ParleyError {
  return messageIn(value) ?? noStreamError(peer, status, false)
}

interface Taking extends ReadAnswerOptions {
  reader: AnswerReader
  writer: AnswerWriter
  response: Response
}

function take(payload: Payload, { reader, writer, response, peer }: Taking): void {
  switch (payload.type) {
    case 'json':
      takeJson(payload.value, payload.name, reader, writer)
      return
    case 'word':
      if (/^\[done\]$/i.test(payload.text)) {
        reader.done?.()
        writer.over()
      } else if (isErrorText(payload.text)) {
        writer.fail({ text: payload.text, codes: [], retryAfterMs: null })
      } else skipWord(payload.text, writer)
      return
    case 'broken':
      if (writer.isFinished) writer.skip('broken data after the finish')
      else writer.fail(unreadableError(peer))
      return
    case 'page':
    case 'other':
      writer.fail(noStreamError(peer, response.status, payload.type === 'page'))
      return
    default:
      payload satisfies never
  }
}

/** One event, or a list of them, as some gateways send even a single one. */
function takeJson(value: unknown, name: string, reader: AnswerReader, writer: AnswerWriter): void {
  const event = objectIn(value)
  if (event !== null) {
    reader.read(event, name)
    return
  }
  const listed = objectsIn(value)
  if (listed.length === 0) writer.skip('an event that is no object')
  for (const one of listed) if (!writer.isOver) reader.read(one, name)
}

function skipWord(text: string, writer: AnswerWriter): void {
  const isLife = isSignOfLife({ type: text })
  writer[isLife ? 'skip' : 'skipUnclear']('data that is no JSON')
}

/** Turns of the event loop in which bytes that are already here reach a reader who was busy. */
const graceTurns = 3

/** A body that ends by itself some time after the answer is finished. */
class TimedBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #clock: Clock
  #trailEndsAt: number | null = null
  #late: { fired: Promise<null>; isFired: boolean; cancel: () => void } | null = null
  #isClosed = false

  constructor(body: ReadableStream<Uint8Array>, clock: Clock) {
    this.#reader = body.getReader()
    this.#clock = clock
  }

  /** Once the answer is finished, what comes next has to come soon. Counts from the last bytes, however late it is read. */
  expect({ isFinished, hasMore, silenceMs }: Expectation): void {
    this.#late?.cancel()
    this.#late = null
    if (hasMore) this.#trailEndsAt = null
    if (!isFinished) return
    const now = this.#clock.monotonic()
    this.#trailEndsAt ??= now + trailMs
    const { promise: fired, resolve } = Promise.withResolvers<null>()
    const waitMs = Math.max(0, Math.min(silenceMs, this.#trailEndsAt - now))
    const cancel = this.#clock.after(waitMs, () => {
      late.isFired = true
      resolve(null)
    })
    const late = { fired, isFired: false, cancel }
    this.#late = late
  }

  /** The next bytes; null at the end of the body, or when what may follow the finish does not come in time. */
  async read(): Promise<Uint8Array | null> {
    const next = this.#reader.read().then(({ value }) => value ?? null)
    if (this.#late === null) return next
    // Given up, it ends with the body.
    next.catch(() => {})
    return Promise.race([next, this.#late.isFired ? someTurns() : this.#late.fired])
  }

  close(reason: unknown): void {
    this.#late?.cancel()
    if (this.#isClosed) return
    this.#isClosed = true
    // It fails only for a body that has failed, which its reader has heard.
    this.#reader.cancel(reason).catch(() => {})
  }
}

async function someTurns(): Promise<null> {
  for (let turn = 0; turn < graceTurns; turn++) await new Promise((resolve) => setImmediate(resolve))
  return null
}
