import type { ParleyError } from '../../../shared/errors'
import { wellFormedJson } from '../../../shared/text/well-formed-json'
import type { Clock } from '../../base/clock'
import { readMessageFiles } from '../../run-source/message-files'
import type { RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import { AnswerWriter } from '../answer/answer-writer'
import type { Foreign } from '../answer/foreign'
import { readAnswer } from '../answer/read-answer'
import { toProviderError, unfinishedError } from '../answer/stream-error'
import type { Peer } from '../http/peer'
import { failureOf } from '../http/provider-failure'
import { createUpstreamFetch } from '../http/upstream-fetch'
import { toConversation } from './conversation'
import { type AskedRequest, lesserRequest, resultImagesFor, triesFor } from './lesser-request'
import type { ModelProtocol } from './model-protocol'

/** The address of one family's requests. */
export interface ModelEndpoint {
  providerId: string
  peer: Peer
  baseUrl: string
  apiKey: string | null
  clock: Clock
  /** How long an answer may take to start; 0 means no limit, which a model that is loading may need. */
  headersTimeoutMs: number
  /** Called once for each kind of thing in an answer that was not understood and was skipped. */
  onSkipped: (what: string) => void
}

/** The most requests that one answer may take. */
const mostRequests = 20

/**
 * One answer of a model, in any protocol. Events that arrived before a failure have been yielded. A request that the
 * provider refuses as a whole is sent again without what it can do without.
 * @throws ParleyError PROVIDER_*, never once the run's signal has aborted
 */
export async function* runModel(
  protocol: ModelProtocol,
  endpoint: ModelEndpoint,
  request: RunRequest,
  context: RunContext,
): AsyncGenerator<SourceEvent, void, undefined> {
  let asked: AskedRequest = { protocol, request }
  for (let left = triesFor(request); ; left -= 1) {
    const refusal = yield* attempt(asked, endpoint, context)
    if (refusal === null) return
    const lesser = left === 1 ? null : lesserRequest(asked, refusal, { isLast: left === 2 })
    if (lesser === null) throw refusal
    asked = lesser
  }
}

/** One attempt on one connection. Returns the error if its first request is refused, otherwise null. */
async function* attempt(
  { protocol, request }: AskedRequest,
  endpoint: ModelEndpoint,
  context: RunContext,
): AsyncGenerator<SourceEvent, ParleyError | null, undefined> {
  const { providerId, peer, clock, baseUrl, apiKey, headersTimeoutMs } = endpoint
  const { signal } = context
  if (signal.aborted) return null
  // A separate controller, so that the request also ends when the reader leaves the loop.
  const controller = new AbortController()
  const stop = () => controller.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const writer = new AnswerWriter({
    peer,
    hasThinkTags: protocol.hasThinkTags,
    providerDataKey: protocol.providerDataKey ?? null,
    askedModelId: request.modelId,
    toolNames: request.tools?.map(({ name }) => name) ?? [],
    onSkipped: oncePerKind(endpoint.onSkipped),
  })
  let lost: ParleyError | null = null
  const upstreamFetch = createUpstreamFetch({
    peer,
    clock,
    headersTimeoutMs,
    onOpened: () => context.onUpstreamOpened(),
    onClosed: () => context.onUpstreamClosed(),
    onAlive: () => context.onUpstreamAlive?.(),
    onLost: (error) => {
      lost = error
    },
  })
  try {
    const files = await readMessageFiles({
      ...request,
      resultImages: resultImagesFor(protocol, request),
      resultAudio: protocol.takesResultAudio === true,
    })
    const { providerDataKey, resultImages } = protocol
    const conversation = toConversation({ ...request, files }, { providerDataKey, providerId, resultImages })
    const written = protocol.writeRequest({ ...request, conversation }, apiKey)
    let body: Foreign | null = written.body
    for (let count = 0; body !== null && count < mostRequests; count++) {
      // The run may have been stopped during the preparation.
      if (signal.aborted) return null
      const response = await upstreamFetch(`${baseUrl}${written.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...written.headers },
        body: wellFormedJson(body),
        signal: controller.signal,
      })
      if (!response.ok) {
        const refusal = await failureOf(response, peer, clock)
        // A later request continues an answer that has begun, which must not begin again.
        if (response.status === 400 && count === 0 && !signal.aborted) return refusal
        throw refusal
      }
      const reader = protocol.createReader(writer, peer)
      const reading = { peer, clock, isLost: () => lost !== null }
      // `yield*` would await the list item by item.
      for await (const event of readAnswer(response, reader, writer, reading)) yield event
      const continued = writer.isOver ? null : (reader.continuation?.() ?? null)
      body = continued?.(body) ?? null
      if (body !== null) writer.startNextRequest()
    }
    if (body !== null) writer.finish('max_tool_calls')
    for (const event of writer.rest()) yield event
    const failure = writer.failure ?? (writer.isFinished ? null : (lost ?? unfinishedError(peer)))
    if (failure !== null) throw failure
    return null
  } catch (error) {
    if (signal.aborted) return null
    const failure = toProviderError(error, peer)
    if (failure !== writer.failure) for (const event of writer.rest()) yield event
    throw failure
  } finally {
    signal.removeEventListener('abort', stop)
    controller.abort()
  }
}

/** Every event of a stream may have the same oddity. */
function oncePerKind(tell: (what: string) => void): (what: string) => void {
  const told = new Set<string>()
  return (what) => {
    if (told.size >= 20 || told.has(what)) return
    told.add(what)
    tell(what)
  }
}
