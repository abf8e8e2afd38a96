import { describe, expect, it } from 'vitest'

import { completeStream } from '../../../../../e2e/fake-provider/script'
import { request, startProbe, withoutDeltas } from '../run-probe'
import { setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

/** How an answer ends, and the usage that it reports. */
export function describeFinish(subject: RemoteSubject): void {
  const { family } = subject
  describe('finish', () => {
    const bench = setUpRemoteBench(subject)
    const finishes: [reason: string, expected: string][] = [
      ['stop', 'end'],
      ['max_tokens', 'length'],
      ['MODEL_LENGTH', 'length'],
      ['SAFETY', 'filter'],
      ['length', 'length'],
      ['content_filter', 'filter'],
      ['tool_calls', 'end'],
      ['refusal', family.refusal],
    ]
    for (const [reason, expected] of finishes) {
      it(`maps "${reason}" to ${expected}`, async () => {
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

    const failures: [word: string, code: string, reason: string][] = [
      ['error', 'PROVIDER_PROTOCOL', 'finish-failed'],
      ['abort', 'PROVIDER_PROTOCOL', 'finish-failed'],
      ['insufficient_system_resource', 'PROVIDER_OVERLOADED', 'resources'],
      ['something new', 'PROVIDER_PROTOCOL', 'finish-unknown'],
      ['__proto__', 'PROVIDER_PROTOCOL', 'finish-unknown'],
      ['constructor', 'PROVIDER_PROTOCOL', 'finish-unknown'],
      // An invisible character.
      ['\u200B', 'PROVIDER_PROTOCOL', 'finish-unknown'],
    ]
    for (const [word, code, reason] of failures) {
      it(`treats "${word}" as a failure, and keeps the text`, async () => {
        const { events, error } = await bench.outcomeOf(
          completeStream([{ type: 'tokens', tokens: ['Hi'] }], { reason: word }),
        )
        expect(events).toContainEqual({ type: 'text-delta', text: 'Hi' })
        expect(events.map(({ type }) => type)).not.toContain('finish')
        const shown = word === '\u200B' ? '?' : word
        expect(error).toMatchObject({
          code,
          message: expect.stringContaining(shown) as string,
          data: { reason, finishReason: shown },
        })
      })
    }

    it('reports no usage if none arrived', async () => {
      const { events } = await bench.outcomeOf('no-usage')
      expect(withoutDeltas(events)).toEqual([{ type: 'finish', reason: 'end' }])
    })

    it('names the model that answered if another one was requested, even for a stopped answer', async () => {
      bench.fake.script('newest', {
        type: 'stream',
        answeredBy: 'newest-2026-11-01',
        steps: [{ type: 'tokens', tokens: ['Hi', ' there'] }, { type: 'silence' }],
      })
      const run = startProbe(bench.provider, request('newest'))
      await run.waitForEvents(3)
      run.stop()
      await run.ended
      expect(withoutDeltas(run.events)).toEqual([{ type: 'usage', usage: { model: 'newest-2026-11-01' } }])
    })

    if (family.countsReasoning) {
      it('reports reasoning tokens separately', async () => {
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
