import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'

import { assertNever } from '../../../shared/invariant'
import type { RemoteProviderKind } from '../../../shared/models/models'
import { traitsOf } from '../anthropic/anthropic-models'
import { isThinking, showsThoughts } from '../google/google-models'
import type { Question } from '../language-model/model-protocol'
import type { FileContent, SaidContent, Turn } from '../language-model/turns'
import { isReasoning } from '../openai/response-request'

/** The body that the family's package for the AI SDK would send for this question. */
export async function writtenByPackage(kind: RemoteProviderKind, question: Question): Promise<object> {
  const bodies: string[] = []
  const note: typeof globalThis.fetch = (_url, init) => {
    if (typeof init?.body === 'string') bodies.push(init.body)
    return Promise.reject(new Error('nothing is sent'))
  }
  try {
    await modelOf(kind, question.modelId, note).doStream(optionsOf(kind, question))
  } catch (error) {
    // Fails because nothing is sent.
    if (bodies.length === 0) throw error
  }
  return JSON.parse(bodies[0] ?? '{}') as object
}

function modelOf(kind: RemoteProviderKind, modelId: string, fetch: typeof globalThis.fetch): LanguageModelV4 {
  const options = { baseURL: 'https://api.example/v1', apiKey: 'key', fetch }
  switch (kind) {
    case 'anthropic':
      return createAnthropic(options).messages(modelId)
    case 'google':
      return createGoogleGenerativeAI(options)(modelId)
    case 'openai':
      return createOpenAI(options).responses(modelId)
    case 'openai-compatible':
      return createOpenAICompatible({ ...options, name: 'parley', includeUsage: true }).chatModel(modelId)
    default:
      return assertNever(kind)
  }
}

function optionsOf(kind: RemoteProviderKind, question: Question): LanguageModelV4CallOptions {
  const { modelId, params, tools = [] } = question
  const { temperature, topP, maxOutputTokens, seed, stop = [], reasoningEffort } = params
  const takesEffort = kind !== 'google' || isThinking(modelId)
  const prompt = promptOf(kind, question)
  return {
    prompt: kind === 'anthropic' ? withCacheMarks(prompt) : prompt,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop.length === 0 || kind === 'openai' ? {} : { stopSequences: stop }),
    ...(reasoningEffort === undefined || !takesEffort ? {} : { reasoning: reasoningEffort }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: 'function' as const,
            name,
            description,
            inputSchema,
            ...(kind === 'openai' ? { strict: false } : {}),
          })),
        }),
    providerOptions: { [kind]: familyOptions(kind, question) },
  }
}

function familyOptions(kind: RemoteProviderKind, { modelId, params: { reasoningEffort } }: Question) {
  switch (kind) {
    case 'anthropic': {
      const isShown = reasoningEffort === undefined && traitsOf(modelId).thinksByDefault
      return {
        ...(isShown ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
        toolStreaming: false,
      }
    }
    case 'openai':
      return {
        store: false,
        forceReasoning: isReasoning(modelId),
        reasoningSummary: isReasoning(modelId) && reasoningEffort !== 'none' ? 'auto' : null,
      }
    case 'google':
      return showsThoughts(modelId, reasoningEffort) ? { thinkingConfig: { includeThoughts: true } } : {}
    case 'openai-compatible':
      return {}
    default:
      return assertNever(kind)
  }
}

function promptOf(kind: RemoteProviderKind, { modelId, conversation }: Question): LanguageModelV4Prompt {
  const { system, turns } = conversation
  const messages = turns.map((turn) => messageOf(kind, modelId, turn))
  return system === '' ? messages : [{ role: 'system', content: system }, ...messages]
}

function messageOf(kind: RemoteProviderKind, modelId: string, turn: Turn): LanguageModelV4Message {
  switch (turn.role) {
    case 'user':
      return {
        role: 'user',
        content: turn.content.map((part) => (part.type === 'text' ? part : fileOf(part))),
      }
    case 'assistant': {
      const isUsed =
        kind !== 'openai' || (isReasoning(modelId) && turn.content.some(({ type }) => type === 'call'))
      const content = isUsed ? turn.content : turn.content.filter(({ type }) => type !== 'reasoning')
      return { role: 'assistant', content: content.map((part) => saidOf(kind, part)) }
    }
    case 'tool':
      return {
        role: 'tool',
        content: turn.results.map(({ callId, name, text, isError, images }) => ({
          type: 'tool-result',
          toolCallId: callId,
          toolName: name,
          output:
            images.length === 0
              ? { type: isError ? 'error-text' : 'text', value: text }
              : { type: 'content', value: [{ type: 'text', text }, ...images.map(fileOf)] },
        })),
      }
    default:
      return assertNever(turn)
  }
}

function saidOf(kind: RemoteProviderKind, part: SaidContent) {
  if (part.type === 'text') return part
  const { data } = part
  // What a provider gave is JSON.
  const options = data === undefined ? {} : { providerOptions: { [kind]: data } as SharedV4ProviderOptions }
  if (part.type === 'reasoning') return { type: 'reasoning' as const, text: part.text, ...options }
  const { id, name, input } = part
  return { type: 'tool-call' as const, toolCallId: id, toolName: name, input, ...options }
}

function fileOf({ mediaType, bytes }: FileContent): LanguageModelV4FilePart & { data: { type: 'data' } } {
  return { type: 'file', mediaType, data: { type: 'data', data: bytes } }
}

/** Cache breakpoints where Parley sets them. */
function withCacheMarks(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const lasts = [
    prompt.findLastIndex(({ role }) => role === 'user'),
    prompt.findLastIndex(({ role }) => role === 'tool'),
  ]
  return prompt.map((message, index) =>
    message.role === 'system' || lasts.includes(index)
      ? { ...message, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
      : message,
  )
}
