import { expect, test } from 'vitest'

import type { Usage } from '../../../shared/sessions/messages'
import { ownUsage } from './own-usage'

test.each<[string, Usage, ReturnType<typeof ownUsage>]>([
  ['nothing is known', {}, { inputTokens: 0, outputTokens: 0, costUsd: null }],
  ['a free model', { inputTokens: 3, costUsd: 0 }, { inputTokens: 3, outputTokens: 0, costUsd: 0 }],
  [
    'a continued answer',
    {
      inputTokens: 30,
      outputTokens: 5,
      costUsd: 0.75,
      earlier: { inputTokens: 10, outputTokens: 4, costUsd: 0.5 },
    },
    { inputTokens: 20, outputTokens: 1, costUsd: 0.25 },
  ],
  [
    'a continued answer that was not counted',
    { inputTokens: 10, earlier: { inputTokens: 10, costUsd: 0.5 } },
    { inputTokens: 0, outputTokens: 0, costUsd: null },
  ],
  [
    'a continued answer whose beginning has an unknown cost',
    { outputTokens: 5, ownCostUsd: 0.25, earlier: {} },
    { inputTokens: 0, outputTokens: 5, costUsd: 0.25 },
  ],
  [
    'impossible figures',
    { inputTokens: -4, outputTokens: Number.POSITIVE_INFINITY, costUsd: -1 },
    { inputTokens: 0, outputTokens: 0, costUsd: null },
  ],
  [
    'fractions of tokens, and a cost that is not a number',
    { inputTokens: 2.6, outputTokens: 1e300, costUsd: Number.NaN },
    { inputTokens: 3, outputTokens: Number.MAX_SAFE_INTEGER, costUsd: null },
  ],
])('%s', (_what, usage, own) => {
  expect(ownUsage(usage)).toEqual(own)
})
