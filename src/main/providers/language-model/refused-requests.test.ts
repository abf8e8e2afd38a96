import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type FakeProvider, startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { completeStream, errorReply, type Script } from '../../../../e2e/fake-provider/script'
import { createManualClock } from '../../base/testing/manual-clock'
import { systemClock } from '../../base/clock'
import type { RunRequest, ToolDefinition } from '../../run-source/run-source'
import { createAnthropicProvider } from '../anthropic/anthropic-provider'
import { createOpenAiCompatibleProvider } from '../openai-compatible/openai-compatible-provider'
import type { Provider } from '../provider'
import { message, request, startProbe, textsOf } from '../testing/run-probe'
import { RefusalMemory } from './lesser-request'

let fake: FakeProvider

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  await fake.close()
})

type Body = Record<string, unknown>

const answer = completeStream([{ type: 'tokens', tokens: ['Hi'] }])

function chat(refusals?: RefusalMemory): Provider {
  const { baseUrl } = fake
  const memory = refusals === undefined ? {} : { refusals }
  return createOpenAiCompatibleProvider({
    id: 'fake',
    name: 'Fake',
    baseUrl,
    apiKey: null,
    clock: systemClock,
    ...memory,
  })
}

/** A server that refuses requests as `refuse` says, and answers all others. */
function serve(model: string, refuse: (body: Body) => Script | null): void {
  fake.script(model, ({ body }) => refuse(body as Body) ?? answer)
}

/** The outcome of a request: its text, its notices, and the bodies that were sent for it. */
async function ask(provider: Provider, model: string, extra: Partial<RunRequest> = {}) {
  const before = fake.requests.length
  const run = startProbe(provider, request(model, extra))
  const { error } = await run.ended
  const notices = run.events.flatMap((event) => (event.type === 'notice' ? [event.about] : []))
  const bodies = fake.requests.slice(before).map(({ body }) => body as Body)
  return { error, text: textsOf(run.events).text, notices, bodies }
}

const unknownField = (field: string) =>
  errorReply(400, { message: `Bad request: json: unknown field "${field}"` })

