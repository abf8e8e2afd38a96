import { anthropic } from '../../../../e2e/fake-provider/protocols/anthropic'
import { chatCompletions as chatProtocol } from '../../../../e2e/fake-provider/protocols/chat-completions'
import { google } from '../../../../e2e/fake-provider/protocols/google'
import type { AnswerEvents, Protocol } from '../../../../e2e/fake-provider/protocols/protocol'
import { responses as responseProtocol } from '../../../../e2e/fake-provider/protocols/responses'
import { messages } from '../anthropic/anthropic-provider'
import type { Random } from '../../base/seeded-random'
import { gemini } from '../google/google-provider'
import type { ModelProtocol } from '../language-model/model-protocol'
import { chatCompletions } from '../openai-compatible/openai-compatible-provider'
import { plainDialect } from '../openai-compatible/dialects'
import { responses } from '../openai/openai-provider'
import { readBody } from './read-body'
import { textsOf } from './run-probe'

/** The provider families, each with the fake server's protocol. */
export const streamFamilies: readonly { name: string; protocol: ModelProtocol; speaks: Protocol }[] = [
  { name: 'openai-compatible', protocol: chatCompletions(plainDialect), speaks: chatProtocol },
  { name: 'openai', protocol: responses, speaks: responseProtocol },
  { name: 'anthropic', protocol: messages, speaks: anthropic },
  { name: 'google', protocol: gemini, speaks: google },
]

/** A mutated stream, and what must hold for its result. */
interface MutatedStream {
  what: string
  body: string
  /** The text before the first fault. */
  keptText: string
  /** How it may end: as stated, without a finish, or in any way that keeps the text. */
  end: 'end' | 'length' | 'filter' | 'no-finish' | 'any'
  /** The kept text is the whole text. */
  isExact?: boolean
  /** The body in chunks as sent, and how long the server is silent after each. */
  paused?: { chunks: readonly string[]; pausesMs: readonly number[] }
}

/** An answer as the server sends it, in parts. */
interface Pieces {
  texts: { bytes: string; text: string }[]
  call: string
  finish: string
  tail: string
}

const limitMs = 2_000
const badReasons = [
  'error',
  'abort',
  'insufficient_system_resource',
  'constructor',
  '__proto__',
  'new_reason',
  'OTHER',
]
const oddValues: readonly unknown[] = [
  null,
  0,
  -1,
  1e300,
  '',
  'x',
  [],
  {},
  [null],
  true,
  [[[]]],
  { toString: 1, valueOf: 1 },
]
/** Values that mean "no error" from servers that send the field with every event. */
const noErrors: readonly unknown[] = [
  null,
  false,
  0,
  '',
  [],
  {},
  'none',
  { code: null, message: null, type: null, param: null },
  { code: 0, message: '', status: 'OK' },
  { code: 200, message: 'success' },
]
/** Errors as various gateways write them. */
const foreignErrors: readonly string[] = [
  { code: 50505, message: 'It broke', data: null },
  { text: 'It broke', error_code: 50001 },
  { choices: null, base_resp: { status_code: 1008, status_msg: 'It broke' } },
  { detail: 'It broke' },
  { detail: [{ loc: ['body'], msg: 'It broke' }] },
  { success: false, errors: [{ code: 7003, message: 'It broke' }] },
  { error: true, message: 'It broke', code: 429 },
  { error: 'It broke', code: 402 },
  { error: { msg: 'It broke' } },
  { code: 'x', msg: 'It broke' },
  { error_msg: 'It broke' },
  { title: 'It broke', status: 503 },
  { message: 'It broke' },
]
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .concat(['data: Error: it broke\n\n', 'data: upstream error: it broke\n\n'])
const oddEvents: readonly string[] = [
  'data:\n\n',
  ': keep-alive\n\n',
  'data: {}\n\n',
  'data: {"error":null}\n\n',
  'data: {"choices":null,"candidates":null,"error":null}\n\n',
  'data: []\n\ndata: 7\n\ndata: null\n\ndata: "x"\n\n',
  'data: ping\n\n',
  'event: hasOwnProperty\ndata: {"type":"constructor"}\n\n',
  'event: ping\ndata: {"type":"ping"}\n\n',
  'data: {"type":"response.new_thing","delta":{"toString":1}}\n\n',
  'data: {"type":"content_block_delta","index":{"valueOf":1},"delta":{"type":"new_delta"}}\n\n',
  'data: {"__proto__":{"error":"x"},"choices":[{"delta":{"role":7,"content":null}}]}\n\n',
  'data: {"usage":{"prompt_tokens":"x","completion_tokens":-4},"choices":[]}\n\n',
  'id: 7\nretry: x\nfoo\n\n',
]

