import type { ParleyError } from '../../../shared/errors'
import { assertNever } from '../../../shared/invariant'
import { type Foreign, objectIn, objectsIn, textIn } from '../answer/foreign'

/** A change that makes a server accept the body of a request. Paths name fields from the outermost inwards. */
export type BodyChange =
  /** `isForNow`: the reason is this conversation, not the server. */
  | { type: 'omit'; path: readonly string[]; isForNow?: true }
  | { type: 'rename'; path: readonly string[]; to: string }
  | { type: 'limit'; path: readonly string[]; most: number }
  | { type: 'add'; field: string; value: number }
  /** A role of messages that the server does not know. */
  | { type: 'role'; from: string; to: string }
  /** Every answer in the request must have this text. */
  | { type: 'fill'; field: string }
  /** Calls that another model made need a signature. */
  | { type: 'sign' }
  /** A field that may be anywhere in the request. */
  | { type: 'strip'; field: string }

/** Parley's own limit of an answer, for servers that want one if nobody knows the model's. */
const assumedMaxTokens = 32_000

/** Fields without which a request asks something else, or nothing; of groups, the fields are left out one by one. */
const essential: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'contents',
  'system',
  'systemInstruction',
  'stream',
  'tools',
  'tool_choice',
  'generationConfig',
])
/** Fields whose names are ordinary words, so that only a quoted name means them. */
const ordinaryNames: ReadonlySet<string> = new Set(['stop', 'store', 'include', 'prefix', 'type', 'display'])
/** Words that servers use for a field in a sentence. */
const spokenNames: ReadonlyMap<string, string> = new Map([
  ['reasoning_effort', 'reasoning|think(?:ing)?'],
  ['thinkingConfig', 'thinking'],
  ['output_config', 'effort'],
  ['stop', 'stop (?:sequence|word|token|string)s?'],
  ['max_tokens', '(?:output|completion) tokens'],
  ['max_completion_tokens', '(?:output|completion) tokens'],
])
/** The limit of an answer, and its other name: some servers know only one. */
const limitNames: ReadonlyMap<string, string | null> = new Map([
  ['max_tokens', 'max_completion_tokens'],
  ['max_completion_tokens', 'max_tokens'],
  ['max_output_tokens', null],
  ['maxOutputTokens', null],
])

/** Words with which servers refuse a field or its value. */
const refusing =
  /support|allow|permit|accept|recogni[sz]e|expected|incorrect|illegal|limit|\bmuss\b|nicht|unknown|valid|deprecat|forbid|extra|additional|cannot|can't|must|only|range|between|unavailable|disabled|enabled|incompatible|removed|too |exceed|at most|maximum|greater|less than|不支持|无效|不合法|超出/i
const missing =
  /missing|required|must be (?:set|provided|specified|passed|included)|must (?:include|specify|provide)/i

/**
 * How to change `body` after a refusal; empty if the refusal is about nothing that can be changed. `isSure`: the refusal is
 * about the request, whatever its words.
 */
export function changesAfter(
  body: Foreign,
  { data = {} }: ParleyError,
  { isSure = true }: { isSure?: boolean } = {},
): BodyChange[] {
  const words = { param: textIn(data['param']), said: textIn(data['said']) }
  const { said } = words
  if (!isSure && !refusing.test(said)) return []
  if (/reasoning_content/.test(said) && missing.test(said))
    return [{ type: 'fill', field: 'reasoning_content' }]
  if (/thought_?signature/i.test(said) && missing.test(said)) return [{ type: 'sign' }]
  if (
    /\bcache_control\b/.test(said) &&
    refusing.test(said) &&
    JSON.stringify(body).includes('"cache_control"')
  ) {
    return [{ type: 'strip', field: 'cache_control' }]
  }
  const found = pathsIn(body).map((path) => ({ path, how: namedIn(path, words) }))
  // Beside a name, another field that is only mentioned may be the reason.
  const how = found.some((each) => each.how === 'name') ? 'name' : 'words'
  const named = found.flatMap((each) => (each.how === how ? [each.path] : []))
  // What is said about `reasoning.summary` names `reasoning`, too.
  const inmost = named.filter(
    (path) => !named.some((other) => other.length > path.length && isWithin(other, path)),
  )
  if (inmost.length > 0) {
    // Of two that exclude each other, one stays.
    const isEither = inmost.length === 2 && /\b(?:both|together|simultaneously|either)\b/i.test(said)
    return inmost.slice(isEither ? 1 : 0).map((path) => changeOf(body, path, said))
  }
  if (/max_tokens/.test(`${words.param} ${said}`) && missing.test(said) && !('max_tokens' in body)) {
    return [{ type: 'add', field: 'max_tokens', value: assumedMaxTokens }]
  }
  const hasDeveloper = objectsIn(body['input']).some(({ role }) => role === 'developer')
  if (hasDeveloper && /developer/i.test(said)) return [{ type: 'role', from: 'developer', to: 'system' }]
  return isSure && saysNothing(words) && 'stream_options' in body
    ? [{ type: 'omit', path: ['stream_options'] }]
    : []
}

