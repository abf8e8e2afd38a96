import { systemClock } from '../../base/clock'
import type { Random } from '../../base/seeded-random'
import type { CostOf } from '../../run-source/cost'
import { ModelFactsLookup } from '../facts/model-facts'
import type { streamFamilies } from './mutated-streams'
import { readBody } from './read-body'

/** The usage of a request. */
interface Used {
  input: number
  output: number
  searches: number
  costUsd: number | null
}

type Counts = Record<string, unknown>

/** How each family reports what was used so far, and what it does not charge for without a count. */
const spoken: Record<string, (used: Used, random: Random) => { reports: Counts[]; end: Counts[] }> = {
  'openai-compatible': (used, random) => ({
    reports: partsOf(used, random).map((part) => ({
      choices: [{ delta: { content: 'x' } }],
      usage: chatCounts(part, random),
    })),
    end: [
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage: { ...chatCounts(used, random), ...costOf(used, random) } },
      ...oddLast(random).map((usage) => ({ choices: [], usage })),
    ],
  }),
  openai: (used, random) => ({
    reports: Array.from({ length: used.searches }, (_, index) => ({
      type: 'response.output_item.done',
      output_index: index,
      item: { type: 'web_search_call', id: `ws${index}`, status: 'completed', action: { type: 'search' } },
    })),
    end: [
      { type: 'response.output_text.delta', output_index: 50, item_id: 'm', delta: 'x' },
      {
        type: 'response.completed',
        response: {
          status: 'completed',
          usage: { input_tokens: spelt(used.input, random), output_tokens: spelt(used.output, random) },
        },
      },
    ],
  }),
  anthropic: (used, random) => ({
    reports: [
      {
        type: 'message_start',
        message: { usage: { input_tokens: spelt(used.input, random), output_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'x' } },
      { type: 'content_block_stop', index: 0 },
    ],
    end: [
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: {
          ...oneOf([{}, { input_tokens: 0 }, { input_tokens: null }, { input_tokens: used.input }], random),
          output_tokens: spelt(used.output, random),
          server_tool_use: { web_search_requests: used.searches },
        },
      },
      { type: 'message_stop', ...oneOf([{}, { usage: { input_tokens: 0, output_tokens: 0 } }], random) },
    ],
  }),
  google: (used, random) => {
    const tool = Math.floor(used.input * oneOf([0, 0.3, 0.8], random))
    const thought = Math.floor(used.output * oneOf([0, 0.5], random))
    const usageMetadata = {
      promptTokenCount: used.input - tool,
      toolUsePromptTokenCount: tool,
      candidatesTokenCount: used.output - thought,
      thoughtsTokenCount: thought,
    }
    const webSearchQueries = Array.from({ length: used.searches }, (_, index) => `q${index}`)
    return {
      reports: [{ candidates: [{ content: { parts: [{ text: 'x' }] } }] }],
      end: [
        {
          candidates: [{ finishReason: 'STOP', groundingMetadata: { webSearchQueries } }],
          usageMetadata,
        },
        ...oneOf(
          [[], [{ candidates: [{ groundingMetadata: { webSearchQueries } }], usageMetadata: {} }]],
          random,
        ),
      ],
    }
  },
}

/** An answer of this family that reports what it used in one of the ways of its servers, as the events of its body. */
export function chargedAnswer(name: string, random: Random): { used: Used; events: Counts[] } {
  const used: Used = {
    input: 1 + random.below(5_000),
    output: 2 + random.below(5_000),
    searches: name === 'openai-compatible' ? 0 : random.below(4),
    costUsd: name === 'openai-compatible' && random.below(2) === 0 ? (1 + random.below(900)) / 1_000 : null,
  }
  const { reports = [], end = [] } = spoken[name]?.(used, random) ?? {}
  return { used, events: [...reports, ...end] }
}

/** Reads a charged answer, and returns how less was counted or charged than it used, or null. */
export async function chargedBreach(
  { name, protocol }: (typeof streamFamilies)[number],
  random: Random,
): Promise<string | null> {
  const { used, events: sent } = chargedAnswer(name, random)
  const body = sent.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const { events } = await readBody(protocol, [body])
  const counted = events.findLast((event) => event.type === 'usage')
  const { usage = {}, charges = {} } = counted ?? {}
  const cost = await costAt(name)(usage, charges)
  const expected = chargedUsd(name, used)
  const isRight =
    usage.inputTokens === used.input &&
    usage.outputTokens === used.output &&
    (charges.webSearches ?? 0) === used.searches &&
    cost !== null &&
    Math.abs(cost.usd - expected) < 1e-9
  return isRight
    ? null
    : `${name}: used ${JSON.stringify(used)}, counted ${JSON.stringify([counted, cost])} instead of ${expected} in\n${body}`
}

