import { describe, expect, it } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import { errorReply, type Script } from '../../../../../e2e/fake-provider/script'
import { systemClock } from '../../../base/clock'
import { withRetries } from '../../retry/with-retries'
import { request, startProbe } from '../run-probe'
import { contractKey, setUpRemoteBench } from './bench'
import type { RemoteSubject } from './subject'

interface RefusalData {
  reason: string
  status?: number
  retryAfterMs?: number
  target?: string
  mayHaveCost?: true
  /** The server's own message, which the error message includes. */
  said?: string
}

/** Refusals: anything that a server sends instead of an answer. */
export function describeRefusals(subject: RemoteSubject): void {
  describe('refusals', () => {
    const bench = setUpRemoteBench(subject)
    const refusals: [model: string, code: string, data: RefusalData][] = [
      ['error-401', 'PROVIDER_AUTH', { status: 401, reason: 'key' }],
      ['error-402', 'PROVIDER_RATE_LIMIT', { status: 402, reason: 'unpaid', said: 'Insufficient credits.' }],
      [
        'error-403',
        'PROVIDER_AUTH',
        { status: 403, reason: 'forbidden', said: 'Your account may not use this model.' },
      ],
      [
        'error-404',
        'PROVIDER_BAD_REQUEST',
        { status: 404, reason: 'refused', said: 'The model does not exist.' },
      ],
      ['error-429', 'PROVIDER_RATE_LIMIT', { status: 429, reason: 'busy' }],
      ['error-429-retry', 'PROVIDER_RATE_LIMIT', { status: 429, reason: 'busy', retryAfterMs: 7000 }],
      [
        'error-500',
        'PROVIDER_OVERLOADED',
        { status: 500, reason: 'overloaded', said: 'The server had an error.' },
      ],
      ['error-503-html', 'PROVIDER_OVERLOADED', { status: 503, reason: 'overloaded' }],
      ['error-529', 'PROVIDER_OVERLOADED', { status: 529, reason: 'overloaded' }],
      ['html-200', 'PROVIDER_PROTOCOL', { status: 200, reason: 'web-page' }],
      ['json-error-200', 'PROVIDER_BAD_REQUEST', { reason: 'refused', said: 'No such deployment.' }],
      ['redirect', 'PROVIDER_BAD_REQUEST', { reason: 'redirect', target: 'http://127.0.0.2' }],
      ['reset-before-headers', 'PROVIDER_UNREACHABLE', { reason: 'closed', mayHaveCost: true }],
    ]
    for (const [model, code, data] of refusals) {
      it(`explains ${model}, after one attempt`, async () => {
        const { events, error } = await bench.outcomeOf(model)
        expect(events).toEqual([])
        expect(error).toMatchObject({
          code,
          message: expect.stringContaining(data.said ?? 'Fake') as string,
          data: { ...data, address: `127.0.0.1:${bench.fake.port}` },
        })
        expect(bench.fake.requests).toHaveLength(1)
      })
    }

    const answeredOtherwise: [what: string, script: Script, code: string, reason: string, words: RegExp][] = [
      [
        'a failure of the server that cannot pass',
        errorReply(500, { message: 'no user query found in messages' }),
        'PROVIDER_BAD_REQUEST',
        'refused',
        /no user query/,
      ],
      [
        'a lack of memory',
        errorReply(500, { message: 'model requires more system memory (5.6 GiB) than is available' }),
        'PROVIDER_BAD_REQUEST',
        'memory',
        /smaller model/,
      ],
      [
        'a block page',
        { type: 'reply', status: 403, body: '<!doctype html><title>Web Filter</title>' },
        'PROVIDER_UNREACHABLE',
        'blocked',
        /firewall.*Web Filter/,
      ],
      [
        'a proxy that wants a sign-in',
        { type: 'reply', status: 407, body: '' },
        'PROVIDER_UNREACHABLE',
        'proxy-sign-in',
        /HTTPS_PROXY/,
      ],
      [
        'a wait of 90 s',
        errorReply(429, { message: 'Slow down.' }, { 'retry-after': '90' }),
        'PROVIDER_RATE_LIMIT',
        'busy',
        /Try again in 90 seconds/,
      ],
      [
        'a wait of days',
        errorReply(503, { message: 'Closed.' }, { 'retry-after': '259200' }),
        'PROVIDER_OVERLOADED',
        'overloaded',
        /Try again in 3 days/,
      ],
    ]
    for (const [what, script, code, reason, words] of answeredOtherwise) {
      it(`explains ${what}, and does not ask again`, async () => {
        bench.fake.script('scripted', script)
        const provider = withRetries(bench.create(), { clock: systemClock })
        const run = startProbe(provider, request('scripted'))
        const { error } = await run.ended
        expect(error).toMatchObject({ code, data: { reason } })
        expect((error as Error).message).toMatch(words)
        expect(run.events).toEqual([])
        expect(bench.fake.requests).toHaveLength(1)
      })
    }

    it('never quotes a key that the provider quotes', async () => {
      const quoting = errorReply(400, { message: `Bad key ${contractKey} in sk-abcdefghijkl` })
      const { error } = await bench.outcomeOf(quoting)
      expect(JSON.stringify([error?.message, error?.data])).not.toMatch(/unguessable|sk-abc/)
      expect(error?.message).toContain('Bad key [redacted]')
    })

    it('shows the start of an endless error and reads no further', async () => {
      const body = JSON.stringify({ error: { message: 'too long '.repeat(100) } })
      const { error } = await bench.outcomeOf({
        type: 'reply',
        status: 400,
        body: body + ' '.repeat(1_000_000),
      })
      expect(error?.message.length).toBeLessThan(700)
    })

    it('explains a wrong key when listing models', async () => {
      const guarded = await startFakeProvider({ apiKey: 'another' })
      const provider = bench.create({ baseUrl: guarded.baseUrl })
      const listing = provider.listModels(new AbortController().signal)
      await expect(listing).rejects.toMatchObject({ code: 'PROVIDER_AUTH' })
      await guarded.close()
    })
  })
}
