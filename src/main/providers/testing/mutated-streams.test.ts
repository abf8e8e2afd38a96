import { expect, it } from 'vitest'

import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { seededRandom } from '../../base/seeded-random'
import { chargedBreach } from './charged-streams'
import { breachOf, streamFamilies } from './mutated-streams'
import { oddAnswerBreach } from './odd-answers'
import { returnedReasoningBreach, strictServerBreach } from './strict-servers'

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

it('distinguishes reasoning, calls and text, however a server sends them', async () => {
  const random = seededRandom('odd answers')
  const breaches: string[] = []
  for (let count = 0; count < 400; count++) {
    const breach = await oddAnswerBreach(random)
    if (breach !== null) breaches.push(breach)
  }
  expect(breaches).toEqual([])
})

for (const family of streamFamilies) {
  it(`counts no less than an answer used, however it is reported: ${family.name}`, async () => {
    const random = seededRandom(`charged ${family.name}`)
    const breaches: string[] = []
    for (let count = 0; count < 150; count++) {
      const breach = await chargedBreach(family, random)
      if (breach !== null) breaches.push(breach)
    }
    expect(breaches).toEqual([])
  })
}

it.each([
  ['writes what a strict server accepts, and remembers it', strictServerBreach],
  ['gives back the reasoning of each step as it came', returnedReasoningBreach],
])('%s', async (what, breachAt) => {
  const random = seededRandom(what)
  const fake = await startFakeProvider()
  const breaches: string[] = []
  for (let count = 0; count < 60; count++) {
    const breach = await breachAt(fake, random)
    if (breach !== null) breaches.push(breach)
  }
  await fake.close()
  expect(breaches).toEqual([])
})
