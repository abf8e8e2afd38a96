import { describe, expect, it } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import { errorReply } from '../../../../../e2e/fake-provider/script'
import { contractKey, setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

/** What a server says instead of an answer. */
export function describeRefusals(subject: RemoteSubject): void {
  describe('refusals', () => {
    const bench = setUpRemoteBench(subject)
    const refusals: [model: string, code: string, data: Record<string, unknown>, says: RegExp][] = [
      ['error-401', 'PROVIDER_AUTH', { status: 401 }, /key for Fake was refused \(401\).*Settings/],
      ['error-402', 'PROVIDER_RATE_LIMIT', { status: 402 }, /Insufficient credits/],
      ['error-403', 'PROVIDER_AUTH', { status: 403 }, /may not use this model/],
      ['error-404', 'PROVIDER_BAD_REQUEST', { status: 404 }, /does not exist/],
      ['error-429', 'PROVIDER_RATE_LIMIT', { status: 429 }, /try again/],
      ['error-429-retry', 'PROVIDER_RATE_LIMIT', { status: 429, retryAfterMs: 7000 }, /try again/],
      ['error-500', 'PROVIDER_OVERLOADED', { status: 500 }, /The server had an error/],
      ['error-503-html', 'PROVIDER_OVERLOADED', { status: 503 }, /503/],
      ['error-529', 'PROVIDER_OVERLOADED', { status: 529 }, /529/],
      ['html-200', 'PROVIDER_PROTOCOL', { status: 200 }, /a web page/],
      ['json-error-200', 'PROVIDER_BAD_REQUEST', {}, /No such deployment/],
      ['redirect', 'PROVIDER_BAD_REQUEST', {}, /127\.0\.0\.2/],
      ['reset-before-headers', 'PROVIDER_UNREACHABLE', {}, /closed the connection without an answer/],
    ]
    for (const [model, code, data, says] of refusals) {
      it(`tells people what ${model} means, after one attempt`, async () => {
        const { events, error } = await bench.outcomeOf(model)
        expect(events).toEqual([])
        expect(error).toMatchObject({ code, data: { ...data, address: `127.0.0.1:${bench.fake.port}` } })
        expect(error?.message).toMatch(says)
        expect(bench.fake.requests).toHaveLength(1)
      })
    }

    it('never quotes the key that the provider quotes', async () => {
      const quoting = errorReply(400, { message: `Bad key ${contractKey} in sk-abcdefghijkl` })
      const { error } = await bench.outcomeOf(quoting)
      expect(JSON.stringify([error?.message, error?.data])).not.toMatch(/unguessable|sk-abc/)
      expect(error?.message).toContain('Bad key [redacted]')
    })

    it('shows the beginning of an endless error and reads no further', async () => {
      const body = JSON.stringify({ error: { message: 'too long '.repeat(100) } })
      const { error } = await bench.outcomeOf({
        type: 'reply',
        status: 400,
        body: body + ' '.repeat(1_000_000),
      })
      expect(error?.message.length).toBeLessThan(700)
    })

    it('refuses a wrong key for the list of models in words for people', async () => {
      const guarded = await startFakeProvider({ apiKey: 'another' })
      const provider = bench.create({ baseUrl: guarded.baseUrl })
      const listing = provider.listModels(new AbortController().signal)
      await expect(listing).rejects.toMatchObject({ code: 'PROVIDER_AUTH' })
      await guarded.close()
    })
  })
}