/** Prices of one's own, in US dollars per million tokens, for models without one. */
const ownPrice = { input: 1, output: 10 }
/** Where each family is at home, and what a search costs there. */
const homes: Record<string, { address: string; searchUsd: number }> = {
  'openai-compatible': { address: 'https://gateway.example/v1', searchUsd: 0 },
  openai: { address: 'https://api.openai.com/v1', searchUsd: 0.01 },
  anthropic: { address: 'https://api.anthropic.com/v1', searchUsd: 0.01 },
  google: { address: 'https://generativelanguage.googleapis.com/v1beta', searchUsd: 0.014 },
}

/** The cost that Parley reports for a request to this family: at its own address, with an own price or the listed one. */
export function costAt(family: string, modelId = 'priced'): CostOf {
  const facts = new ModelFactsLookup({
    clock: { ...systemClock, now: () => Date.UTC(2026, 10, 28) },
    addressOf: () => homes[family]?.address ?? null,
    hasKey: () => true,
    ownPrice: (id) => (id === 'p/priced' ? ownPrice : undefined),
    onProblem: (error) => {
      throw error
    },
  })
  return facts.costOf(`p/${modelId}`)
}

/** The true cost of the request. */
export function chargedUsd(family: string, { input, output, searches, costUsd }: Used): number {
  const tokens = (input * ownPrice.input + output * ownPrice.output) / 1_000_000
  return costUsd ?? tokens + searches * (homes[family]?.searchUsd ?? 0)
}

/** The totals so far, none of which is the whole. */
function partsOf(used: Used, random: Random): Used[] {
  const count = random.below(4)
  return Array.from({ length: count }, (_, index) => ({
    ...used,
    output: Math.floor((used.output * (index + 1)) / (count + 1)),
  }))
}

function chatCounts({ input, output }: Used, random: Random): Counts {
  const counts = { prompt_tokens: spelt(input, random), completion_tokens: spelt(output, random) }
  return oneOf([counts, { ...counts, total_tokens: input + output }], random)
}

function costOf({ costUsd }: Used, random: Random): Counts {
  if (costUsd === null)
    return oneOf<Counts>(
      [
        {},
        { cost: null },
        { cost: 3, currency: 'EUR' },
        { cost: { total: 3, currency: 'CNY' } },
        { cost: '¥3' },
        { cost: 'x' },
        { cost: -3 },
        { cost: '-0.5' },
        { cost: 'NaN' },
        { cost: 1e300 },
        { cost: [] },
        { cost: { ['__proto__']: 3, amount: 'Infinity' } },
        { cost: 0 },
        { total_cost: 0, is_byok: null },
      ],
      random,
    )
  return oneOf<Counts>(
    [
      { cost: costUsd },
      { cost: String(costUsd) },
      { cost: { total_cost: costUsd, input_cost: costUsd / 2 } },
      { cost: { amount: String(costUsd), currency: 'USD' } },
      { cost: `$${costUsd}` },
      { total_cost: `${costUsd} USD` },
      { cost: { input: costUsd / 4, output: (costUsd * 3) / 4 } },
      { estimated_cost: costUsd, currency: 'usd' },
      { cost: 0, is_byok: true, cost_details: { upstream_inference_cost: costUsd } },
      { cost: costUsd / 2, is_byok: true, cost_details: { upstream_inference_cost: costUsd / 2 } },
    ],
    random,
  )
}

/** Counts that some gateways repeat at the end. */
function oddLast(random: Random): Counts[] {
  return oneOf<Counts[]>(
    [
      [],
      [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
      [{ prompt_tokens: null, completion_tokens: null, cost: null }],
      [{ prompt_tokens: -1, completion_tokens: 1e300, cost: -5 }],
      [{ prompt_tokens: 0, completion_tokens: 0, cost: 0 }],
    ],
    random,
  )
}

/** A count as a number or as text. */
function spelt(count: number, random: Random): number | string {
  return random.below(4) === 0 ? String(count) : count
}

function oneOf<Choice>(choices: readonly Choice[], random: Random): Choice {
  return choices[random.below(choices.length)] as Choice
}
