import { inspect } from 'node:util'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { completeStream, errorReply, type Script } from '../../../../e2e/fake-provider/script'
import type { ModelParams } from '../../../shared/sessions/sessions'
import { systemClock } from '../../base/clock'
import type { Random } from '../../base/seeded-random'
import type { RunRequest } from '../../run-source/run-source'
import { emptySnapshot, reduceRun } from '../../../shared/runs/reduce-run'
import { createAnthropicProvider } from '../anthropic/anthropic-provider'
import { type Foreign, objectIn, objectsIn } from '../answer/foreign'
import { createGoogleProvider } from '../google/google-provider'
import { createOpenAiProvider } from '../openai/openai-provider'
import { createOpenAiCompatibleProvider } from '../openai-compatible/openai-compatible-provider'
import type { Provider } from '../provider'
import { message, request, startProbe, textsOf } from './run-probe'

interface StrictFamily {
  name: string
  create: typeof createOpenAiProvider
  /** Follows the fake's port. */
  path: string
  /** The optional fields of a request with `params`, as paths. */
  optional: readonly string[]
  limit: string
}

const params: ModelParams = {
  temperature: 0.7,
  topP: 0.9,
  maxOutputTokens: 9_000,
  seed: 7,
  stop: ['END'],
}
const families: readonly StrictFamily[] = [
  {
    name: 'openai-compatible',
    create: createOpenAiCompatibleProvider,
    path: '/v1',
    optional: ['temperature', 'top_p', 'seed', 'stop', 'stream_options'],
    limit: 'max_tokens',
  },
  {
    name: 'openai',
    create: createOpenAiProvider,
    path: '/v1',
    optional: ['temperature', 'top_p'],
    limit: 'max_output_tokens',
  },
  {
    name: 'anthropic',
    create: createAnthropicProvider,
    path: '/v1',
    optional: ['temperature', 'stop_sequences'],
    limit: 'max_tokens',
  },
  {
    name: 'google',
    create: createGoogleProvider,
    path: '/v1beta',
    optional: [
      'generationConfig.temperature',
      'generationConfig.topP',
      'generationConfig.seed',
      'generationConfig.stopSequences',
    ],
    limit: 'generationConfig.maxOutputTokens',
  },
]

/** How servers refuse a field. */
const fieldRefusals: readonly ((field: string) => string)[] = [
  (field) => `Unsupported parameter: '${field}' is not supported with this model.`,
  (field) => `${field}: Extra inputs are not permitted`,
  (field) => `Unrecognized request argument supplied: "${field}"`,
  (field) => `json: unknown field "${field}"`,
  (field) => `Invalid parameter '${field}'`,
  (field) => `参数 '${field}' 不支持`,
  (field) => `Invalid JSON payload received. Unknown name "${field}": Cannot find field.`,
  (field) => `'messages.1' is valid, but property '${field}' is unsupported`,
  (field) => `The model does not accept \`${field}\`.`,
  (field) => `litellm.UnsupportedParamsError: vendor does not support parameters: ['${field}']`,
]
/** How servers refuse a limit that is too high. */
const limitRefusals: readonly ((most: number, field: string) => string)[] = [
  (most, field) => `${field} is too large: 9000. This model supports at most ${most} completion tokens.`,
  (most, field) => `${field}: 9000 > ${most}, which is the maximum allowed number of output tokens`,
  (most, field) => `Invalid value for ${field}: must be between 1 and ${most}`,
  (most, field) => `\`${field}\` must be less than or equal to \`${most}\``,
  (most, field) => `Range of ${field} should be [1, ${most}]`,
]
const answer = completeStream([{ type: 'tokens', tokens: ['Hi'] }])

/**
 * Asks a server that refuses some fields, or a limit that is too high, and returns how Parley's requests went wrong, or
 * null. The rules: what is refused is left out or lowered, nothing else changes, and the next request knows it.
 */
