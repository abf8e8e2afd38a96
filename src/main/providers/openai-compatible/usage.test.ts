import { expect, test } from 'vitest'

import { chatUsage } from './usage'

const counts = (input: number, output: number) => ({ inputTokens: input, outputTokens: output })

test.each([
  [
    'thoughts that only the total contains',
    { prompt_tokens: 9, completion_tokens: 5, total_tokens: 500 },
    counts(9, 491),
  ],
  [
    'reasoning beside the output',
    {
      prompt_tokens: 9,
      completion_tokens: 5,
      total_tokens: 34,
      completion_tokens_details: { reasoning_tokens: 20 },
    },
    { ...counts(9, 25), reasoningTokens: 20 },
  ],
  [
    'reasoning in the output',
    {
      prompt_tokens: 9,
      completion_tokens: 25,
      total_tokens: 34,
      completion_tokens_details: { reasoning_tokens: 20 },
    },
    { ...counts(9, 25), reasoningTokens: 20 },
  ],
  [
    'a prompt without its cached part',
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 500 } },
    { ...counts(510, 5), cachedInputTokens: 500 },
  ],
  [
    'a cached part that only the total contains',
    { prompt_tokens: 600, completion_tokens: 5, total_tokens: 1_105, cache_read_input_tokens: 500 },
    { ...counts(1_100, 5), cachedInputTokens: 500 },
  ],
  ['an output and a total', { completion_tokens: 5, total_tokens: 34 }, counts(29, 5)],
  ['strings of digits', { prompt_tokens: '9', completion_tokens: '5' }, counts(9, 5)],
  ['an absurd total', { prompt_tokens: 9, completion_tokens: 5, total_tokens: 900_000_000 }, counts(9, 5)],
  ['negative counts', { prompt_tokens: 9, completion_tokens: -5, total_tokens: 9 }, counts(9, 0)],
  ['fractions, rounded up', { prompt_tokens: 8.2, completion_tokens: '4.5' }, counts(9, 5)],
  ['names of Gemini', { promptTokenCount: 9, candidatesTokenCount: 5 }, counts(9, 5)],
  ['names of Ollama', { prompt_eval_count: 9, eval_count: 5 }, counts(9, 5)],
  [
    'reasoning that is more than the output, beside it',
    { prompt_tokens: 9, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 50 } },
    counts(9, 55),
  ],
])('counts %s', (_what, usage, expected) => {
  expect(chatUsage(usage)?.usage).toMatchObject(expected)
})

test('counts a bare total as the prompt', () => {
  expect(chatUsage({ total_tokens: 40 })).toMatchObject({
    usage: counts(40, 0),
    charges: { hasUnknownFee: true },
  })
})

test.each([
  { num_sources_used: 4 },
  { server_tool_use: { web_search_requests: 1 } },
  { server_side_tool_usage_details: { web_search_calls: 2 } },
])('searches that the server counts have a fee: %j', (more) => {
  const { charges } = chatUsage({ prompt_tokens: 9, completion_tokens: 5, ...more }) ?? {}
  expect(charges).toEqual({ hasUnknownFee: true })
})

test('sound has its own price, and tokens of searches are not counted as searches', () => {
  expect(
    chatUsage({ prompt_tokens: 9, completion_tokens: 5, search_tokens: 7, num_search_queries: 0 })?.charges,
  ).toEqual({})
  expect(
    chatUsage({
      prompt_tokens: 9,
      completion_tokens: 5,
      prompt_tokens_details: { audio_tokens: 7 },
      completion_tokens_details: { audio_tokens: 3 },
    })?.charges,
  ).toEqual({ audioInputTokens: 7, audioOutputTokens: 3 })
})

test('does not treat zeros and nulls as usage', () => {
  expect(chatUsage({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })).toBeNull()
  expect(chatUsage({ prompt_tokens: null, completion_tokens: null })).toBeNull()
  expect(chatUsage(null)).toBeNull()
})