/**
 * Mutates one stream of this family at random, reads it, and returns the rule that was broken, or null. The rules: text
 * before a fault is kept, a stream that ends badly has no finish, nothing throws, and it takes no time.
 */
export async function breachOf(
  family: (typeof streamFamilies)[number],
  random: Random,
): Promise<string | null> {
  const stream = mutated(family.speaks, random)
  const contentType = pick(random, ['text/event-stream', '', 'text/plain', 'application/json'])
  const { chunks, pausesMs } = stream.paused ?? { chunks: cut(withLineEnds(stream.body, random), random) }
  const startedMs = performance.now()
  let read: Awaited<ReturnType<typeof readBody>>
  try {
    read = await readBody(family.protocol, chunks, { contentType, pausesMs })
  } catch (error) {
    return `${stream.what}: threw ${String(error)}\n${stream.body}`
  }
  const tookMs = performance.now() - startedMs
  const problem = problemIn(stream, read, tookMs)
  return problem === null ? null : `${family.name}, ${stream.what}: ${problem}\n${stream.body}`
}

function problemIn(
  stream: MutatedStream,
  { events, error }: Awaited<ReturnType<typeof readBody>>,
  tookMs: number,
) {
  const { text } = textsOf(events)
  const finish = events.find((event) => event.type === 'finish')
  if (!text.startsWith(stream.keptText))
    return `lost text: ${JSON.stringify(text)} for ${JSON.stringify(stream.keptText)}`
  if (stream.isExact === true && text !== stream.keptText)
    return `has other text: ${JSON.stringify(text)} for ${JSON.stringify(stream.keptText)}`
  if ((error === null) === (finish === undefined))
    return `has ${finish === undefined ? 'no' : 'a'} finish and ${error === null ? 'no' : 'an'} error`
  if (stream.end === 'no-finish' && finish !== undefined) return `finished by ${finish.reason}`
  if (!['no-finish', 'any'].includes(stream.end) && finish?.reason !== stream.end) {
    return `ended by ${finish?.reason ?? error?.message} instead of ${stream.end}`
  }
  return tookMs > limitMs ? `took ${Math.round(tookMs)} ms` : null
}