export async function strictServerBreach(fake: FakeProvider, random: Random): Promise<string | null> {
  const family = families[random.below(families.length)] ?? families[0]
  if (family === undefined) throw new Error('there are no families')
  const refused = random.some(family.optional, random.below(family.optional.length + 1))
  const most = random.below(2) === 0 ? 256 + random.below(8_000) : Infinity
  const says = fieldRefusals[random.below(fieldRefusals.length)] ?? String
  const saysLimit = limitRefusals[random.below(limitRefusals.length)] ?? String
  const status = random.pick([400, 400, 422, 403, 404, 500, 501])
  const namesAll = random.below(2) === 0
  const refusalOf = (body: Foreign): Script | null => {
    const present = refused.filter((path) => valueAt(body, path) !== undefined)
    const words = present.slice(0, namesAll ? undefined : 1).map((path) => says(nameOf(path)))
    if (words.length === 0 && Number(valueAt(body, family.limit)) > most) {
      words.push(saysLimit(most, nameOf(family.limit)))
    }
    return words.length === 0 ? null : errorReply(status, { message: words.join('; ') })
  }
  const model = 'strict'
  fake.script(model, ({ body }) => refusalOf(objectIn(body) ?? {}) ?? answer)
  const provider = providerOf(family, fake)
  const first = await ask(provider, fake, request(model, { params }))
  const second = await ask(provider, fake, request(model, { params }))
  const [before = {}, last = {}] = [first.bodies[0], first.bodies.at(-1)]
  const expected = { ...flat(before) }
  for (const path of refused) delete expected[path]
  if (most < Infinity) expected[family.limit] = most
  const isRight =
    first.error === null &&
    first.text === 'Hi' &&
    JSON.stringify(sorted(flat(last))) === JSON.stringify(sorted(expected)) &&
    second.bodies.length === 1
  return isRight
    ? null
    : `${family.name} (${status}, ${says('F')} / ${saysLimit(most, 'F')}): refused ${refused.join(', ')} above ${most}, error ${String(first.error)}\n${[...first.bodies, ...second.bodies].map((body) => JSON.stringify(flat(body))).join('\n')}`
}

/** How servers send reasoning that they want back with the calls of a step. */
const reasoningSpellings: readonly ((text: string, id: number) => { deltas: Foreign[]; back: Foreign })[] = [
  (text) => ({ deltas: inTwo(text, 'reasoning_content'), back: { reasoning_content: text } }),
  (text) => ({ deltas: inTwo(text, 'reasoning'), back: { reasoning: text } }),
  (text, id) => {
    const entry = { type: 'reasoning.text', text, index: 0, format: 'vendor-v1', signature: `s${id}` }
    return { deltas: [{ reasoning: text, reasoning_details: [entry] }], back: { reasoning_details: [entry] } }
  },
  (_text, id) => {
    const entry = { type: 'reasoning.encrypted', data: `sealed ${id}`, id: `rs_${id}`, index: 0 }
    return { deltas: [{ reasoning_details: [entry] }], back: { reasoning_details: [entry] } }
  },
  (text, id) => {
    const block = { type: 'thinking', thinking: text, signature: `s${id}` }
    return {
      deltas: [{ reasoning_content: text, thinking_blocks: [block] }],
      back: { thinking_blocks: [block] },
    }
  },
]

/**
 * Makes a model think and call tools in several steps, and returns what its server misses in a later request, or null: the
 * reasoning of each step and what came with each call, in their own fields, at their own step.
 */
