import type { ParleyError } from '../../../shared/errors'
import { wellFormedJson } from '../../../shared/text/well-formed-json'
import type { Clock } from '../../base/clock'
import { readMessageFiles } from '../../run-source/message-files'
import type { RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import { agentNotice } from '../../../shared/runs/agent-notice'
import { type AnswerReader, readAnswer } from '../answer/read-answer'
import { AnswerWriter } from '../answer/answer-writer'
import type { Foreign } from '../answer/foreign'
import { toProviderError, unfinishedError } from '../answer/error-in'
import { type Peer, urlUnder } from '../http/peer'
import { failureOf } from '../http/provider-failure'
import { createUpstreamFetch } from '../http/upstream-fetch'
import { toConversation, withoutSystem } from './conversation'
import {
  type AskedRequest,
  isLasting,
  lesserRequest,
  nextRefused,
  type RefusalMemory,
  refusedNotices,
  resultImagesFor,
} from './lesser-request'
import { withLimit } from './length-limit'
import { estimatedPrompt } from './estimated-prompt'
import type { ModelProtocol, WrittenRequest } from './model-protocol'
import { changed } from './refused-fields'

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
  /** Earlier refusals of the server. */
  refusals: RefusalMemory
  /** Answers in place of the server; absent: the server answers. */
  fetch?: typeof globalThis.fetch
}

/** The most requests for one answer if the provider refuses them as a whole. */
const mostTries = 10

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
  const { baseUrl, refusals } = endpoint
  let asked: AskedRequest = { protocol, request, refused: refusals.of(baseUrl, request.modelId) }
  for (let tries = 1; ; tries += 1) {
    const refusal = yield* attempt(asked, endpoint, context)
    if (refusal === null) return
    const next = tries === mostTries ? null : nextRefused(asked, refusal.error, refusal.body)
    if (next === null) throw refusal.error
    asked = { ...asked, refused: [...asked.refused, ...next] }
  }
}

/** One attempt on one connection. Returns the refusal if nothing of an answer arrived, otherwise null. */
async function* attempt(
  asked: AskedRequest,
  endpoint: ModelEndpoint,
  context: RunContext,
): AsyncGenerator<SourceEvent, { error: ParleyError; body: Foreign } | null, undefined> {
  const { protocol, request } = lesserRequest(asked)
  const { peer, clock, baseUrl, headersTimeoutMs } = endpoint
  const { signal } = context
  if (signal.aborted) return null
  /** Ends the request when the reader leaves the loop. */
  const left = new AbortController()
  const ending = AbortSignal.any([signal, left.signal])
  const writer = new AnswerWriter({
    peer,
    hasThinkTags: protocol.hasThinkTags,
    providerDataKey: protocol.providerDataKey ?? null,
    askedModelId: request.modelId,
    toolNames: request.tools?.map(({ name }) => name) ?? [],
    onSkipped: oncePerKind(endpoint.onSkipped),
  })
  let lost: ParleyError | null = null
  const upstreamFetch =
    endpoint.fetch ??
    createUpstreamFetch({
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
    const written = await writtenRequest(asked, endpoint)
    const first = written.body
    let body: Foreign | null = first
    let reader: AnswerReader | null = null
    for (let count = 0; body !== null && count < mostRequests; count++) {
      // The run may have been stopped during the preparation.
      if (signal.aborted) return null
      const response = await upstreamFetch(urlUnder(baseUrl, written.path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...written.headers },
        body: wellFormedJson(body),
        signal: ending,
      })
      if (!response.ok) {
        const error = await failureOf(response, peer, clock)
        // A later request continues an answer that has begun, which must not begin again.
        if (count === 0 && !signal.aborted) return { error, body }
        throw error
      }
      const accepted = body
      writer.used.accepted(() => estimatedPrompt(accepted))
      if (count === 0) {
        endpoint.refusals.remember(baseUrl, request.modelId, asked.refused.filter(isLasting))
        yield* refusedNotices(asked.refused, asked.request)
      }
      reader = protocol.createReader(writer, peer)
      const reading = { peer, clock, isLost: () => lost !== null }
      // `yield*` would await the list item by item.
      for await (const event of readAnswer(response, reader, writer, reading)) yield event
      if (writer.failure === null) writer.ended()
      const continued = writer.isOver ? null : (reader.continuation?.() ?? null)
      body = continued?.(body) ?? null
      if (body !== null) writer.used.startNextRequest()
    }
    if (body !== null) writer.finish('max_tool_calls')
    const rest = withLimit(writer.rest(), { request, body: first, refused: asked.refused })
    if (reader !== null && writer.isFinished) {
      const { modelId } = request
      const promptTokens = rest.findLast((event) => event.type === 'usage')?.usage.inputTokens
      const promptTokensBefore = promptBefore(request)
      const ended = { baseUrl, peer, clock, modelId, body: first, reader, signal, promptTokensBefore }
      const notice =
        promptTokens === undefined ? null : await protocol.noticeAfter?.({ ...ended, promptTokens })
      if (notice) yield agentNotice(notice)
    }
    for (const event of rest) yield event
    const failure = writer.failure ?? (writer.isFinished ? null : (lost ?? unfinishedError(peer)))
    if (failure === null) return null
    if (!writer.hasContent && !signal.aborted) return { error: failure, body: first }
    throw failure
  } catch (error) {
    if (signal.aborted) {
      const counted = writer.used.event({ isCutOff: true })
      if (counted !== null) yield counted
      return null
    }
    const failure = toProviderError(error, peer)
    if (failure !== writer.failure) for (const event of writer.rest()) yield event
    throw failure
  } finally {
    left.abort()
  }
}

/** The request as it is sent to this server, without what it has refused before. */
export function writeRequest(
  protocol: ModelProtocol,
  endpoint: ModelEndpoint,
  request: RunRequest,
): Promise<WrittenRequest> {
  const refused = endpoint.refusals.of(endpoint.baseUrl, request.modelId)
  return writtenRequest({ protocol, request, refused }, endpoint)
}

async function writtenRequest(
  asked: AskedRequest,
  { providerId, baseUrl, apiKey }: ModelEndpoint,
): Promise<WrittenRequest> {
  const { protocol, request } = lesserRequest(asked)
  const files = await readMessageFiles({
    ...request,
    resultImages: resultImagesFor(protocol, request),
    resultAudio: protocol.takesResultAudio === true,
  })
  const { providerDataKey, keepsReasoningApart, resultImages } = protocol
  const turnOptions = { providerDataKey, providerId, keepsReasoningApart, resultImages }
  const given = toConversation({ ...request, files }, turnOptions)
  const isSystemRefused = asked.refused.some(({ type }) => type === 'system-role')
  const conversation = isSystemRefused ? withoutSystem(given) : given
  const written = protocol.writeRequest({ ...request, conversation }, { baseUrl, apiKey })
  const body = asked.refused.reduce(
    (before, each) => (each.type === 'field' ? changed(before, each.change) : before),
    written.body,
  )
  return { ...written, body }
}

/** The prompt tokens of the answer before, if this request repeats all of its prompt. */
function promptBefore({ messages, covered = [] }: RunRequest): number | undefined {
  const last = messages.findLast(({ role }) => role === 'assistant')
  // Counts of several steps are added up.
  const isOneStep = last?.parts.every(({ type }) => type !== 'tool-call') === true
  return isOneStep && covered.length === 0 ? last?.usage?.inputTokens : undefined
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
