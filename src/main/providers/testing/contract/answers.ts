import { describe, expect, it } from 'vitest'

import { request, startProbe, textsOf, withoutDeltas } from '../run-probe'
import { setUpBench } from './bench'
import type { ContractSubject } from './subject'

/** An answer as every provider gives it, and the list of models. */
export function describeAnswers(subject: ContractSubject): void {
  describe('answers', () => {
    const bench = setUpBench(subject)
    const isRemote = subject.type === 'remote'

    it('yields text, usage and the finish, in this order', async () => {
      const run = startProbe(bench.provider, request(subject.models.text))
      expect(await run.ended).toEqual({ error: null })
      expect(textsOf(run.events).text).not.toBe('')
      expect(withoutDeltas(run.events)).toEqual([
        {
          type: 'usage',
          usage: {
            inputTokens: expect.any(Number) as number,
            outputTokens: expect.any(Number) as number,
            totalTokens: expect.any(Number) as number,
            // A server may report the cost or leave it open; a script knows it.
            ...(isRemote ? {} : { costUsd: 0 }),
          },
        },
        { type: 'finish', reason: 'end' },
      ])
      if (isRemote) await run.upstreamClosed
    })

    it('separates reasoning from the text that follows', async () => {
      const run = startProbe(bench.provider, request(subject.models.reasoning))
      await run.ended
      const { text, reasoning } = textsOf(run.events)
      expect(reasoning).not.toBe('')
      expect(text).not.toBe('')
      expect(text).not.toContain(reasoning)
      expect(run.events[0]?.type).toBe('reasoning-delta')
    })

    it('yields a call with parsed arguments', async () => {
      const run = startProbe(bench.provider, request(subject.models.toolCall))
      await run.ended
      const call = run.events.find((event) => event.type === 'tool-call')
      expect(call).toMatchObject({
        type: 'tool-call',
        toolCallId: expect.stringMatching(/./) as string,
        toolName: expect.stringMatching(/./) as string,
        input: expect.any(Object) as object,
      })
    })

    it('opens one socket per run', async () => {
      const runs = Array.from({ length: 3 }, () => startProbe(bench.provider, request(subject.models.text)))
      await Promise.all(runs.map((run) => run.ended))
      expect(bench.fake.acceptedSockets).toBe(isRemote ? 3 : 0)
    })

    it('lists its own models', async () => {
      const { provider } = bench
      const models = await provider.listModels(new AbortController().signal)
      expect(models.map(({ id }) => id)).toContain(`${provider.id}/${subject.models.text}`)
      for (const model of models) {
        expect(model).toMatchObject({ providerId: provider.id, providerName: provider.name })
      }
    })
  })
}