/** A new body with the change. A change that does not apply changes nothing. */
export function changed(body: Foreign, change: BodyChange): Foreign {
  switch (change.type) {
    case 'omit':
    case 'rename':
    case 'limit':
      return changedAt(body, change.path, change)
    case 'add':
      return { [change.field]: change.value, ...body }
    case 'role': {
      const { from, to } = change
      const items = objectsIn(body['input']).map((item) =>
        item['role'] === from ? { ...item, role: to } : item,
      )
      return 'input' in body ? { ...body, input: items } : body
    }
    case 'fill': {
      const { field } = change
      const messages = objectsIn(body['messages']).map((message) =>
        // Some servers take an empty text for a missing one.
        message['role'] === 'assistant' && !(field in message) ? { ...message, [field]: ' ' } : message,
      )
      return 'messages' in body ? { ...body, messages } : body
    }
    case 'strip':
      return JSON.parse(
        JSON.stringify(body, (name, value: unknown) => (name === change.field ? undefined : value)),
      ) as Foreign
    case 'sign': {
      const messages = objectsIn(body['messages']).map((message) => {
        const [first, ...others] = objectsIn(message['tool_calls'])
        return first === undefined
          ? message
          : { ...message, tool_calls: [{ ...noSignature, ...first }, ...others] }
      })
      return 'messages' in body ? { ...body, messages } : body
    }
    default:
      return assertNever(change)
  }
}

/** Accepted by Gemini's OpenAI-compatible address in place of the signature of a call. */
const noSignature = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }

function changedAt(
  body: Foreign,
  [name = '', ...inner]: readonly string[],
  change: Extract<BodyChange, { path: unknown }>,
): Foreign {
  const { [name]: value, ...rest } = body
  if (value === undefined) return body
  if (inner.length > 0) {
    const group = changedAt(objectIn(value) ?? {}, inner, change)
    return Object.keys(group).length === 0 ? rest : { ...body, [name]: group }
  }
  if (change.type === 'omit') return rest
  if (change.type === 'rename') return { ...rest, [change.to]: value }
  return { ...body, [name]: Math.min(Number(value), change.most) }
}

/** Every optional field in the body, also those in groups. */
function pathsIn(body: Foreign, above: readonly string[] = []): string[][] {
  return Object.entries(body).flatMap(([name, value]) => {
    const path = [...above, name]
    const isOptional = above.length > 0 || !essential.has(name)
    const isGroup = isOptional || name === 'generationConfig'
    const group = isGroup && above.length < 2 ? objectIn(value) : null
    return [...(isOptional ? [path] : []), ...(group === null ? [] : pathsIn(group, path))]
  })
}

/** Tells if a refusal is about a field: it says its name, or words for it; null if it does neither. */
function namedIn(
  path: readonly string[],
  { param, said }: { param: string; said: string },
): 'name' | 'words' | null {
  const name = path.at(-1) ?? ''
  const dotted = path.join('.')
  const other = limitNames.get(name) ?? null
  if (param !== '' && (param === dotted || param === name)) return 'name'
  if (path.length > 1 && occurs(escaped(dotted), said)) return 'name'
  if (other !== null && occurs(escaped(other), said)) return 'name'
  const spelled = spelling(name)
  // Names of several words occur in no other sentence.
  if (/[a-z](?:_|[A-Z])/.test(name) && occurs(spelled, said)) return 'name'
  if (!refusing.test(said)) return null
  // Quoted, before a colon, as FastAPI begins, or after one at the end.
  const places = [`["'\`“‘(.]${spelled}["'\`”’)]`, `(?:^|; )${spelled}: `, `: ${spelled}\\.?$`]
  if (new RegExp(places.join('|'), 'i').test(said)) return 'name'
  const spoken = spokenNames.get(name) ?? (ordinaryNames.has(name) ? null : spelled)
  return spoken !== null && occurs(spoken, said) ? 'words' : null
}

function occurs(pattern: string, text: string): boolean {
  return new RegExp(`(?<![\\w.])(?:${pattern})(?![\\w])`, 'i').test(text)
}

/** A pattern for the words of a name, however they are joined: `top_p`, `topP`, `top-p`, "top p". */
function spelling(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').split('_')
  return words.map(escaped).join('[\\s_-]?')
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w]/g, '\\$&')
}

function changeOf(body: Foreign, path: readonly string[], said: string): BodyChange {
  const name = path.at(-1) ?? ''
  if (!limitNames.has(name)) return { type: 'omit', path }
  const most = lowerLimitIn(
    said,
    path.reduce<unknown>((value, field) => objectIn(value)?.[field], body),
  )
  if (most === 'of-context') return { type: 'omit', path, isForNow: true }
  if (most !== null) return { type: 'limit', path, most }
  // A limit is not given up before both of its names were refused.
  const other = limitNames.get(name) ?? null
  return other === null || /\bneither\b/i.test(said)
    ? { type: 'omit', path }
    : { type: 'rename', path, to: other }
}

/** The highest limit that the refusal allows; null if it names none. */
function lowerLimitIn(said: string, value: unknown): number | 'of-context' | null {
  if (typeof value !== 'number') return null
  const numbers = [...said.matchAll(/(?<![\w.-])(\d[\d,_]*)(?:(k)\b|(?![\w.]*[a-z-]))/gi)]
  const lower = numbers
    .map(
      ([, digits = '', thousands]) =>
        Number(digits.replaceAll(/[,_]/g, '')) * (thousands === undefined ? 1 : 1_000),
    )
    .filter((n) => n >= 16 && n < value)
  if (lower.length > 0 && /context|prompt|input/i.test(said)) return 'of-context'
  return lower.length === 0 ? null : Math.max(...lower)
}

/** True if a refusal says only that some field is wrong, or not even that. */
function saysNothing({ param, said }: { param: string; said: string }): boolean {
  if (param !== '') return false
  return (
    said === '' ||
    /^(?:bad request|invalid (?:request|parameters?|json|body)|unprocessable(?: entity| content)?|validation (?:error|failed))\.?$/i.test(
      said,
    ) ||
    /(?:unknown|unsupported|unrecognized|unexpected|extra|invalid) (?:parameter|field|argument|input|key|propert)/i.test(
      said,
    )
  )
}

function isWithin(path: readonly string[], group: readonly string[]): boolean {
  return group.every((name, index) => path[index] === name)
}
