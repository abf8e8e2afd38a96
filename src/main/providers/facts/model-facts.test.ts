import { expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import { createManualClock } from '../../base/testing/manual-clock'
import { ModelFactsLookup } from './model-facts'
import type { PriceList } from './price-list'

const addresses: Record<string, string> = {
  openai: 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  near: 'http://127.0.0.1:1234/v1',
  gateway: 'http://localhost:4000/v1',
}
/** A cost that is fully known. */
const exactly = (usd: number) => ({ usd: expect.closeTo(usd, 9) as number, isAtLeast: false })
const withKey = new Set(['openai', 'openrouter', 'gateway'])

function create(loadList?: () => Promise<PriceList>, known = new Map(Object.entries(addresses))) {
  const problems: unknown[] = []
  const facts = new ModelFactsLookup({
    clock: createManualClock(),
    addressOf: (id) => known.get(id) ?? null,
    hasKey: (id) => withKey.has(id),
    onProblem: (error) => problems.push(error),
    loadList,
  })
  return { facts, problems }
}

const model = (id: string, more: Partial<ModelInfo> = {}): ModelInfo => {
  const [providerId = '', ...name] = id.split('/')
  return {
    id,
    providerId,
    providerName: providerId,
    name: name.join('/'),
    isScripted: false,
    isLocal: false,
    ...more,
  }
}

test('facts from the provider take precedence over the price list, one by one', async () => {
  const { facts } = create()
  const said = { contextTokens: 99, takesImages: true }
  const { models, factsDate } = await facts.complete([
    model('openai/gpt-4o', { facts: said }),
    model('openai/gpt-nonsense'),
    model('near/gpt-4o', { isLocal: true }),
    model('demo/brief', { isScripted: true, isLocal: true }),
  ])
  expect(models.map((known) => known.facts)).toEqual([
    { ...said, price: { input: 2.5, output: 10, cachedInput: 1.25 } },
    undefined,
    undefined,
    undefined,
  ])
  expect(factsDate).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('a provider that could not be listed keeps the known facts of its models', async () => {
  const { facts } = create()
  const price = { input: 1, output: 2 }
  await facts.complete([
    model('openrouter/reader', { facts: { price, takesImages: false } }),
    model('near/eye', { facts: { takesImages: true } }),
  ])
  await facts.complete([model('near/other')])
  expect(facts.takesImages('openrouter/reader')).toBe(false)
  expect(facts.takesImages('near/eye')).toBeUndefined()
  expect(await facts.costOf('openrouter/reader')({ inputTokens: 1_000_000 })).toEqual(exactly(1))
})

test('an answer has the cost that its provider reports, or else the list price; an unknown cost is not zero', async () => {
  const { facts } = create()
  await facts.complete([
    model('openrouter/openai/gpt-4o', { facts: { price: { input: 1, output: 2, cachedInput: 0.5 } } }),
  ])
  const usage = { inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 1_000_000 }
  expect(await facts.costOf('openrouter/openai/gpt-4o')(usage)).toEqual(exactly(0.5 + 0.25 + 2))
  expect(await facts.costOf('openai/gpt-4o')(usage)).toEqual(exactly(1.25 + 0.625 + 10))
  expect(await facts.costOf('openai/gpt-nonsense')(usage)).toBeNull()
})

test('models on this machine cost nothing', async () => {
  const { facts } = create()
  expect(await facts.costOf('near/gpt-4o')({ inputTokens: 5, outputTokens: 5 })).toEqual(exactly(0))
  expect(await facts.costOf('demo/brief')({ inputTokens: 5, outputTokens: 5 })).toEqual(exactly(0))
})

test('a local gateway that takes a key is not reported as free', async () => {
  const { facts } = create()
  const usage = { inputTokens: 1_000_000, outputTokens: 1_000_000 }
  expect(await facts.costOf('gateway/gpt-4o')(usage)).toBeNull()
  // Prices that the gateway reports are used, with or without a key.
  const price = { input: 1, output: 2 }
  await facts.complete([
    model('gateway/priced', { facts: { price } }),
    model('near/priced', { facts: { price } }),
  ])
  expect(await facts.costOf('gateway/priced')(usage)).toEqual(exactly(3))
  expect(await facts.costOf('near/priced')(usage)).toEqual(exactly(3))
})

test('an answer whose provider was removed during the run is not reported as free', async () => {
  const known = new Map(Object.entries(addresses))
  const { facts } = create(undefined, known)
  const costOf = facts.costOf('openai/gpt-4o')
  known.clear()
  expect(await costOf({ outputTokens: 1_000_000 })).toEqual(exactly(10))
})

test('an unreadable list leaves facts unknown, keeps the models and reports the reason once', async () => {
  const { facts, problems } = create(() => Promise.reject(new Error('damaged')))
  const models = [model('openai/gpt-4o')]
  expect(await facts.complete(models)).toEqual({ models, factsDate: null })
  expect(await facts.costOf('openai/gpt-4o')({ inputTokens: 1 })).toBeNull()
  expect(problems).toEqual([new Error('damaged')])
})

test('an error in the list for one model does not affect the others', async () => {
  const list: PriceList = {
    facts: (_address, modelId) => {
      if (modelId === 'bad') throw new Error('stumbled')
      return { contextTokens: 7 }
    },
    tokenCost: () => {
      throw new Error('stumbled')
    },
  }
  const { facts, problems } = create(() => Promise.resolve(list))
  const { models } = await facts.complete([model('openai/bad'), model('openai/good')])
  expect(models.map((known) => known.facts)).toEqual([undefined, { contextTokens: 7 }])
  expect(await facts.costOf('openai/good')({ inputTokens: 1 })).toBeNull()
  expect(problems).toHaveLength(2)
})

const addressed = new Map([
  ['claude', 'https://api.anthropic.com/v1'],
  ['gpt', 'https://api.openai.com/v1'],
  ['gem', 'https://generativelanguage.googleapis.com/v1beta'],
  ['or', 'https://openrouter.ai/api/v1'],
  ['own', 'https://gpu.example/v1'],
  ['near', 'http://127.0.0.1:1234/v1'],
])
const noTokens = { inputTokens: 0, outputTokens: 0 }

test.each([
  ['claude/claude-sonnet-4-5', { webSearches: 3 }, 0.03],
  ['gpt/gpt-5', { webSearches: 2, fileSearches: 2 }, 0.025],
  ['gem/gemini-2.5-flash', { webSearches: 3 }, 0.035],
  ['gem/gemini-3-pro-preview', { webSearches: 3 }, 0.042],
])('searches of %s have a fee', async (searching, charges, usd) => {
  const { facts } = create(undefined, addressed)
  expect(await facts.costOf(searching)(noTokens, charges)).toEqual(exactly(usd))
})

test('the cost is at least what is known of it where a part has no known price', async () => {
  const { facts } = create(undefined, addressed)
  const gpt = facts.costOf('gpt/gpt-5')
  const usage = { inputTokens: 1_000_000, outputTokens: 0 }
  const atLeast = { usd: 1.25, isAtLeast: true }
  expect(await gpt(usage, { hasUnknownFee: true })).toEqual(atLeast)
  expect(await gpt(usage, { isCountedInPart: true })).toEqual(atLeast)
  expect(await gpt(usage, { audioInputTokens: 10 })).toEqual(atLeast)
  expect(await gpt({}, { webSearches: 1 })).toEqual({ usd: 0.01, isAtLeast: true })
  expect(await facts.costOf('own/large')(usage, { webSearches: 1 })).toBeNull()
})

test("the provider's own sum comes first, unless it leaves something out", async () => {
  const { facts } = create(undefined, addressed)
  await facts.complete([model('or/a', { facts: { price: { input: 2, output: 2 } } })])
  const usage = { inputTokens: 1_000_000, outputTokens: 0 }
  const priced = facts.costOf('or/a')
  expect(await priced(usage, { reportedUsd: 0.5, webSearches: 9, hasUnknownFee: true })).toEqual(exactly(0.5))
  expect(await priced(usage, { reportedUsd: 0.1, isReportedInPart: true })).toEqual(exactly(2.1))
  expect(await priced(usage, { isSaidToBeFree: true })).toEqual(exactly(2))
  const unpriced = facts.costOf('or/b')
  expect(await unpriced(usage, { reportedUsd: 0.1, isReportedInPart: true })).toEqual({
    usd: 0.1,
    isAtLeast: true,
  })
  expect(await unpriced(usage, { reportedUsd: 0, isReportedInPart: true })).toMatchObject({ isAtLeast: true })
  expect(await unpriced(usage, { isSaidToBeFree: true })).toEqual(exactly(0))
})

test('a price that the user has set makes a server of their own cost something', async () => {
  const own = new Map([
    ['own/large', { input: 2, output: 4 }],
    ['near/small', { input: 1, output: 1 }],
    ['near/free', { input: 0, output: 0 }],
  ])
  const facts = new ModelFactsLookup({
    clock: createManualClock(),
    addressOf: (id) => addressed.get(id) ?? null,
    hasKey: () => false,
    onProblem: () => {},
    ownPrice: (id) => own.get(id),
  })
  const usage = { inputTokens: 1_000_000, outputTokens: 500_000 }
  expect(await facts.costOf('own/large')(usage)).toEqual(exactly(4))
  expect(await facts.costOf('near/small')(usage)).toEqual(exactly(1.5))
  expect(['own/large', 'near/small', 'near/free', 'near/other'].map((id) => facts.isFree(id))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
