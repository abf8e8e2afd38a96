import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'

import type { ParleyError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import { type MessageFiles, readMessageFiles } from '../../run-source/message-files'
import type { RunContext, RunRequest, SourceEvent } from '../../run-source/run-source'
import type { AnswerReader } from '../answer/answer-reader'
import { AnswerWriter } from '../answer/answer-writer'
import type { Foreign } from '../answer/foreign'
import { readAnswer } from '../answer/read-answer'
import { toProviderError, unfinishedError } from '../answer/stream-error'
import type { Peer } from '../http/peer'
import { failureOf } from '../http/provider-failure'
import { createUpstreamFetch } from '../http/upstream-fetch'
import { toPrompt } from './prompt'
import { type ModelFactory, writeRequest } from './written-request'

/** How to speak one family's protocol. */
export interface ModelProtocol {
  /** The library that writes the requests, loaded with the first one. */
  loadModelFactory(): Promise<ModelFactory>
  /** Creates a reader for one answer stream. */
  createReader(writer: AnswerWriter, peer: Peer): AnswerReader
  /**
   * The key under which the library takes data that is sent back with reasoning and calls; absent when there is none.
   */
  providerDataKey?: string
  /**
   * Where images that tools returned go: into the result, or into a user message after it, which only models get that
   * are known to accept images. Absent: the server accepts neither, and the model gets their names.
   */
  resultImages?: 'inside' | 'after'
  /** Whether sounds that tools returned may follow in a user message. */
  takesResultAudio?: true
  /** Whether answers may begin with `<think>`: open models behind a server that does not parse it. */
  hasThinkTags: boolean
  /** The family's own request options, added to the common ones; its `tools` join those of the request. */
  callOptions?(request: RunRequest): Partial<LanguageModelV4CallOptions>
  /** Fields of every tool definition. */
  toolFields?: Pick<LanguageModelV4FunctionTool, 'strict'>
  /** Adjusts the prompt, for example with cache breakpoints. */
  preparePrompt?(prompt: LanguageModelV4Prompt, request: RunRequest): LanguageModelV4Prompt
}

/** The address of one family's requests. */
export interface ModelEndpoint {
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
 * One answer of a model, in any protocol. Events that arrived before a failure have been yielded.
 * @throws ParleyError PROVIDER_*, never once the run's signal has aborted
 */
export async function* runModel(
  protocol: ModelProtocol,
  endpoint: ModelEndpoint,
  request: RunRequest,
  context: RunContext,
): AsyncGenerator<SourceEvent, void, undefined> {
  const refusal = yield* unlessRefused(protocol, endpoint, request, context)
  if (refusal !== null) throw refusal
}

/**
 * The same, but returns the error of a request that the provider has refused as a whole, so that nothing of an answer
 * arrived; otherwise null. A request that is refused with files of tools is sent once more without them: nobody chose
 * these files, and they would be refused in every later request of the chat, too.
 */
export async function* unlessRefused(
  protocol: ModelProtocol,
  endpoint: ModelEndpoint,
  request: RunRequest,
  context: RunContext,
): AsyncGenerator<SourceEvent, ParleyError | null, undefined> {
  const refusal = yield* attempt(protocol, endpoint, request, context)
  if (refusal === null || !mayHaveResultFiles(protocol, request)) return refusal
  const { resultImages: _images, takesResultAudio: _audio, ...withoutFiles } = protocol
  return yield* attempt(withoutFiles, endpoint, request, context)
}

function mayHaveResultFiles(protocol: ModelProtocol, request: RunRequest): boolean {
  if (resultImagesFor(protocol, request) === 'name' && protocol.takesResultAudio !== true) return false
  return request.messages.some(({ role, parts }) =>
    parts.some((part) => role === 'assistant' && part.type === 'attachment' && part.toolCallId !== undefined),
  )
}

/** One attempt on one connection. Returns the error if its first request is refused, otherwise null. */
async function* attempt(
  protocol: ModelProtocol,
  endpoint: ModelEndpoint,
  request: RunRequest,
  context: RunContext,
): AsyncGenerator<SourceEvent, ParleyError | null, undefined> {
  const { peer, clock, baseUrl, apiKey, headersTimeoutMs } = endpoint
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
    onSkipped: oncePerKind(endpoint.onSkipped),
  })
  let lost: ParleyError | null = null
  const upstreamFetch = createUpstreamFetch({
    peer,
    clock,
    headersTimeoutMs,
    onOpened: () => context.onUpstreamOpened(),
    onClosed: () => context.onUpstreamClosed(),
    onLost: (error) => {
      lost = error
    },
  })
  try {
    const createModel = await protocol.loadModelFactory()
    const files = await readMessageFiles({
      ...request,
      resultImages: resultImagesFor(protocol, request),
      resultAudio: protocol.takesResultAudio === true,
    })
    const written = await writeRequest(
      createModel,
      { baseUrl, apiKey, modelId: request.modelId },
      callOptions(protocol, { ...request, files }),
    )
    let body: string | null = written.body
    for (let count = 0; body !== null && count < mostRequests; count++) {
      // The run may have been stopped during the preparation.
      if (signal.aborted) return null
      const response = await upstreamFetch(written.url, {
        method: 'POST',
        headers: written.headers,
        body,
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
      body = continued === null ? null : JSON.stringify(continued(JSON.parse(body) as Foreign))
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

function callOptions(
  protocol: ModelProtocol,
  request: RunRequest & { files: MessageFiles },
): LanguageModelV4CallOptions {
  const { providerDataKey, resultImages } = protocol
  const prompt = toPrompt(request, { providerDataKey, resultImages })
  const { temperature, topP, maxOutputTokens, seed } = request.params
  const own = protocol.callOptions?.(request) ?? {}
  const tools = [...functionTools(protocol, request), ...(own.tools ?? [])]
  return {
    prompt: protocol.preparePrompt?.(prompt, request) ?? prompt,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...own,
    ...(tools.length === 0 ? {} : { tools }),
  }
}

function resultImagesFor({ resultImages }: ModelProtocol, { takesImages }: RunRequest): 'read' | 'name' {
  if (resultImages === undefined || takesImages === false) return 'name'
  return resultImages === 'inside' || takesImages === true ? 'read' : 'name'
}

function functionTools(
  { toolFields }: ModelProtocol,
  { tools = [] }: RunRequest,
): LanguageModelV4FunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    inputSchema,
    ...toolFields,
  }))
}
