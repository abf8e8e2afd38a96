import { expect, test } from 'vitest'

import { reportedCharges } from './reported-cost'

test.each([
  ['a number', { cost: 0.036 }, { reportedUsd: 0.036 }],
  ['a string', { cost: '0.036' }, { reportedUsd: 0.036 }],
  ['a string in scientific notation', { cost: '3.6e-2' }, { reportedUsd: 0.036 }],
  ['a string with its currency', { cost: '$0.036' }, { reportedUsd: 0.036 }],
  ['another name', { estimated_cost: 0.036 }, { reportedUsd: 0.036 }],
  ['a string after its currency', { cost: 'USD 0.036' }, { reportedUsd: 0.036 }],
  ['in camel case', { totalCostUsd: 0.036 }, { reportedUsd: 0.036 }],
  ['an object in an object', { cost: { total: { amount: 0.036, currency: 'USD' } } }, { reportedUsd: 0.036 }],
  ['zero beside another name', { cost: 0, cost_in_usd_ticks: '360000000' }, { reportedUsd: 0.036 }],
  ["zero beside the provider's price", { cost: 0, market_cost: '0.036' }, { reportedUsd: 0.036 }],
  ['an amount with a currency that is an object', { cost: 1, currency: { code: 'EUR' } }, {}],
  ['ticks', { cost_in_usd_ticks: 360_000_000 }, { reportedUsd: 0.036 }],
  ['an object with a total', { cost: { input: 0.01, total_cost: 0.036 } }, { reportedUsd: 0.036 }],
  ['an amount in dollars', { cost: { amount: '0.036', currency: 'usd' } }, { reportedUsd: 0.036 }],
  ['one of several currencies', { cost: { eur: 0.03, usd: 0.036 } }, { reportedUsd: 0.036 }],
  [
    'an object with parts of both sides',
    { cost: { input: 0.01, output: 0.02, request_cost: '0.005' } },
    { reportedUsd: expect.closeTo(0.035, 9) as number },
  ],
  [
    'an object with some parts',
    { cost: { output_tokens_cost: 0.02, request_cost: '0.005' } },
    { reportedUsd: expect.closeTo(0.025, 9) as number, isReportedInPart: true },
  ],
  ['an amount in euros', { cost: { amount: 0.036, currency: 'EUR' } }, {}],
  ['an amount with a currency beside it', { cost: 0.26, currency: 'CNY' }, {}],
  ['a string in another currency', { cost: '0,036 €' }, {}],
  ['a string in yuan', { cost: '¥0.26' }, {}],
  ['credits', { cost: { value: 12, unit: 'credits' } }, {}],
  ['a negative number', { cost: -1 }, {}],
  ['no number', { cost: Number.NaN }, {}],
  ['infinity as a string', { cost: '1e999' }, {}],
  ['an absurd number', { cost: 1e12 }, {}],
  ['a list', { cost: [0.1] }, {}],
  ['null', { cost: null }, {}],
])('a cost that is %s', (_what, usage, charges) => {
  expect(reportedCharges(usage)).toEqual(charges)
})

test.each([
  [
    'what its provider charges',
    { cost: 0, is_byok: true, cost_details: { upstream_inference_cost: 0.036 } },
    0.036,
  ],
  ['the fee, too', { cost: 0.002, is_byok: true, cost_details: { upstream_inference_cost: '0.034' } }, 0.036],
  [
    'the sum of its parts',
    {
      cost: 0,
      is_byok: true,
      cost_details: { upstream_inference_prompt_cost: 0.016, upstream_inference_completions_cost: 0.02 },
    },
    0.036,
  ],
  [
    'in camel case, and as text',
    { cost: '0', isByok: 'true', costDetails: { upstreamInferenceCost: 0.036 } },
    0.036,
  ],
  [
    'also where the gateway does not say whose key it was',
    { cost: 0, cost_details: { upstream_inference_cost: 0.036 } },
    0.036,
  ],
])("an answer with the user's own key costs %s", (_what, usage, reportedUsd) => {
  expect(reportedCharges(usage)).toEqual({ reportedUsd: expect.closeTo(reportedUsd, 9) as number })
})

test("a cost of 0 with the user's own key is only the gateway's part", () => {
  const nothing = { reportedUsd: 0, isReportedInPart: true }
  expect(reportedCharges({ cost: 0, is_byok: true })).toEqual(nothing)
  expect(
    reportedCharges({ cost: 0, is_byok: true, cost_details: { upstream_inference_cost: null } }),
  ).toEqual(nothing)
  expect(reportedCharges({ cost: 0, is_byok: true, cost_details: { upstream_inference_cost: -3 } })).toEqual(
    nothing,
  )
})

test("without the user's own key, the cost of the provider behind the gateway is part of the cost", () => {
  const usage = { cost: 0.04, is_byok: false, cost_details: { upstream_inference_cost: 0.05 } }
  expect(reportedCharges(usage)).toEqual({ reportedUsd: 0.04 })
  expect(reportedCharges({ cost: 0, is_byok: false })).toEqual({ reportedUsd: 0 })
  expect(reportedCharges({ cost: 0 })).toEqual({ isSaidToBeFree: true })
})
