import { expect, it } from 'vitest'

import { seededRandom } from '../../base/seeded-random'
import { breachOf, streamFamilies } from './mutated-streams'

// A sample; `npm run drill:streams` reads 20,000 of each family.
for (const family of streamFamilies) {
  it(`keeps the text and reports the right end of mutated streams: ${family.name}`, async () => {
    const random = seededRandom(family.name)
    const breaches: string[] = []
    for (let count = 0; count < 150; count++) {
      const breach = await breachOf(family, random)
      if (breach !== null) breaches.push(breach)
    }
    expect(breaches).toEqual([])
  })
}
