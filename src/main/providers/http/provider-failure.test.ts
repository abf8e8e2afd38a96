import { describe, expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { failureOf, messageError, messageIn } from './provider-failure'

const peer = { name: 'Fake', address: '127.0.0.1:1', secret: null }

/** A refusal with this body. */
function refusal(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { status: 401 })
}

const refused = async (status: number, error: unknown, headers: Record<string, string> = {}) =>
  failureOf(
    new Response(typeof error === 'string' ? error : JSON.stringify({ error }), { status, headers }),
    peer,
    createManualClock(),
  )

const answered = (status: number, body: string, headers: Record<string, string> = {}) =>
  failureOf(new Response(body, { status, headers }), peer, createManualClock())

const asked = async (status: number, headers: Record<string, string>, message = 'Slow down.') =>
  (
    await failureOf(
      new Response(JSON.stringify({ error: { message } }), { status, headers }),
      peer,
      createManualClock(),
    )
  ).message

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

describe('a permanent refusal', () => {
  test.each([
    ['no user query found in messages', 'refused'],
    ['Jinja Exception: Conversation roles must alternate user/assistant/user', 'refused'],
    ['Error rendering prompt with jinja template: unknown operator', 'refused'],
    ['the request exceeds the available context size. try increasing it', 'refused'],
    ['This model’s maximum context length is 4096 tokens', 'refused'],
    ['input is too large to process. increase the physical batch size', 'refused'],
    ['image input is not supported - hint: you may need to provide the mmproj', 'refused'],
    ['model "llama9" not found, try pulling it first', 'refused'],
    ['model requires more system memory (5.6 GiB) than is available (3.2 GiB)', 'memory'],
    ['llama runner process has terminated: cudaMalloc failed: out of memory', 'memory'],
    ['Insufficient Memory', 'memory'],
    ['model failed to load, this may be due to resource limitations', 'memory'],
    ['Unexpected message role.', 'refused'],
    ['Prompt contains 9000 tokens; the window has 8192', 'refused'],
    ['请求长度超过模型最大上下文', 'refused'],
    ["KeyError: 'content'", 'refused'],
  ])('is recognised in a 500 and in a 503: %s', async (message, reason) => {
    for (const status of [500, 503]) {
      expect(await refused(status, { message })).toMatchObject({
        code: 'PROVIDER_BAD_REQUEST',
        data: { reason, status, said: message },
      })
    }
    const inStream = messageError({ text: message, codes: ['server_error'], retryAfterMs: null }, peer)
    expect(inStream).toMatchObject({ code: 'PROVIDER_BAD_REQUEST', data: { reason } })
  })

  test.each([
    'The server had an error.',
    'The model is overloaded. Please try again later.',
    'upstream connect error or disconnect/reset before headers',
    'Service temporarily unavailable',
    'The system is at capacity; memory is being freed for your model',
    'no healthy upstream',
    'This model is currently experiencing high demand',
  ])('is not assumed for a temporary failure: %s', async (message) => {
    expect(await refused(503, { message })).toMatchObject({ code: 'PROVIDER_OVERLOADED' })
  })

  test.each([
    'Request too large for gpt-4o: Limit 30000, Requested 52000',
    'Quota exceeded for metric: free_tier_requests, limit: 0, model: gemini-pro',
  ])('is recognised if a single request exceeds the limit: %s', async (message) => {
    expect(await refused(429, { message })).toMatchObject({
      code: 'PROVIDER_RATE_LIMIT',
      data: { reason: 'too-much', cannotPass: true },
    })
    expect((await refused(429, { message: 'Slow down, limit: 10' })).data?.['cannotPass']).toBeUndefined()
  })

  test.each([
    [501, 'PROVIDER_BAD_REQUEST'],
    [505, 'PROVIDER_BAD_REQUEST'],
    [502, 'PROVIDER_OVERLOADED'],
    [504, 'PROVIDER_OVERLOADED'],
  ])('is recognised by the status %s, unless that may be temporary', async (status, code) => {
    expect(await refused(status, 'No')).toMatchObject({ code })
  })

  test('of a request that is too large names the size, whether or not the server gives a reason', async () => {
    for (const body of ['<html><h1>413 Request Entity Too Large</h1></html>', { message: 'too big' }]) {
      const error = await refused(413, body)
      expect(error).toMatchObject({ code: 'PROVIDER_BAD_REQUEST', data: { reason: 'too-large' } })
      expect(error.message).toMatch(/size.*attachments/)
    }
  })

  test('because of a country names the country', async () => {
    const cases: [number, object][] = [
      [
        403,
        {
          code: 'unsupported_country_region_territory',
          message: 'Country, region, or territory not supported',
        },
      ],
      [400, { message: 'User location is not supported for the API use.' }],
    ]
    for (const [status, error] of cases) {
      expect(await refused(status, error)).toMatchObject({ data: { reason: 'region', status } })
    }
  })
})