function mutated(protocol: Protocol, random: Random): MutatedStream {
  const reason = pick(random, ['stop', 'length', 'content_filter'] as const)
  const pieces = piecesOf(protocol, random, reason)
  const end = { stop: 'end', length: 'length', content_filter: 'filter' }[reason] as MutatedStream['end']
  const all = [...pieces.texts.map(({ bytes }) => bytes), pieces.call, pieces.finish, pieces.tail]
  const whole = { keptText: pieces.texts.map(({ text }) => text).join(''), end }
  const at = random.below(pieces.texts.length + 1)
  const before = pieces.texts
    .slice(0, at)
    .map(({ text }) => text)
    .join('')
  const kind = pick(random, [
    'odd',
    'error',
    'reason',
    'cut',
    'unfinished',
    'byte',
    'gap',
    'field',
    'late',
    'slow',
    'no-error',
    'foreign',
    'places',
  ] as const)
  const what = `${kind} at ${at}`
  switch (kind) {
    case 'odd':
      return { what, ...whole, body: inserted(all, at, pick(random, oddEvents) + pick(random, oddEvents)) }
    case 'late':
      return { what, ...whole, body: lateFault(protocol, all, random) }
    case 'slow': {
      // A server whose chunks all claim to be the last, with pauses in between.
      const early = protocol === responseProtocol ? '' : pieces.finish
      const chunks = pieces.texts.map(({ bytes }) => bytes + early)
      chunks.push(pieces.finish + pieces.tail)
      const pausesMs = chunks.map(() => random.below(900))
      return { what, ...whole, isExact: true, body: chunks.join(''), paused: { chunks, pausesMs } }
    }
    case 'no-error':
      return {
        what,
        ...whole,
        isExact: true,
        body: all.map((piece) => withField(piece, 'error', pick(random, noErrors))).join(''),
      }
    case 'foreign': {
      const body = `${all.slice(0, at).join('')}${pick(random, foreignErrors)}data: [DONE]\n\n`
      return { what, keptText: before, isExact: true, end: 'no-finish', body }
    }
    case 'places':
      return { what, ...whole, isExact: true, body: withOtherPlaces(all.join(''), random) }
    case 'error': {
      const events = eventsOf(protocol)
      const fault = events.error({ message: 'It broke', type: 'server_error' })
      return { what, keptText: before, end: 'no-finish', body: inserted(all, at, fault) }
    }
    case 'reason': {
      const bad = piecesOf(protocol, random, pick(random, badReasons))
      return {
        what,
        keptText: bad.texts.map(({ text }) => text).join(''),
        end: 'no-finish',
        body: joined(bad),
      }
    }
    case 'unfinished':
      return { what, keptText: before, end: 'no-finish', body: all.slice(0, at).join('') }
    case 'cut': {
      const text = all.slice(0, -2).join('')
      const length = random.below(text.length)
      return { what, keptText: textBefore(pieces, length), end: 'no-finish', body: text.slice(0, length) }
    }
    case 'byte': {
      const text = all.join('')
      const place = random.below(text.length)
      const byte = String.fromCharCode(random.below(128))
      return {
        what,
        keptText: textBefore(pieces, place),
        end: 'any',
        body: text.slice(0, place) + byte + text.slice(place + 1),
      }
    }
    case 'gap': {
      const text = all.join('')
      const place = random.below(text.length)
      const rest = text.slice(place + random.below(200))
      return { what, keptText: textBefore(pieces, place), end: 'any', body: text.slice(0, place) + rest }
    }
    case 'field':
      return {
        what,
        keptText: before,
        end: 'any',
        body: all.map((piece, index) => (index === at ? withOddField(piece, random) : piece)).join(''),
      }
    default:
      return kind satisfies never
  }
}

function eventsOf(protocol: Protocol): AnswerEvents {
  return protocol.events({ id: 1, model: 'asked', arrivedMs: 0 })
}

function piecesOf(protocol: Protocol, random: Random, reason: string): Pieces {
  const events = eventsOf(protocol)
  const texts = Array.from({ length: 1 + random.below(pick(random, [6, 6, 60])) }, (_, index) => {
    const text = pick(random, [`${index} word `, 'Zürich 🏔 ', '"data: [DONE]"\n\n', '{"error":1} '])
    return { bytes: events.token('content', text), text }
  })
  const hasCall = random.below(10) < 3
  const call = hasCall
    ? events.call({
        index: 0,
        id: 'c',
        name: pick(random, ['look', '__proto__', 'constructor']),
        arguments: '{"q":1}',
      })
    : ''
  const finish = events.finish(reason)
  const usage = events.usage({ promptTokens: 3, completionTokens: 4, reasoningTokens: 0 })
  // A protocol that reports its end only in its last event does so there.
  return { texts, call, finish, tail: usage + events.done() }
}