export async function returnedReasoningBreach(fake: FakeProvider, random: Random): Promise<string | null> {
  const spell = reasoningSpellings[random.below(reasoningSpellings.length)]
  if (spell === undefined) throw new Error('there are no spellings')
  const model = 'thinking'
  const family = families[0]
  if (family === undefined) throw new Error('there are no families')
  const provider = providerOf(family, fake)
  const wanted: Foreign[] = []
  const messages = [message('user', 'Look')]
  const stepCount = 1 + random.below(3)
  for (let step = 0; step < stepCount; step++) {
    const { deltas, back } = spell(`Thought ${step}.`, step)
    const calls = Array.from({ length: 1 + random.below(3) }, (_, index) => ({
      index: random.below(2) === 0 ? index : 0,
      id: `call_${step}_${index}`,
      type: 'function',
      function: { name: 'look', arguments: JSON.stringify({ step, index }) },
      ...(index === 0 && random.below(2) === 0
        ? { extra_content: { google: { thought_signature: `sig${step}` } } }
        : {}),
    }))
    const says = random.below(2) === 0 ? [{ content: `Step ${step}.` }] : []
    const order = [...deltas, ...says, ...calls.map((call) => ({ tool_calls: [call] }))]
    const script = completeStream(
      order.map((delta) => ({ type: 'event', data: { choices: [{ index: 0, delta }] } })),
      { reason: 'tool_calls' },
    )
    fake.script(model, script)
    const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]
    const run = startProbe(provider, request(model, { messages, tools }))
    const { error } = await run.ended
    if (error !== null) return `step ${step} failed: ${inspect(error)}`
    const bodies = run.events.filter(
      (event) => event.type !== 'finish' && event.type !== 'file' && event.type !== 'pending',
    )
    const { parts } = reduceRun(emptySnapshot(message('assistant', [])), bodies).message
    const results = calls.map(({ id }) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      output: `of ${id}`,
    }))
    messages.push(message('assistant', [...parts, ...results], { model: 'fake/thinking' }))
    wanted.push({ ...back, tool_calls: calls.map(({ index: _index, ...call }) => call) })
  }
  fake.script(model, answer)
  messages.push(message('user', 'And?'))
  const { bodies } = await ask(provider, fake, request(model, { messages }))
  const given = objectsIn(bodies.at(-1)?.['messages']).filter(({ tool_calls: calls }) => calls !== undefined)
  const found = given.map(({ role: _role, content: _content, ...rest }) => sorted(rest))
  const [is, shouldBe] = [found, wanted.map(sorted)].map((list) => JSON.stringify(list.map(withSortedCalls)))
  return is === shouldBe ? null : `sent ${is}\ninstead of ${shouldBe}`
}

function providerOf({ create, path }: StrictFamily, fake: FakeProvider): Provider {
  const baseUrl = fake.baseUrl.replace(/\/v1$/, path)
  return create({ id: 'fake', name: 'Fake', baseUrl, apiKey: null, clock: systemClock })
}

async function ask(provider: Provider, fake: FakeProvider, asked: RunRequest) {
  const before = fake.requests.length
  const run = startProbe(provider, asked)
  const { error } = await run.ended
  await run.upstreamClosed
  const bodies = fake.requests.slice(before).map(({ body }) => objectIn(body) ?? {})
  return { error, text: textsOf(run.events).text, bodies }
}

/** Every field of a body, with those of its settings by their path. */
function flat(body: Foreign): Foreign {
  const { generationConfig, ...rest } = body
  const inner = Object.entries(objectIn(generationConfig) ?? {})
  return { ...rest, ...Object.fromEntries(inner.map(([name, value]) => [`generationConfig.${name}`, value])) }
}

function valueAt(body: Foreign, path: string): unknown {
  return flat(body)[path]
}

function nameOf(path: string): string {
  return path.split('.').at(-1) ?? path
}

function sorted(fields: Foreign): Foreign {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function withSortedCalls(fields: Foreign): Foreign {
  return { ...fields, tool_calls: objectsIn(fields['tool_calls']).map(sorted) }
}

function inTwo(text: string, field: string): Foreign[] {
  const half = Math.ceil(text.length / 2)
  return [{ [field]: text.slice(0, half) }, { [field]: text.slice(half) }]
}
