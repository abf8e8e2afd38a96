import type { ParleyError } from '../../../shared/errors'
import { assertNever } from '../../../shared/invariant'
import type { ModelParamName } from '../../../shared/models/models'
import { isRecord } from '../../../shared/record'
import { agentNotice } from '../../../shared/runs/agent-notice'
import type { Part } from '../../../shared/sessions/messages'
import { saysNoTools } from '../../run-source/refused-tools'
import type { RunRequest, ToolDefinition } from '../../run-source/run-source'
import { type Foreign, textIn } from '../answer/foreign'
import type { ModelProtocol } from './model-protocol'
import { type BodyChange, changesAfter } from './refused-fields'
import type { Clock } from '../../base/clock'

/** The most requests that leave out something that the refusals do not name. */
const mostGuesses = 2

/** A refused part that a request can do without: nobody chose it for this request, or it is not supported. */
export type Refused =
  | { type: 'field'; change: BodyChange }
  | { type: 'tool'; tool: ToolDefinition }
  /** The system prompt has to be part of the first message of the user. */
  | { type: 'system-role' }
  /** Files that tools returned. Their names stay. */
  | { type: 'result-files' }
  /** Data that the family sent with its reasoning and calls. `isUnknown`: the server does not know its fields. */
  | { type: 'provider-data'; isUnknown?: true }

/** A request, and what is left out of it. */
export interface AskedRequest {
  protocol: ModelProtocol
  request: RunRequest
  refused: readonly Refused[]
}

/** Something that a request may be refused for, although its words seldom say so clearly. */
interface Guess {
  leftOut: Refused
  /** In refusals that are about it. */
  words: RegExp
  /** In those that cannot be about a field of the request. */
  surely: RegExp
  isIn: (asked: AskedRequest) => boolean
}

const fileWords = /image|vision|modal|audio|media|\bfiles?\b|base64/i

/**
 * Data of the family is refused when it no longer fits: the system prompt changed, the chat came from another account,
 * or the key belongs to another maker.
 */
