import { describe, expect, it } from 'vitest'

import { completeStream } from '../../../../../e2e/fake-provider/script'
import { withoutDeltas } from '../run-probe'
import { setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

/** How an answer ends, and what it says it cost. */
export function describeFinish(subject: RemoteSubject): void {
  const { family } = subject
  describe('finish', () => {
    const bench = setUpRemoteBench(subject)
    const finishes: [reason: string, expected: string][] = [
      ['stop', 'end'],
      ['length', 'length'],
      ['content_filter', 'filter'],
      ['tool_calls', 'end'],
      ['refusal', family.refusal],
      ['something new', 'end'],
    ]
    for (const [reason, expected] of finishes) {
      it(`takes "${reason}" for ${expected}`, async () => {
        const { events, error } = await bench.outcomeOf(
          completeStream([{ type: 'tokens', tokens: ['Hi'] }], { reason }),
        )
        expect(error).toBeNull()
        expect(withoutDeltas(events)).toEqual([
          { type: 'usage', usage: { inputTokens: 12, outputTokens: 1, totalTokens: 13 } },
          { type: 'finish', reason: expected },
        ])
      })
    }

    it('says nothing of counts that did not come', async () => {
      const { events } = await bench.outcomeOf('no-usage')
      expect(withoutDeltas(events)).toEqual([{ type: 'finish', reason: 'end' }])
    })

    if (family.countsReasoning) {
      it('tells the tokens of reasoning by themselves', async () => {
        const { events } = await bench.outcomeOf({
          type: 'stream',
          steps: [
            { type: 'finish', reason: 'stop' },
            { type: 'usage', promptTokens: 5, completionTokens: 9, reasoningTokens: 4 },
            { type: 'done' },
          ],
        })
        expect(events[0]).toEqual({
          type: 'usage',
          usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14, reasoningTokens: 4 },
        })
      })
    }
  })
}
