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
  [
    'negative and fractional counts',
    { prompt_tokens: 9, completion_tokens: -5, total_tokens: 9.5 },
    counts(9, 0),
  ],
])('counts %s', (_what, usage, expected) => {
  expect(chatUsage(usage)?.usage).toMatchObject(expected)
})

test('a bare total is a prompt at least', () => {
  expect(chatUsage({ total_tokens: 40 })).toMatchObject({
    usage: counts(40, 0),
    charges: { hasUnknownFee: true },
  })
})

test('searches that the server counts have a fee, and sound has a price of its own', () => {
  expect(chatUsage({ prompt_tokens: 9, completion_tokens: 5, num_sources_used: 4 })?.charges).toEqual({
    hasUnknownFee: true,
  })
  expect(
    chatUsage({
      prompt_tokens: 9,
      completion_tokens: 5,
      prompt_tokens_details: { audio_tokens: 7 },
      completion_tokens_details: { audio_tokens: 3 },
    })?.charges,
  ).toEqual({ audioInputTokens: 7, audioOutputTokens: 3 })
})

test('zeros and nulls are no usage', () => {
  expect(chatUsage({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })).toBeNull()
  expect(chatUsage({ prompt_tokens: null, completion_tokens: null })).toBeNull()
  expect(chatUsage(null)).toBeNull()
})
