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
  expect(await facts.costOf('openrouter/reader')({ inputTokens: 1_000_000 })).toBe(1)
})

test('an answer has the cost that its provider reports, or else the list price; an unknown cost is not zero', async () => {
  const { facts } = create()
  await facts.complete([
    model('openrouter/openai/gpt-4o', { facts: { price: { input: 1, output: 2, cachedInput: 0.5 } } }),
  ])
  const usage = { inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 1_000_000 }
  expect(await facts.costOf('openrouter/openai/gpt-4o')(usage)).toBeCloseTo(0.5 + 0.25 + 2, 9)
  expect(await facts.costOf('openai/gpt-4o')(usage)).toBeCloseTo(1.25 + 0.625 + 10, 9)
  expect(await facts.costOf('openai/gpt-nonsense')(usage)).toBeNull()
})

test('models on this machine cost nothing', async () => {
  const { facts } = create()
  expect(await facts.costOf('near/gpt-4o')({ inputTokens: 5, outputTokens: 5 })).toBe(0)
  expect(await facts.costOf('demo/brief')({ inputTokens: 5, outputTokens: 5 })).toBe(0)
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
  expect(await facts.costOf('gateway/priced')(usage)).toBe(3)
  expect(await facts.costOf('near/priced')(usage)).toBe(3)
})

test('an answer whose provider was removed during the run is not reported as free', async () => {
  const known = new Map(Object.entries(addresses))
  const { facts } = create(undefined, known)
  const costOf = facts.costOf('openai/gpt-4o')
  known.clear()
  expect(await costOf({ outputTokens: 1_000_000 })).toBeCloseTo(10, 9)
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
    costUsd: () => {
      throw new Error('stumbled')
    },
  }
  const { facts, problems } = create(() => Promise.resolve(list))
  const { models } = await facts.complete([model('openai/bad'), model('openai/good')])
  expect(models.map((known) => known.facts)).toEqual([undefined, { contextTokens: 7 }])
  expect(await facts.costOf('openai/good')({})).toBeNull()
  expect(problems).toHaveLength(2)
})
