import { describe, expect, it } from 'vitest'

import { errorReply, type Step } from '../../../../../e2e/fake-provider/script'
import { seededRandom } from '../../../base/seeded-random'
import type { Cost } from '../../../run-source/cost'
import type { SourceEvent } from '../../../run-source/run-source'
import { chargedAnswer, chargedUsd, costAt } from '../charged-streams'
import { request, startProbe } from '../run-probe'
import { setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

/** The reported cost of an answer. Models cost $1 and $10 per million tokens, unless a case names one of the list. */
export function describeMoney(subject: RemoteSubject): void {
  const { family } = subject
  describe('money', () => {
    const bench = setUpRemoteBench(subject)
    for (const { what, events, usd, isAtLeast = false, modelId } of family.charged) {
      it(`knows the cost of ${what}`, async () => {
        const steps = events.map((data): Step => ({ type: 'event', data }))
        const outcome = await bench.outcomeOf({ type: 'stream', steps })
        const expected = usd === null ? null : { usd: expect.closeTo(usd, 9) as number, isAtLeast }
        expect(await costIn(family.name, outcome.events, modelId)).toEqual(expected)
      })
    }

    it('knows the cost of an answer however its usage is reported', async () => {
      const random = seededRandom(`money ${family.name}`)
      for (let count = 0; count < 20; count++) {
        const { used, events: sent } = chargedAnswer(family.name, random)
        const steps = sent.map((data): Step => ({ type: 'event', data }))
        const { events } = await bench.outcomeOf({ type: 'stream', steps })
        const cost = await costIn(family.name, events)
        expect([sent, cost?.usd]).toEqual([sent, expect.closeTo(chargedUsd(family.name, used), 9)])
      }
    })

    const words = 'Twelve words of a long answer that nobody will ever count. '
    it('says that a stopped answer has cost at least its prompt and what was written', async () => {
      bench.fake.script('half', {
        type: 'stream',
        steps: [{ type: 'tokens', tokens: [words.repeat(100)] }, { type: 'silence' }],
      })
      const run = startProbe(bench.provider, request('half', { systemPrompt: words.repeat(1_000) }))
      await run.waitForEvents(1)
      run.stop()
      await run.ended
      const cost = await costIn(family.name, run.events)
      expect(cost?.isAtLeast).toBe(true)
      // About 15 tokens for each repetition.
      const usd = (15_000 + 1_500 * 10) / 1_000_000
      expect(cost?.usd).toBeGreaterThan(usd * 0.9)
      expect(cost?.usd).toBeLessThan(usd * 1.1)
    })

    it('says that an answer whose connection was lost has cost at least as much', async () => {
      const { events } = await bench.outcomeOf({
        type: 'stream',
        steps: [{ type: 'tokens', tokens: [words.repeat(100)] }],
        ending: 'reset',
      })
      expect(await costIn(family.name, events)).toMatchObject({ isAtLeast: true })
    })

    it('reports no cost for a request that was refused, or stopped before it was accepted', async () => {
      expect((await bench.outcomeOf(errorReply(429, { message: 'Slow down.' }))).events).toEqual([])
      const { run } = await bench.startAndWait('no-headers', 0)
      run.stop()
      await run.ended
      expect(run.events).toEqual([])
    })
  })
}

async function costIn(
  family: string,
  events: readonly SourceEvent[],
  modelId?: string,
): Promise<Cost | null> {
  const counted = events.findLast((event) => event.type === 'usage')
  return counted === undefined ? null : costAt(family, modelId)(counted.usage, counted.charges)
}