const guesses: readonly Guess[] = [
  {
    leftOut: { type: 'result-files' },
    words: fileWords,
    surely: fileWords,
    isIn: ({ protocol, request, refused }) =>
      !refused.some(({ type }) => type === 'result-files') &&
      (resultImagesFor(protocol, request) === 'read' || protocol.takesResultAudio === true) &&
      request.messages.some(({ role, parts }) =>
        parts.some(
          (part) => role === 'assistant' && part.type === 'attachment' && part.toolCallId !== undefined,
        ),
      ),
  },
  {
    leftOut: { type: 'provider-data' },
    words: /signature|thinking|thought|reasoning|crypt/i,
    surely:
      /signature|\bblock|crypt|(?:messages?|content|input)(?:\[|\.)\d|reasoning_(?:content|details)|thinking_blocks|extra_content/i,
    isIn: ({ protocol, request, refused }) =>
      !refused.some(({ type }) => type === 'provider-data') &&
      protocol.mayRefuseItsData?.(request) === true &&
      request.messages.some(({ parts }) => parts.some((part) => hasData(part, protocol.providerDataKey))),
  },
]

/** How servers say that they do not know a field of a message. */
const unknownField =
  /(?:unknown|unsupported|unrecogni[sz]ed|unexpected|extra|additional|not (?:permitted|allowed|supported))/i

/** How servers say that they know no system prompt. Templates say it by asking for alternating roles. */
const systemRole =
  /(?:system|developer) (?:role|messages?|prompts?|instructions?)\b|role\b[^.]{0,60}["'`](?:system|developer)|role: (?:system|developer)\b|\.role\b[^.]{0,40}["'`]user["'`] or ["'`]assistant|first (?:message|role|turn) (?:must|should|has to) be (?:from )?(?:a |the )?user|unknown variant ["'`](?:system|developer)|only user and assistant roles|roles must alternate|["'`(.](?:system|developer)["'`)][^.]{0,60}(?:role|not (?:support|allow|permit))/i

/** Statuses of failures that are not about the request, whatever their words. */
const otherStatuses: ReadonlySet<unknown> = new Set([401, 402, 407, 408, 429])

/**
 * Tells if a failure is about the request. `surely`: its status says so, and not only its words, which servers also send
 * with 403, 404, 500 or even 200.
 */
function isAboutRequest({ code, data = {} }: ParleyError): 'surely' | 'perhaps' | 'not' {
  const { status } = data
  if (status === 400 || status === 422) return 'surely'
  return otherStatuses.has(status) || code === 'PROVIDER_UNREACHABLE' || code === 'PROVIDER_RATE_LIMIT'
    ? 'not'
    : 'perhaps'
}

/** True if this request continues an answer: if it is refused, its caller asks again, with an instruction. */
function continuesText({ isPrefilled, messages }: RunRequest): boolean {
  // In a later step, calls follow the text.
  const last = messages.at(-1)?.parts.findLast(({ type }) => type === 'text' || type.startsWith('tool-'))
  return isPrefilled === true && last?.type === 'text'
}

/**
 * Chooses what else to leave out after a refusal of `body`: what the refusal names or, if it names nothing, one thing after
 * the other. Null if nothing is left, if the failure is about something else, or if another request is not for this
 * provider to make.
 */
export function nextRefused(asked: AskedRequest, refusal: ParleyError, body: Foreign): Refused[] | null {
  const { request, refused } = asked
  const about = isAboutRequest(refusal)
  if (about === 'not' || continuesText(request)) return null
  const tools = refusedTools(lesserRequest(asked).request.tools ?? [], refusal)
  if (tools.length > 0) return tools.map((tool) => ({ type: 'tool', tool }))
  const { said, param } = refusal.data ?? {}
  const reason = `${textIn(said)} ${textIn(param)}`
  const present = guesses.filter(({ isIn }) => isIn(asked))
  const guessed = refused.filter(({ type }) => type === 'result-files' || type === 'provider-data').length
  const most = request.wasRefused === true ? mostGuesses - 1 : mostGuesses
  const guess = (found: readonly Guess[]): Refused[] | null => {
    if (found.length === 0 || guessed >= most) return null
    const isUnknown = unknownField.test(reason)
    return (guessed === most - 1 ? present : found).map(({ leftOut }) =>
      leftOut.type === 'provider-data' && isUnknown ? { ...leftOut, isUnknown } : leftOut,
    )
  }
  const sure = present.filter(({ surely }) => surely.test(reason))
  const fields = sure.length > 0 ? [] : changesAfter(body, refusal, { isSure: about === 'surely' })
  if (fields.length > 0) return fields.map((change) => ({ type: 'field', change }))
  if (sure.length === 0 && systemRole.test(reason) && hasSystem(asked)) return [{ type: 'system-role' }]
  if (about === 'perhaps' && sure.length === 0) return null
  const named = sure.length > 0 ? sure : present.filter(({ words }) => words.test(reason))
  if (named.length > 0) return guess(named)
  // The tool loop, which offers the tools, asks again without them.
  if ((request.tools ?? []).length > 0 && saysNoTools(refusal)) return null
  return guess(present.slice(0, 1))
}

function hasSystem({ request: { systemPrompt, messages }, refused }: AskedRequest): boolean {
  if (refused.some(({ type }) => type === 'system-role')) return false
  return (systemPrompt ?? '').trim() !== '' || messages.some(({ role }) => role === 'system')
}

/** The request without what was refused, except for fields of its body. */
export function lesserRequest({ protocol, request, refused }: AskedRequest): Omit<AskedRequest, 'refused'> {
  let lesser = { protocol, request }
  for (const each of refused) {
    if (each.type === 'result-files') {
      const { resultImages: _images, takesResultAudio: _audio, ...rest } = lesser.protocol
      lesser = { ...lesser, protocol: rest }
    } else if (each.type === 'provider-data') {
      const { messages } = lesser.request
      const bare = messages.map((message) => ({ ...message, parts: message.parts.map(withoutData) }))
      lesser = { ...lesser, request: { ...lesser.request, messages: bare } }
    } else if (each.type === 'tool') {
      const { tools = [] } = lesser.request
      lesser = {
        ...lesser,
        request: { ...lesser.request, tools: tools.filter((tool) => !isSame(tool, each.tool)) },
      }
    }
  }
  return lesser
}

/** A tool whose definition has changed may be accepted. */
function isSame(tool: ToolDefinition, other: ToolDefinition): boolean {
  return tool === other || (tool.name === other.name && JSON.stringify(tool) === JSON.stringify(other))
}

/** True if the server would refuse it in other conversations, too. */
export function isLasting(refused: Refused): boolean {
  switch (refused.type) {
    case 'field':
      return refused.change.type !== 'omit' || refused.change.isForNow !== true
    case 'tool':
    case 'system-role':
      return true
    case 'provider-data':
      return refused.isUnknown === true
    case 'result-files':
      return false
    default:
      return assertNever(refused)
  }
}

/** Decides if images that tools returned are read, or only named. */
export function resultImagesFor(
  { resultImages }: ModelProtocol,
  { takesImages }: RunRequest,
): 'read' | 'name' {
  if (resultImages === undefined || takesImages === false) return 'name'
  return resultImages === 'inside' || takesImages === true ? 'read' : 'name'
}

function hasData(part: Part, key = ''): boolean {
  return 'providerData' in part && part.providerData?.[key] !== undefined
}

function withoutData(part: Part): Part {
  if (part.type !== 'reasoning' && part.type !== 'tool-call') return part
  const { providerData: _given, ...rest } = part
  return rest
}

/** Keywords of a schema that every server understands. */
const plainKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'description',
  'title',
  'default',
  'additionalProperties',
  'minimum',
  'maximum',
])

const aboutDefinitions =
  /schema|definition|declaration|parameters|propert|input_schema|\$ref|description|keyword|\bname\b|\benum\b|\bformat\b|\btype\b|grammar|compil|duplicate|invalid/i

/** The tools of a request that its refusal is about; empty if it is about none of them, or about all. */
function refusedTools(tools: readonly ToolDefinition[], refusal: ParleyError): ToolDefinition[] {
  const { param, said } = refusal.data ?? {}
  const text = `${textIn(param)} ${textIn(said)}`
  const numbers = [
    ...text.matchAll(/(?:(?<![\w])tools|function_?declarations)(?:\[|\.)(\d+)/gi),
    ...text.matchAll(/\btool(?: [a-z]+)?(?: at)?(?: index)? (\d+)\b/gi),
  ]
  // In Gemini's requests, all functions are in the first entry of `tools`.
  const last = numbers.filter(([match]) => /declarations/i.test(match))
  const indexes = (last.length > 0 ? last : numbers).map(([, index]) => Number(index))
  const numbered = tools.filter((_, index) => indexes.includes(index))
  if (numbered.length > 0) return numbered
  // What is wrong with a message is not wrong with a tool.
  if (
    !/tool|function|schema|grammar|\$ref|\b(?:any|one|all)Of\b/i.test(text) ||
    /messages?(?:\[|\.)\d/.test(text)
  )
    return []
  const named = tools.filter(({ name }) => aboutDefinitions.test(text) && isQuoted(name, text))
  if (named.length > 0) return named
  const most = mostIn(text, tools.length)
  if (most !== null) return tools.slice(most)
  // One that is not identified: those with schemas that not every server understands.
  const isAboutSchema = /schema|\$ref|anyOf|oneOf|allOf|propert|keyword|grammar|\bformat\b/i.test(text)
  return isAboutSchema && !saysNoTools(refusal) ? tools.filter((tool) => !isPlain(tool.inputSchema)) : []
}

function isQuoted(name: string, text: string): boolean {
  const at = name.replaceAll(/[^\w]/g, '\\$&')
  return new RegExp(
    `["'\`“‘]${at}["'\`”’]|(?:tool|function)(?: name)?:? ${at}(?![\\w-])|[:,] ${at}(?=,|:|\\.?$)`,
    'i',
  ).test(text)
}

/** The most tools that a request may have, if it is refused for having more. */
function mostIn(text: string, count: number): number | null {
  if (!/too (?:many|long)|at most|maximum|limit|exceed|more than/i.test(text)) return null
  const numbers = [...text.matchAll(/(?<![\w.[])\d+(?![\w.])/g)].map(([digits]) => Number(digits))
  const lower = numbers.filter((number) => number > 0 && number < count)
  return lower.length === 0 ? null : Math.max(...lower)
}

/** True if a schema has only keywords that every server understands. */
function isPlain(schema: unknown, levels = 8): boolean {
  if (Array.isArray(schema) || levels === 0) return false
  if (!isRecord(schema)) return typeof schema === 'boolean'
  const { properties, items, type } = schema
  return (
    Object.keys(schema).every((keyword) => plainKeywords.has(keyword)) &&
    (type === undefined || typeof type === 'string') &&
    (items === undefined || isPlain(items, levels - 1)) &&
    (!isRecord(properties) || Object.values(properties).every((inner) => isPlain(inner, levels - 1)))
  )
}

/** The fields that contain what the user chose for a model. */
const params: ReadonlyMap<string, ModelParamName> = new Map([
  ['temperature', 'temperature'],
  ['top_p', 'topP'],
  ['topP', 'topP'],
  ['seed', 'seed'],
  ['random_seed', 'seed'],
  ['stop', 'stop'],
  ['stop_sequences', 'stop'],
  ['stopSequences', 'stop'],
  ['max_tokens', 'maxOutputTokens'],
  ['max_completion_tokens', 'maxOutputTokens'],
  ['max_output_tokens', 'maxOutputTokens'],
  ['maxOutputTokens', 'maxOutputTokens'],
  ['reasoning', 'reasoningEffort'],
  ['reasoning_effort', 'reasoningEffort'],
  ['effort', 'reasoningEffort'],
  ['output_config', 'reasoningEffort'],
  ['thinking', 'reasoningEffort'],
  ['thinkingConfig', 'reasoningEffort'],
  ['thinkingBudget', 'reasoningEffort'],
  ['thinkingLevel', 'reasoningEffort'],
])

/** Notices for the user about a request that its provider accepted only without parts of it. */
export function refusedNotices(refused: readonly Refused[], request: RunRequest) {
  const fields = refused.flatMap((each) => {
    if (each.type !== 'field' || each.change.type !== 'omit') return []
    const name = each.change.path.at(-1) ?? ''
    const param = params.get(name)
    return param !== undefined && request.params[param] !== undefined ? [name] : []
  })
  const offered = new Set((request.tools ?? []).map(({ name }) => name))
  const tools = refused.flatMap((each) =>
    each.type === 'tool' && offered.has(each.tool.name) ? [each.tool.name] : [],
  )
  return [
    ...(fields.length === 0 ? [] : [agentNotice({ reason: 'params-refused', fields: fields.join(', ') })]),
    ...(tools.length === 0 ? [] : [agentNotice({ reason: 'tools-refused', tools: tools.join(', ') })]),
  ]
}

/** How long a refusal is remembered: a server may be updated while Parley runs. */
const rememberedMs = 24 * 60 * 60 * 1_000
/** More models than anybody uses in a day. */
const mostModels = 500

/**
 * Refusals by address and model, so that the same is not sent again. Not stored: they are learned again
 * with one request that costs nothing.
 */
export class RefusalMemory {
  readonly #clock: Clock
  readonly #models = new Map<string, { refused: Refused[]; atMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  of(baseUrl: string, modelId: string): readonly Refused[] {
    const known = this.#models.get(keyOf(baseUrl, modelId))
    return known === undefined || this.#clock.monotonic() - known.atMs > rememberedMs ? [] : known.refused
  }

  /** The server accepted a request without these. */
  remember(baseUrl: string, modelId: string, refused: readonly Refused[]): void {
    const key = keyOf(baseUrl, modelId)
    const known = this.of(baseUrl, modelId)
    if (refused.every((each) => known.includes(each))) return
    const { atMs } = this.#models.get(key) ?? { atMs: this.#clock.monotonic() }
    this.#models.delete(key)
    this.#models.set(key, {
      refused: [...refused],
      atMs: known.length === 0 ? this.#clock.monotonic() : atMs,
    })
    for (const oldest of this.#models.keys()) {
      if (this.#models.size <= mostModels) break
      this.#models.delete(oldest)
    }
  }
}

function keyOf(baseUrl: string, modelId: string): string {
  return `${baseUrl} ${modelId}`
}
