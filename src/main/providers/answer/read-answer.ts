import type { ParleyError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { SourceEvent } from '../../run-source/run-source'
import { messageIn, noStreamError, type ProviderMessage } from '../http/provider-failure'
import type { Peer } from '../http/peer'
import { answerEnded } from '../http/stream-body'
import type { AnswerWriter } from './answer-writer'
import { isErrorText, isKeepAlive, unreadableError } from './error-in'
import { type Foreign, objectIn, objectsIn } from './foreign'
import { type Payload, PayloadReader } from './payloads'

/** Parses one family's stream into an `AnswerWriter`, and skips what it does not know. */
export interface AnswerReader {
  /** Reads one event, or a whole answer in place of a stream. `name` is the event's name, or empty. */
  read(event: Foreign, name: string): void
  /** Handles `[DONE]`, which ends the streams of some families. */
  done?(): void
  /** Called when a body of plain JSON has ended. */
  jsonEnd?(): void
  /**
   * How to request the rest of an answer that takes several requests: makes the body of the next one from the body of
   * this one. Null when this was all.
   */
  continuation?(): ((body: Foreign) => Foreign) | null
}

/** How long a server may be silent after the finish before the stream is treated as ended. */
const trailSilenceMs = {
  /** Nothing is missing. */
  counted: 1_000,
  /** The usage may still arrive. */
  uncounted: 2_000,
  /** Content followed a finish before. */
  resumed: 5_000,
}
/** How long reading may continue after the last content in total, whatever else arrives. */
const trailMs = 5_000

export interface ReadAnswerOptions {
  peer: Peer
  clock: Clock
  /** True if the connection was lost; valid once the body has ended. */
  isLost?: () => boolean
}

/**
 * Reads a body to the end of its answer and yields its events as they arrive. Ends at the protocol's end, at the end of
 * the body, or when nothing follows the finish, since a server may keep its socket open. The body is released on every
 * path.
 * @throws ParleyError PROVIDER_PROTOCOL the body is not an answer, or part of it cannot be read
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
        if (isWhole) reader.jsonEnd?.()
        const isNone = !writer.isFinished && !writer.hasContent && !payloads.isCutOff
        if (isNone) writer.fail(refusalIn(last, response, options.peer))
      }
      const events = writer.take()
      if (bytes !== null) body.expect(stateOf(writer, events))
      // `yield*` would await the list item by item.
      for (const event of events) yield event
      if (bytes === null) return
    }
    body.close(answerEnded)
  } finally {
    body.close(undefined)
  }
}

/** The data that may still arrive for this answer. */
interface Expectation {
  isFinished: boolean
  /** Content has just arrived. */
  hasMore: boolean
  silenceMs: number
}

function stateOf(writer: AnswerWriter, events: readonly SourceEvent[]): Expectation {
  const { isFinished, hasResumed, hasUsage } = writer
  const { counted, uncounted, resumed } = trailSilenceMs
  const hasMore = !isFinished || events.some(({ type }) => type !== 'usage' && type !== 'sources')
  return { isFinished, hasMore, silenceMs: hasResumed ? resumed : hasUsage ? counted : uncounted }
}

/** The error in a JSON body that is not an answer. */
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

/** One event, or a list of events: some gateways wrap even a single one. */
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
  const isLife = isKeepAlive({ type: text })
  writer[isLife ? 'skip' : 'skipUnclear']('data that is no JSON')
}

/** Event-loop turns in which bytes that have arrived reach a reader that was busy. */
const graceTurns = 3

/** A body that ends on its own some time after the answer has finished. */
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

  /**
   * After a finish, the next bytes must arrive soon. Counts from the arrival of the last bytes, not from when they are
   * read.
   */
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

  /** The next bytes; null at the end of the body, or when nothing follows the finish in time. */
  async read(): Promise<Uint8Array | null> {
    const next = this.#reader.read().then(({ value }) => value ?? null)
    if (this.#late === null) return next
    // An abandoned read ends with the body.
    next.catch(() => {})
    return Promise.race([next, this.#late.isFired ? someTurns() : this.#late.fired])
  }

  close(reason: unknown): void {
    this.#late?.cancel()
    if (this.#isClosed) return
    this.#isClosed = true
    // Rejects only for a body that has failed, and its reader has seen that error.
    this.#reader.cancel(reason).catch(() => {})
  }
}

async function someTurns(): Promise<null> {
  for (let turn = 0; turn < graceTurns; turn++) await new Promise((resolve) => setImmediate(resolve))
  return null
}
