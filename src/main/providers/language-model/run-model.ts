import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'

import type { ParleyError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { RunContext, RunRequest, SourceEvent } from '../../base/run-source'
import type { Peer } from '../http/peer'
import type { LastEvent } from '../http/last-event'
import { requireEventStream } from '../http/provider-failure'
import { createUpstreamFetch } from '../http/upstream-fetch'
import { type MessageFiles, readMessageFiles } from '../../base/message-files'
import { toPrompt } from './prompt'
import { StreamEvents } from './stream-events'
import { toProviderError, unfinishedError } from './stream-error'

/** Makes the model that speaks the protocol. `fetch` carries all that it sends. */
export type ModelFactory = (options: {
  baseUrl: string
  apiKey: string | null
  modelId: string
  fetch: typeof globalThis.fetch
}) => LanguageModelV4

/** How one family speaks. */
export interface ModelProtocol {
  /** The protocol's library, loaded when the first request needs it. */
  loadModelFactory(): Promise<ModelFactory>
  /** How its stream says that it is over. */
  lastEvent: LastEvent
  /**
   * The name under which its library gives and takes what goes back with reasoning and calls; absent where nothing
   * does.
   */
  providerDataKey?: string
  /** Answers may begin with `<think>`: open models behind a server that does not take it out. */
  hasThinkTags: boolean
  /** The name of the model in a chunk as it came; absent where the library tells it. */
  modelOfRaw?: (chunk: unknown) => string | undefined
  /** What a request of this family has besides what all have; what is absent stays as it is. */
  callOptions?(request: RunRequest): Partial<LanguageModelV4CallOptions>
  /** The prompt with what this family wants to have said on its messages. */
  preparePrompt?(prompt: LanguageModelV4Prompt, request: RunRequest): LanguageModelV4Prompt
  /** What went wrong, where a finish is a failure in this family's words; null where it is an end. */
  finishFailure?(finish: FinishPart, peer: Peer): ParleyError | null
}

export type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

/** Where one family's requests go. */
export interface ModelEndpoint {
  peer: Peer
  baseUrl: string
  apiKey: string | null
  clock: Clock
  /** How long an answer may take to begin; 0 is for ever, which a model that is loading may need. */
  headersTimeoutMs: number
}

/**
 * One answer of a model, in whatever protocol: one attempt, one connection. What came before a failure has been yielded.
 * @throws ParleyError PROVIDER_*, never once the run's signal has aborted
 */
export async function* runModel(
  protocol: ModelProtocol,
  endpoint: ModelEndpoint,
  request: RunRequest,
  context: RunContext,
): AsyncGenerator<SourceEvent, void, undefined> {
  const { peer } = endpoint
  const { signal } = context
  if (signal.aborted) return
  // One of its own for each request: it ends the request also when the reader leaves the loop.
  const controller = new AbortController()
  const stop = () => controller.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const { hasThinkTags, providerDataKey = null, modelOfRaw } = protocol
  const events = new StreamEvents({
    hasThinkTags,
    providerDataKey,
    modelOfRaw,
    askedModelId: request.modelId,
  })
  let lost: ParleyError | null = null
  let isStreaming = false
  let isDone = false
  try {
    const createModel = await protocol.loadModelFactory()
    const upstreamFetch = createUpstreamFetch({
      peer,
      clock: endpoint.clock,
      headersTimeoutMs: endpoint.headersTimeoutMs,
      lastEvent: protocol.lastEvent,
      onLastEvent: () => {
        isDone = true
      },
      onOpened: () => context.onUpstreamOpened(),
      onClosed: () => context.onUpstreamClosed(),
      onLost: (error) => {
        lost = error
      },
    })
    const model = createModel({
      baseUrl: endpoint.baseUrl,
      apiKey: endpoint.apiKey,
      modelId: request.modelId,
      fetch: async (input, init) =>
        requireEventStream(await upstreamFetch(input, init), peer, endpoint.clock),
    })
    const files = await readMessageFiles(request)
    // Reading them took a while, in which nobody was asked.
    if (signal.aborted) return
    const { stream } = await model.doStream({
      ...callOptions(protocol, { ...request, files }, controller.signal),
      ...protocol.callOptions?.(request),
    })
    isStreaming = true
    const reader = stream.getReader()
    let isFinished = false
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (value.type === 'error') {
        if (!isDone || !isUnnamedEnd(value.error)) throw value.error
        isFinished = true
        continue
      }
      const failure = value.type === 'finish' ? (protocol.finishFailure?.(value, peer) ?? null) : null
      if (failure !== null) {
        yield* events.of(value).filter(({ type }) => type !== 'finish')
        throw failure
      }
      if (!isFinished && isBroken(value)) break
      if (value.type === 'finish') isFinished = true
      // Delegated to, a list would be awaited piece by piece.
      for (const event of events.of(value)) yield event
    }
    if (!isFinished) throw unfinishedError(peer)
  } catch (error) {
    if (signal.aborted) return
    yield* events.rest()
    // A refusal says more than that its body broke off.
    throw (isStreaming ? lost : null) ?? toProviderError(error, peer)
  } finally {
    signal.removeEventListener('abort', stop)
    controller.abort()
  }
}

function isBroken(part: LanguageModelV4StreamPart): boolean {
  if (part.type !== 'finish') return false
  return part.finishReason.unified === 'interrupted' || part.finishReason.unified === 'error'
}

/** The adapter's complaint about a server that named no finish reason. With a `[DONE]` the answer is whole all the same. */
function isUnnamedEnd(error: unknown): boolean {
  return error instanceof Error && error.name === 'AI_InvalidResponseDataError'
}

function callOptions(
  protocol: ModelProtocol,
  request: RunRequest & { files: MessageFiles },
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  const prompt = toPrompt(request, protocol.providerDataKey)
  const { temperature, topP, maxOutputTokens, seed } = request.params
  return {
    prompt: protocol.preparePrompt?.(prompt, request) ?? prompt,
    abortSignal,
    ...(protocol.modelOfRaw === undefined ? {} : { includeRawChunks: true }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(seed === undefined ? {} : { seed }),
  }
}
