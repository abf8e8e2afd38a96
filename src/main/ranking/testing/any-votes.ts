import * as fc from 'fast-check'

import type { RankedVote } from '../../../shared/ranking/ranking'

/** Names that break code that uses them as properties, trims them or normalizes them. */
const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  '\u00e9',
  'e\u0301',
  '0',
  'a\u0000b',
  '\ud800',
  'x'.repeat(5_000),
] as const

/** Up to `maxLength` votes of every kind, about up to 8 of the hostile names. */
export function anyVotes(maxLength: number): fc.Arbitrary<RankedVote[]> {
  return fc.array(anyVote, { maxLength })
}

const anyVote: fc.Arbitrary<RankedVote> = fc
  .record({
    shown: fc.uniqueArray(fc.constantFrom(...hostileKeys), { minLength: 2, maxLength: 8 }),
    result: fc.constantFrom('best', 'order', 'tie', 'all-bad'),
    count: fc.nat({ max: 6 }),
    at: fc.nat(),
    isOrderKnown: fc.boolean(),
    lengths: fc.option(fc.array(fc.oneof(fc.constant(0), fc.nat(1e6)), { minLength: 8, maxLength: 8 })),
    costs: fc.option(fc.array(fc.option(fc.nat(100)), { minLength: 8, maxLength: 8 })),
    shuffled: fc.infiniteStream(fc.nat()),
  })
  .map(({ shown, result, count, at, isOrderKnown, lengths, costs, shuffled }) => {
    const order = shown
      .map((key) => ({ key, rank: shuffled.next().value ?? 0 }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ key }) => key)
    const [least, most] = {
      best: [1, 1] as const,
      order: [1, shown.length] as const,
      tie: [2, shown.length] as const,
      'all-bad': [0, 0] as const,
    }[result]
    return {
      shown,
      result,
      chosen: order.slice(0, least + (count % (most - least + 1))),
      at,
      isOrderKnown,
      ...(lengths === null ? {} : { lengths: lengths.slice(0, shown.length) }),
      ...(costs === null ? {} : { costs: costs.slice(0, shown.length) }),
    }
  })