describe('optional fields', () => {
  it.each([400, 422, 403, 404, 500, 501, 503, 200])(
    'are left out after a refusal with %i, and not sent to that model again',
    async (status) => {
      serve('strict', (body) =>
        'stream_options' in body
          ? {
              type: 'reply',
              status,
              body: JSON.stringify({
                detail: [
                  {
                    type: 'extra_forbidden',
                    loc: ['body', 'stream_options'],
                    msg: 'Extra inputs are not permitted',
                  },
                ],
              }),
            }
          : null,
      )
      const provider = chat()
      const first = await ask(provider, 'strict')
      expect(first).toMatchObject({ error: null, text: 'Hi', notices: [] })
      expect(first.bodies.map((body) => 'stream_options' in body)).toEqual([true, false])
      const second = await ask(provider, 'strict')
      expect(second.bodies.map((body) => 'stream_options' in body)).toEqual([false])
      expect((await ask(provider, 'brief')).bodies.map((body) => 'stream_options' in body)).toEqual([true])
    },
  )

  it.each([
    [403, 'You are not allowed to use this model.'],
    [404, 'The model `strict` does not exist.'],
    [500, 'Internal error.'],
    [503, ''],
    [429, 'stream_options is not supported at this rate.'],
  ])(
    'stay in the request after a failure with %i that says nothing about them: %s',
    async (status, words) => {
      serve('strict', () => errorReply(status, { message: words }))
      expect((await ask(chat(), 'strict')).bodies).toHaveLength(1)
    },
  )

  it('that were chosen by the user are named in every answer without them', async () => {
    serve('fixed', (body) =>
      'temperature' in body
        ? errorReply(400, {
            message: "Unsupported value: 'temperature' does not support 0.7 with this model.",
            code: 'unsupported_value',
          })
        : null,
    )
    const provider = chat()
    const notices = [{ reason: 'params-refused', fields: 'temperature' }]
    const params = { temperature: 0.7 }
    expect(await ask(provider, 'fixed', { params })).toMatchObject({ error: null, text: 'Hi', notices })
    const second = await ask(provider, 'fixed', { params })
    expect(second).toMatchObject({ notices })
    expect(second.bodies).toHaveLength(1)
    expect(await ask(provider, 'fixed')).toMatchObject({ notices: [] })
  })

  it('are left out one after the other if a server names one at a time', async () => {
    serve('picky', (body) => {
      const field = ['stream_options', 'temperature', 'top_p', 'seed'].find((name) => name in body)
      return field === undefined ? null : unknownField(field)
    })
    const params = { temperature: 0.7, topP: 0.9, seed: 7, maxOutputTokens: 50 }
    const { error, bodies } = await ask(chat(), 'picky', { params })
    expect(error).toBeNull()
    expect(bodies).toHaveLength(5)
    expect(bodies.at(-1)).toMatchObject({ max_tokens: 50 })
  })

  it('include the limit of an answer, which is kept under its other name', async () => {
    serve('new', (body) =>
      'max_tokens' in body
        ? errorReply(400, {
            message:
              "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
          })
        : null,
    )
    const { bodies, notices } = await ask(chat(), 'new', { params: { maxOutputTokens: 50 } })
    expect(bodies.at(-1)).toMatchObject({ max_completion_tokens: 50 })
    expect(notices).toEqual([])
  })

  it('are sent again after a day, because the server may have changed', async () => {
    const clock = createManualClock()
    serve('strict', (body) => ('stream_options' in body ? unknownField('stream_options') : null))
    const provider = chat(new RefusalMemory(clock))
    await ask(provider, 'strict')
    clock.advance(23 * 60 * 60 * 1_000)
    expect((await ask(provider, 'strict')).bodies).toHaveLength(1)
    clock.advance(2 * 60 * 60 * 1_000)
    expect((await ask(provider, 'strict')).bodies).toHaveLength(2)
  })

  it('are not remembered as refused if the request fails without them, too', async () => {
    let isDown = true
    serve('down', (body) =>
      'stream_options' in body
        ? unknownField('stream_options')
        : isDown
          ? errorReply(400, { message: 'The model is not loaded.' })
          : null,
    )
    const provider = chat()
    expect((await ask(provider, 'down')).error).toMatchObject({ code: 'PROVIDER_BAD_REQUEST' })
    isDown = false
    expect((await ask(provider, 'down')).bodies).toHaveLength(2)
  })
})

it.each([
  'System role not supported',
  "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
  'Conversation roles must alternate user/assistant/user/assistant/...',
  'invalid role: system',
  "messages[0].role: Input should be 'user' or 'assistant'",
  'first message must be from user',
])('a system prompt is put before the question if the server knows no such role: %s', async (words) => {
  serve('gemma', ({ messages }) =>
    JSON.stringify(messages).includes('"system"') ? errorReply(400, { message: words }) : null,
  )
  const provider = chat()
  const asked = { systemPrompt: 'Be brief.' }
  const { bodies } = await ask(provider, 'gemma', asked)
  expect(bodies.at(-1)?.['messages']).toEqual([{ role: 'user', content: 'Be brief.\n\nHello' }])
  expect((await ask(provider, 'gemma', asked)).bodies).toHaveLength(1)
})

const tool = (
  name: string,
  inputSchema: ToolDefinition['inputSchema'] = { type: 'object' },
): ToolDefinition => ({
  name,
  description: `Does ${name}.`,
  inputSchema,
})
const named = (body: Body | undefined) =>
  (body?.['tools'] as { function: { name: string } }[] | undefined)?.map((each) => each.function.name)

