import { describe, expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { failureOf } from './provider-failure'

const peer = { name: 'Fake', address: '127.0.0.1:1', secret: null }

/** A refusal with this body. */
function refusal(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { status: 401 })
}

describe('a refusal', () => {
  test('whose body never ends is told after 2 s, by its status, and its body let go', async () => {
    const clock = createManualClock()
    let isLetGo = false
    const body = new ReadableStream({ cancel: () => void (isLetGo = true) })
    const told = failureOf(refusal(body), peer, clock)
    clock.advance(2_000)
    expect(await told).toMatchObject({ code: 'PROVIDER_AUTH', data: { status: 401 } })
    expect(isLetGo).toBe(true)
    expect(clock.pendingTimers).toBe(0)
  })

  test('whose body breaks off is told by its status, not by the break', async () => {
    const clock = createManualClock()
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('lost')) })
    expect(await failureOf(refusal(body), peer, clock)).toMatchObject({ code: 'PROVIDER_AUTH' })
    expect(clock.pendingTimers).toBe(0)
  })

  const bodies: [name: string, body: string, says: RegExp][] = [
    [
      'longer than what is read of it',
      JSON.stringify({
        error: { message: 'The \u201cprompt\u201d is too long', code: 'x' },
        echo: 'y'.repeat(200_000),
      }),
      /It said: The “prompt” is too long/,
    ],
    ['of plain words', 'The model is not loaded\n', /It said: The model is not loaded/],
    [
      'with details that are nested without end',
      `{"detail":${'{"detail":'.repeat(50_000)}1${'}'.repeat(50_001)}`,
      /did not accept/,
    ],
    [
      'with an odd place in its details',
      '{"detail":[{"msg":"too long","loc":["body",{"toString":1},2]}]}',
      /too long \(body\.2\)/,
    ],
    ['that is a page', '<html>Bad gateway</html>', /did not accept the request \(400\)\. Check/],
  ]
  test.each(bodies)('with a body %s is told', async (_name, body, says) => {
    const error = await failureOf(new Response(body, { status: 400 }), peer, createManualClock())
    expect(error.message).toMatch(says)
  })

  test.each([
    ['a code', { code: 402, message: 'No' }],
    ['a name', { type: 'insufficient_quota', message: 'No' }],
    ['words', { message: 'Insufficient account balance' }],
    ['other words', { message: 'Your credit balance is too low to access the API' }],
  ])('in a 200 of an account without credit is one, by %s', async (_name, error) => {
    const response = new Response(JSON.stringify({ error }), { status: 200 })
    expect(await failureOf(response, peer, createManualClock())).toMatchObject({
      code: 'PROVIDER_RATE_LIMIT',
      data: { isUnpaid: true },
    })
  })

  test('that a quota of a minute is used up is not taken for an empty account', async () => {
    const error = {
      code: 429,
      message: 'You exceeded your current quota, please check your plan',
      status: 'RESOURCE_EXHAUSTED',
    }
    const told = await failureOf(
      new Response(JSON.stringify({ error }), { status: 429 }),
      peer,
      createManualClock(),
    )
    expect(told.data?.['isUnpaid']).toBeUndefined()
  })
})
