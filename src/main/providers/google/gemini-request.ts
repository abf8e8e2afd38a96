import type { Content, GenerateContentParameters, Part, ThinkingConfig, Tool } from '@google/genai'

import { assertNever } from '../../../shared/invariant'
import type { ReasoningEffort } from '../../../shared/sessions/sessions'
import { textIn } from '../answer/foreign'
import type { Question } from '../language-model/model-protocol'
import {
  base64Of,
  type CallResult,
  type FileContent,
  type SaidContent,
  type TextContent,
  type Turn,
} from '../language-model/turns'
import { isThinking, showsThoughts } from './google-models'

/** The body of a request. The package of the types has only the parameters of its own function. */
export type GeminiBody = Omit<GenerateContentParameters, 'model' | 'config'> & {
  systemInstruction?: Content
  generationConfig: NonNullable<GenerateContentParameters['config']>
  tools?: Tool[]
}

/**
 * A request to the Gemini API.
 * @see https://ai.google.dev/api/generate-content
 */
export function geminiRequest({
  modelId,
  params,
  tools = [],
  webSearch,
  conversation: { system, turns },
}: Question): GeminiBody {
  const { temperature, topP, maxOutputTokens, seed, stop = [], reasoningEffort } = params
  const thinkingConfig = thinkingOf(modelId, reasoningEffort)
  const isLater = hasLaterFeatures(modelId)
  const contents = turns.map((turn) => contentOf(turn, isLater))
  // Gemma has no system instructions.
  const isGemma = modelId.toLowerCase().startsWith('gemma-')
  if (isGemma && system !== '') contents[0]?.parts?.unshift({ text: `${system}\n\n` })
  return {
    generationConfig: {
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
      ...(stop.length === 0 ? {} : { stopSequences: stop }),
      ...(seed === undefined ? {} : { seed }),
      ...(thinkingConfig === null ? {} : { thinkingConfig }),
    },
    contents,
    ...(system === '' || isGemma ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    // Google's own search works only alone.
    ...(webSearch === 'own'
      ? { tools: [{ googleSearch: {} }] }
      : tools.length === 0
        ? {}
        : { tools: [{ functionDeclarations: tools.map(declarationOf) }] }),
  }
}

function declarationOf({ name, description, inputSchema }: NonNullable<Question['tools']>[number]) {
  return { name, description, parametersJsonSchema: inputSchema }
}

function contentOf(turn: Turn, isLater: boolean): Content {
  switch (turn.role) {
    case 'user':
      return { role: 'user', parts: turn.content.map(partOf) }
    case 'assistant':
      return { role: 'model', parts: saidParts(turn.content, isLater) }
    case 'tool':
      return { role: 'user', parts: turn.results.flatMap((result) => resultParts(result, isLater)) }
    default:
      return assertNever(turn)
  }
}

/** Accepted in place of a signature that was lost, or that another model's call never had. */
const noSignature = 'skip_thought_signature_validator'

function saidParts(content: readonly SaidContent[], isLater: boolean): Part[] {
  // Of parallel calls, only the first has a signature.
  let isSigned = false
  return content.flatMap((part): Part[] => {
    switch (part.type) {
      case 'text':
        return [{ text: part.text }]
      case 'reasoning': {
        const signature = signatureOf(part.data)
        if (part.text === '' && signature === null) return []
        return [{ text: part.text, thought: true, ...signed(signature) }]
      }
      case 'call': {
        const { id, name, input, data } = part
        const own = data === undefined ? null : signatureOf(data)
        const signature = own ?? (isLater && !isSigned ? noSignature : null)
        isSigned ||= own !== null
        return [{ functionCall: { id, name, args: input }, ...signed(signature) }]
      }
      default:
        return assertNever(part)
    }
  })
}

function signatureOf(data: Record<string, unknown>): string | null {
  const signature = textIn(data['thoughtSignature'])
  return signature === '' ? null : signature
}

function signed(signature: string | null): { thoughtSignature?: string } {
  return signature === null ? {} : { thoughtSignature: signature }
}

/** A result. Models before Gemini 3 take images only beside it. */
function resultParts({ callId, name, text, isError, images }: CallResult, isLater: boolean): Part[] {
  const functionResponse = {
    id: callId,
    name,
    response: isError ? { name, error: text } : { name, content: text },
  }
  if (images.length === 0) return [{ functionResponse }]
  if (isLater) return [{ functionResponse: { ...functionResponse, parts: images.map(imageOf) } }]
  return [{ functionResponse }, ...images.map(imageOf)]
}

function partOf(part: TextContent | FileContent): Part {
  return part.type === 'text' ? { text: part.text } : imageOf(part)
}

function imageOf(file: FileContent) {
  return { inlineData: { mimeType: file.mediaType, data: base64Of(file) } }
}

/** The thinking that a request asks for; null leaves it to the model. */
function thinkingOf(modelId: string, effort: ReasoningEffort | undefined): ThinkingConfig | null {
  const config: ThinkingConfig = {
    ...(effort === undefined || !isThinking(modelId) ? {} : amountOf(modelId, effort)),
    ...(showsThoughts(modelId, effort) ? { includeThoughts: true } : {}),
  }
  return Object.keys(config).length === 0 ? null : config
}

/** Parts of 65,536 tokens. */
const budgets: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1_311,
  low: 6_554,
  medium: 19_661,
  high: 39_322,
}

/**
 * An effort in the model's own words: a level since Gemini 3, a number of tokens before.
 * @see https://ai.google.dev/gemini-api/docs/thinking
 */
function amountOf(modelId: string, effort: ReasoningEffort): ThinkingConfig {
  if (hasLaterFeatures(modelId) && !modelId.includes('gemini-3-pro-image')) {
    const isLow = effort === 'none' || effort === 'minimal'
    const level = isLow ? (hasMinimalThinking(modelId) ? 'minimal' : 'low') : effort
    // The type has the levels in capital letters; the API takes both.
    return { thinkingLevel: level as NonNullable<ThinkingConfig['thinkingLevel']> }
  }
  const isPro = /2\.5-pro|gemini-3-pro-image/.test(modelId)
  const least = modelId.includes('2.5-pro') ? 128 : 0
  return { thinkingBudget: Math.min(isPro ? 32_768 : 24_576, Math.max(least, budgets[effort])) }
}

/** Gemini 3 and later, which unknown names are taken for. */
function hasLaterFeatures(modelId: string): boolean {
  return (
    /(?:^|\/)gemini-/i.test(modelId) &&
    !/(?:^|[/.])gemini-(?:1|2)(?:\.|-|$)|(?:^|[/.])gemini-pro(?:-vision)?$|gemini-robotics-er-1\.5/i.test(
      modelId,
    )
  )
}

/** Gemini 3 Pro and, from 3.7, Flash have no lower level than "low". */
function hasMinimalThinking(modelId: string): boolean {
  const name = /(?:^|[/.])(gemini-[^/]*)$/i.exec(modelId)?.[1]?.toLowerCase() ?? ''
  if (name === 'gemini-flash-latest' || /^gemini-(?:[3-9]|\d\d)(?:\.\d+)?-pro(?:$|-)/.test(name)) return false
  if (name.startsWith('gemini-4-hydrogen')) return false
  const [, major, minor] = /^gemini-(\d+)\.(\d+)-flash(?!-lite)/.exec(name) ?? []
  return major === undefined || Number(major) + Number(minor) / 10 < 3.7
}