describe('an answer of the network instead of the provider', () => {
  const page = '<!DOCTYPE html><html><head><title>Web Filter &ndash; Access Denied</title></head></html>'
  test.each([
    ['a block page', 403, page, {}, 'blocked', /web page.*firewall.*administrator/i],
    ['a block page for legal reasons', 451, page, {}, 'blocked', /firewall/],
    ['a challenge', 503, page, { 'cf-mitigated': 'challenge' }, 'blocked', /bots/],
    [
      'a filter that writes JSON',
      403,
      '{"error":"Blocked by Zscaler policy"}',
      {},
      'filtered',
      /firewall.*Zscaler/,
    ],
    ['a filter that writes text', 403, 'Access denied by the company firewall', {}, 'filtered', /network/],
    ['a proxy without a page', 403, 'No', { 'x-squid-error': 'ERR_ACCESS_DENIED 0' }, 'filtered', /proxy/],
    [
      'a proxy that does not reach it',
      503,
      page,
      { 'x-squid-error': 'ERR_DNS_FAIL 0' },
      'proxy-refused',
      /proxy/,
    ],
    ['a proxy that wants a sign-in', 407, page, {}, 'proxy-sign-in', /proxy.*HTTPS_PROXY/i],
    ['a network that wants a sign-in', 511, page, {}, 'network-sign-in', /sign in.*browser/i],
  ] as const)('is named as %s', async (_name, status, body, headers, reason, words) => {
    const error = await answered(status, body, headers)
    expect(error).toMatchObject({ code: 'PROVIDER_UNREACHABLE', data: { reason, status } })
    expect(error.message).toMatch(words)
    expect(error.message).not.toMatch(/[Cc]heck the (?:key|model)/)
  })

  test('is considered if a refusal gives no reason, and not if the provider gives one', async () => {
    expect((await answered(403, '')).message).toMatch(/firewall.*key/)
    const own = await answered(403, '{"error":{"message":"Your account may not use this model."}}')
    expect(own).toMatchObject({ code: 'PROVIDER_AUTH', data: { reason: 'forbidden' } })
  })

  test.each([
    'The plain HTTP request was sent to HTTPS port',
    'Client sent an HTTP request to an HTTPS server.',
  ])('does not blame the model if the address lacks https: %s', async (text) => {
    expect((await answered(400, text)).message).toMatch(/https:\/\//)
  })
})

describe('the time that a provider asks to wait', () => {
  test.each([
    ['7', 'Try again in 7 seconds.'],
    ['90', 'Try again in 90 seconds.'],
    ['119', 'Try again in 119 seconds.'],
    ['600', 'Try again in 10 minutes.'],
    ['7201', 'Try again in 3 hours.'],
    ['259200', 'Try again in 3 days.'],
  ])('is shown: Retry-After: %s', async (seconds, words) => {
    expect(await asked(429, { 'retry-after': seconds })).toContain(words)
    expect(await asked(503, { 'retry-after': seconds })).toContain(words)
    expect(await asked(429, {})).toContain('Wait a moment, then try again.')
  })

  test.each([
    ['Please try again in 7m12.5s. Visit …', 'in 8 minutes'],
    ['Rate limit reached. Please try again in 20s.', 'in 20 seconds'],
    ['Try again in 350ms', 'in 1 seconds'],
    ['Please retry in 36.5s.', 'in 37 seconds'],
    ['You have hit your limit. Retry after 2 days', 'in 2 days'],
    ['Please try again in 1h2m3s', 'in 63 minutes'],
  ])('is read from words: %s', async (message, words) => {
    expect(await asked(429, {}, message)).toContain(`Try again ${words}`.replace('1 seconds', '1 second'))
  })

  test.each([
    'Try again later',
    'try again in a moment',
    'Please retry in parallel',
    'try again in 5 models',
  ])('is not derived from %s', async (message) => {
    expect(await asked(429, {}, message)).toContain('Wait a moment')
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