describe('tools', () => {
  const tools = [tool('look'), tool('odd_one', { type: 'object', oneOf: [] }), tool('write')]
  it.each([
    "Invalid schema for function 'odd_one': schema must have type 'object' and not have 'oneOf' at the top level",
    'tools[1].function.parameters: unsupported keyword',
    'tools.1.custom.input_schema: JSON schema is invalid',
    'Input should be a valid dictionary (body.tools.1.function.parameters)',
    'GenerateContentRequest.tools[0].function_declarations[1].parameters.properties: should be non-empty',
    'Invalid JSON schema: oneOf is not allowed',
    'Tool 1 has invalid function parameters',
    'Invalid tool definition at index 1',
    'The tool `odd_one` could not be compiled into a grammar',
    'failed to parse grammar',
    'The following tools are invalid: odd_one.',
    'oneOf is not supported',
  ])('whose definition a server refuses are left out and named, and the others stay: %s', async (words) => {
    serve('strict', (body) =>
      named(body)?.includes('odd_one') === true ? errorReply(400, { message: words }) : null,
    )
    const provider = chat()
    const { error, notices, bodies } = await ask(provider, 'strict', { tools })
    expect(error).toBeNull()
    expect(notices).toEqual([{ reason: 'tools-refused', tools: 'odd_one' }])
    expect(bodies.map(named)).toEqual([
      ['look', 'odd_one', 'write'],
      ['look', 'write'],
    ])
    expect((await ask(provider, 'strict', { tools })).bodies.map(named)).toEqual([['look', 'write']])
  })

  it('are offered again once their definition has changed', async () => {
    serve('strict', (body) =>
      JSON.stringify(body['tools']).includes('oneOf')
        ? errorReply(400, { message: "Invalid schema for function 'odd_one'" })
        : null,
    )
    const provider = chat()
    await ask(provider, 'strict', { tools })
    const { bodies } = await ask(provider, 'strict', { tools: [tool('odd_one')] })
    expect(bodies.map(named)).toEqual([['odd_one']])
  })

  it('beyond the number that a server takes are left out', async () => {
    serve('few', (body) =>
      (named(body)?.length ?? 0) > 2
        ? errorReply(400, {
            message: "Invalid 'tools': array too long. Expected maximum length 2, but got 3.",
          })
        : null,
    )
    const { notices, bodies } = await ask(chat(), 'few', { tools })
    expect(bodies.map(named).at(-1)).toEqual(['look', 'odd_one'])
    expect(notices).toEqual([{ reason: 'tools-refused', tools: 'write' }])
  })

  it('are not left out again and again if that does not help', async () => {
    serve('stubborn', () => errorReply(500, { message: 'JSON schema conversion failed' }))
    expect((await ask(chat(), 'stubborn', { tools })).bodies).toHaveLength(2)
  })

  it.each([
    "messages: tool_use ids were found without 'tool_result' blocks",
    "Invalid 'messages[2].tool_calls[0].function.arguments': string too long",
    'This model does not support parallel tool calls',
  ])('stay if something else is refused in words that mention them: %s', async (words) => {
    serve('odd', () => errorReply(400, { message: words }))
    const { error, bodies } = await ask(chat(), 'odd', { tools })
    expect(error).toMatchObject({ code: 'PROVIDER_BAD_REQUEST' })
    expect(bodies.map(named)).toEqual([['look', 'odd_one', 'write']])
  })
})

it("asks a server that wants a limit once more with Parley's own, and lowers it if it is too high", async () => {
  serve('other-maker', ({ max_tokens: most }) => {
    if (most === undefined) return errorReply(400, { message: 'max_tokens: Field required' })
    return Number(most) > 8_192
      ? errorReply(400, {
          message: `max_tokens: ${Number(most)} > 8192, which is the maximum for this model`,
        })
      : null
  })
  const { baseUrl } = fake
  const provider = createAnthropicProvider({
    id: 'fake',
    name: 'Fake',
    baseUrl,
    apiKey: null,
    clock: systemClock,
  })
  const { error, bodies } = await ask(provider, 'other-maker', { messages: [message('user', 'Hello')] })
  expect(error).toBeNull()
  expect(bodies.map(({ max_tokens: most }) => most)).toEqual([undefined, 32_000, 8_192])
  expect((await ask(provider, 'other-maker')).bodies.map(({ max_tokens: most }) => most)).toEqual([8_192])
})
