import { describe, expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { failureOf, messageError, messageIn } from './provider-failure'

const peer = { name: 'Fake', address: '127.0.0.1:1', secret: null }

/** A refusal with this body. */
function refusal(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { status: 401 })
}

describe('a refusal', () => {
  test('with an endless body is reported after 2 s by its status, and the body is released', async () => {
    const clock = createManualClock()
    let isLetGo = false
    const body = new ReadableStream({ cancel: () => void (isLetGo = true) })
    const told = failureOf(refusal(body), peer, clock)
    clock.advance(2_000)
    expect(await told).toMatchObject({ code: 'PROVIDER_AUTH', data: { status: 401 } })
    expect(isLetGo).toBe(true)
    expect(clock.pendingTimers).toBe(0)
  })

  test('with a truncated body is reported by its status', async () => {
    const clock = createManualClock()
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('lost')) })
    expect(await failureOf(refusal(body), peer, clock)).toMatchObject({ code: 'PROVIDER_AUTH' })
    expect(clock.pendingTimers).toBe(0)
  })

  const rejected = 'Fake rejected the request (400).'
  const mute = `${rejected} Check the model and its address in Settings.`
  const bodies: [name: string, body: string, says: string][] = [
    [
      'that exceeds the read limit',
      JSON.stringify({
        error: { message: 'The \u201cprompt\u201d is too long', code: 'x' },
        echo: 'y'.repeat(200_000),
      }),
      `${rejected} Its message: The “prompt” is too long`,
    ],
    ['in plain text', 'The model is not loaded\n', `${rejected} Its message: The model is not loaded`],
    [
      'that resembles a catalogue text',
      '{"error":"See {{address}} and $t(errors.said)"}',
      `${rejected} Its message: See {{address}} and $t(errors.said)`,
    ],
    ['with endlessly nested details', `{"detail":${'{"detail":'.repeat(50_000)}1${'}'.repeat(50_001)}`, mute],
    [
      'with an unusual location in its details',
      '{"detail":[{"msg":"too long","loc":["body",{"toString":1},2]}]}',
      `${rejected} Its message: too long (body.2)`,
    ],
    ['that is a web page', '<html>Bad gateway</html>', mute],
  ]
  test.each(bodies)('with a body %s has a readable message', async (_name, body, says) => {
    const error = await failureOf(new Response(body, { status: 400 }), peer, createManualClock())
    expect(error.message).toBe(says)
  })

  test.each([
    ['a code', { code: 402, message: 'No' }],
    ['a name', { type: 'insufficient_quota', message: 'No' }],
    ['a message', { message: 'Insufficient account balance' }],
    ['another message', { message: 'Your credit balance is too low to access the API' }],
  ])('about an account without credit is recognised in a 200, by %s', async (_name, error) => {
    const response = new Response(JSON.stringify({ error }), { status: 200 })
    expect(await failureOf(response, peer, createManualClock())).toMatchObject({
      code: 'PROVIDER_RATE_LIMIT',
      data: { isUnpaid: true },
    })
  })

  test('about a per-minute quota is not mistaken for an empty account', async () => {
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

  test.each([
    ['insufficient_permissions', 'PROVIDER_AUTH'],
    ['insufficient_scope', 'PROVIDER_AUTH'],
    ['insufficient_capacity', 'PROVIDER_OVERLOADED'],
    ['insufficient_resources', 'PROVIDER_OVERLOADED'],
    ['load_balancer_error', 'PROVIDER_OVERLOADED'],
  ])('with the code %s is not mistaken for an empty account', (name, code) => {
    const error = messageError({ text: 'No', codes: [name], retryAfterMs: null }, peer)
    expect(error.code).toBe(code)
    expect(error.data?.['isUnpaid']).toBeUndefined()
  })

  test.each([
    'insufficient_quota',
    'insufficient_user_quota',
    'InsufficientBalance',
    'insufficient_credits',
    'low_balance',
    'payment_required',
    'billing_not_active',
  ])('with the code %s means an empty account', (name) => {
    const error = messageError({ text: 'No', codes: [name], retryAfterMs: null }, peer)
    expect(error.data?.['isUnpaid']).toBe(true)
  })

  test('in JSON after a byte order mark is read', async () => {
    const body = '\uFEFF{"error":{"message":"It broke","code":"insufficient_quota"}}'
    const error = await failureOf(new Response(body, { status: 429 }), peer, createManualClock())
    expect(error).toMatchObject({ data: { isUnpaid: true, said: 'It broke' } })
  })
})

describe('the message of an error', () => {
  test.each([
    [{ code: 1211, msg: 'It broke' }, [1211]],
    [{ error: { msg: 'It broke' } }, []],
    [{ errors: [{ message: 'It broke', code: 7 }] }, [7]],
    [{ errors: ['It broke'] }, []],
    [{ error_msg: 'It broke', error_code: 3 }, [3]],
    [{ title: 'It broke', status: 429 }, [429]],
    [{ Message: 'It broke' }, []],
    [{ error: '', message: 'It broke' }, []],
    [{ error: true, message: 'It broke', code: 429 }, [429]],
    [{ error: { code: 'x', message: '' }, message: 'It broke' }, ['x']],
    [{ error: { error: { message: 'It broke' } } }, []],
    [{ error: 'It broke', code: 402 }, [402]],
    [{ error: 'rate_limited', message: 'It broke' }, ['rate_limited']],
    [{ base_resp: { status_code: 1008, status_msg: 'It broke' } }, [1008]],
  ])('is found in %j', (body, codes) => {
    expect(messageIn(body)).toMatchObject({ text: 'It broke', codes })
  })

  test('includes the reason besides the status', () => {
    expect(messageIn({ error: 'Bad Request', message: 'the real reason' })?.text).toBe(
      'Bad Request: the real reason',
    )
  })

  test.each([[{}], [{ error: {} }], [{ message: ' ' }], [{ object: 'list', data: [] }], [7], ['x']])(
    'is absent in %j',
    (body) => {
      expect(messageIn(body)).toBeNull()
    },
  )
})
