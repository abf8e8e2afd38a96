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

/** Up to `maxLength` votes of every kind, on up to 8 answers by contestants with the hostile names. */
export function anyVotes(maxLength: number): fc.Arbitrary<RankedVote[]> {
  return fc.array(anyVote, { maxLength })
}

const anyVote: fc.Arbitrary<RankedVote> = fc
  .record({
    shown: fc
      .array(fc.constantFrom(...hostileKeys), { minLength: 2, maxLength: 8 })
      .filter((keys) => new Set(keys).size > 1),
    result: fc.constantFrom('best', 'order', 'tie', 'all-bad'),
    count: fc.nat({ max: 6 }),
    at: fc.nat(),
    isOrderKnown: fc.boolean(),
    lengths: fc.option(fc.array(fc.oneof(fc.constant(0), fc.nat(1e6)), { minLength: 8, maxLength: 8 })),
    weight: fc.option(fc.double({ min: 0.05, max: 1, noNaN: true })),
    costs: fc.option(fc.array(fc.option(fc.nat(100)), { minLength: 8, maxLength: 8 })),
    shuffled: fc.infiniteStream(fc.nat()),
  })
  .map(({ shown, result, count, at, isOrderKnown, lengths, weight, costs, shuffled }) => {
    const order = shown
      .map((_, place) => ({ place, rank: shuffled.next().value ?? 0 }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ place }) => place)
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
      ...(weight === null ? {} : { weight }),
      ...(lengths === null ? {} : { lengths: lengths.slice(0, shown.length) }),
      ...(costs === null ? {} : { costs: costs.slice(0, shown.length) }),
    }
  })