function joined({ texts, call, finish, tail }: Pieces): string {
  return texts.map(({ bytes }) => bytes).join('') + call + finish + tail
}

function inserted(pieces: readonly string[], at: number, more: string): string {
  return [...pieces.slice(0, at), more, ...pieces.slice(at)].join('')
}

/** The answer, followed by something that must not change how it ended. */
function lateFault(protocol: Protocol, pieces: readonly string[], random: Random): string {
  const late = [
    eventsOf(protocol).error({ message: 'Too late' }),
    'data: {"choices": [\n\n',
    '<html>\n\n',
    ...oddEvents,
  ]
  return pieces.join('') + pick(random, late)
}

/** The complete texts before this place. */
function textBefore({ texts }: Pieces, place: number): string {
  let end = 0
  let kept = ''
  for (const { bytes, text } of texts) {
    end += bytes.length
    if (end > place) break
    kept += text
  }
  return kept
}

/** The events with one value in one of them replaced. */
function withOddField(piece: string, random: Random): string {
  return piece.replaceAll(/^data: (\{.*\})$/gm, (line, json: string) => {
    if (random.below(10) < 5) return line
    const value = JSON.parse(json) as Record<string, unknown>
    replaceSomewhere(value, random)
    return `data: ${JSON.stringify(value)}`
  })
}

/** Each event with this field added. */
function withField(piece: string, field: string, value: unknown): string {
  return piece.replaceAll(/^data: (\{.*\})$/gm, (_line, json: string) => {
    const event = JSON.parse(json) as Record<string, unknown>
    return `data: ${JSON.stringify({ ...event, [field]: value })}`
  })
}

/** The events of a response, with some item indexes omitted or shifted. */
function withOtherPlaces(body: string, random: Random): string {
  const left = pick(random, ['output_index', 'item_id', 'content_index', 'none'])
  const isShifted = random.below(2) === 0
  const where = pick(random, [/delta$/, /done$/, /completed$|incomplete$/, /./])
  return body.replaceAll(/^data: (\{.*\})$/gm, (line, json: string) => {
    const event = JSON.parse(json) as Record<string, unknown>
    const { type, response } = event
    if (typeof type !== 'string' || !type.startsWith('response.') || !where.test(type)) return line
    if (left !== 'none') Reflect.deleteProperty(event, left)
    if (isShifted && typeof response === 'object' && response !== null && 'output' in response) {
      const { output } = response as { output: unknown[] }
      event['response'] = {
        ...response,
        output: [{ type: 'reasoning', id: 'shift', summary: [] }, ...output],
      }
    }
    return `data: ${JSON.stringify(event)}`
  })
}

function replaceSomewhere(value: Record<string, unknown>, random: Random): void {
  const key = pick(random, Object.keys(value))
  const inner = value[key]
  if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && random.below(10) < 7) {
    replaceSomewhere(inner as Record<string, unknown>, random)
  } else if (random.below(10) < 2) delete value[key]
  else value[key] = pick(random, oddValues)
}

function withLineEnds(body: string, random: Random): string {
  const lineEnd = pick(random, ['\n', '\n', '\r\n', '\r'])
  return lineEnd === '\n' ? body : body.replaceAll('\n', lineEnd)
}

/** A stream of this family, mutated at random. */
export function mutatedBody({ speaks }: (typeof streamFamilies)[number], random: Random): string {
  return withLineEnds(mutated(speaks, random).body, random)
}

/** The bytes in chunks of any size. */
export function cut(body: string, random: Random): Uint8Array[] {
  const bytes = Buffer.from(body)
  const longest = pick(random, [7, 40, 400, 100_000])
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const length = 1 + random.below(longest)
    chunks.push(bytes.subarray(at, at + length))
    at += length
  }
  return chunks
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[random.below(values.length)] as Value
}
