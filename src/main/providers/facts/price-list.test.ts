import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { providerPresets } from '../../../shared/models/provider-presets'
import { loadPriceList, priceListRelease } from './price-list'

const atMs = Date.UTC(2026, 10, 21, 12)
const openAi = 'https://api.openai.com/v1'
const openRouter = 'https://openrouter.ai/api/v1'

test('the date that is shown belongs to the installed release', () => {
  const manifest = join(import.meta.dirname, '../../../../node_modules/@pydantic/genai-prices/package.json')
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ version: priceListRelease.version })
})

test.each([
  ['an exact name', openAi, 'gpt-4o', { input: 2.5, output: 10, cachedInput: 1.25 }],
  ['a name with a date', openAi, 'gpt-4o-2024-08-06', { input: 2.5, output: 10, cachedInput: 1.25 }],
  [
    'a name with a date without dashes',
    'https://api.anthropic.com/v1',
    'claude-opus-4-5-20251101',
    { input: 5 },
  ],
  ['the name of another maker', openRouter, 'anthropic/claude-opus-4.5', { input: 5, output: 25 }],
  ['the first tier of a tiered price', openAi, 'gpt-5.5', { input: 5, output: 30 }],
  [
    'a name in a folder',
    'https://generativelanguage.googleapis.com/v1beta',
    'models/gemini-2.5-flash',
    { output: 2.5 },
  ],
  ['a free variant', openRouter, 'deepseek/deepseek-r1:free', { input: 0, output: 0 }],
])('a price is found by %s', async (_how, address, modelId, price) => {
  const list = await loadPriceList()
  expect(list.facts(address, modelId, atMs)?.price).toMatchObject(price)
})

test.each([
  ['an unknown name', openAi, 'gpt-nonsense-9'],
  ['a variant with another price', openRouter, 'openai/gpt-4o:nitro'],
  ['a server that only uses the name', 'https://proxy.example.com/v1', 'gpt-4o'],
  [
    'an address that only contains a known one',
    'https://example.com/?to=https://api.openai.com/v1',
    'gpt-4o',
  ],
])('guesses no price for %s', async (_what, address, modelId) => {
  const list = await loadPriceList()
  expect(list.facts(address, modelId, atMs)).toBeNull()
  expect(list.tokenCost(address, modelId, { usage: { inputTokens: 1, outputTokens: 1 } }, atMs)).toBeNull()
})

test('the list knows the address of every preset', async () => {
  const list = await loadPriceList()
  const oneEach: Record<string, string> = {
    openai: 'gpt-4o',
    anthropic: 'claude-sonnet-4-5',
    google: 'gemini-2.5-pro',
    openrouter: 'openai/gpt-4o',
    deepseek: 'deepseek-chat',
    mistral: 'mistral-large-2512',
    groq: 'llama-3.3-70b-versatile',
    xai: 'grok-4.5',
    together: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
  }
  const priced = providerPresets.filter(
    ({ id, baseUrl }) => list.facts(baseUrl, oneEach[id] ?? '', atMs)?.price !== undefined,
  )
  expect(priced.map(({ id }) => id)).toEqual(providerPresets.map(({ id }) => id))
})

test('cached input has its own price, and a long request the price of its tier', async () => {
  const list = await loadPriceList()
  expect(
    list.tokenCost(
      openAi,
      'gpt-4o',
      { usage: { inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 100 } },
      atMs,
    )?.usd,
  ).toBeCloseTo((600 * 2.5 + 400 * 1.25 + 100 * 10) / 1e6, 12)
  expect(
    list.tokenCost(openAi, 'gpt-5.5', { usage: { inputTokens: 300_000, outputTokens: 0 } }, atMs)?.usd,
  ).toBeCloseTo(3, 9)
})

test('impossible counts do not cause an error', async () => {
  const list = await loadPriceList()
  expect(
    list.tokenCost(openAi, 'gpt-4o', { usage: { inputTokens: 10, cachedInputTokens: 50 } }, atMs)?.usd,
  ).toBeGreaterThan(0)
  expect(
    list.tokenCost(openAi, 'gpt-4o', { usage: { cachedInputTokens: 50, outputTokens: 1 } }, atMs)?.usd,
  ).toBeGreaterThan(0)
})

test('a model that is not priced by token has no price, and its cost is not zero', async () => {
  const list = await loadPriceList()
  expect(list.facts(openAi, 'whisper-1', atMs)?.price).toBeUndefined()
  expect(list.tokenCost(openAi, 'whisper-1', { usage: { inputTokens: 5, outputTokens: 5 } }, atMs)).toBeNull()
})
