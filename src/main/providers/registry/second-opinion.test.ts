import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { RemoteProviderKind } from '../../../shared/models/models'
import { systemClock } from '../../base/clock'
import { createRemoteProvider } from './provider-registry'
import { message, request, startProbe, textsOf, withoutDeltas } from '../testing/run-probe'

// The fake provider is ours and could misread a protocol in the same way; this server was written by others.

interface Family {
  kind: RemoteProviderKind
  path: string
  model: string
  thinks: string
}

/** Where each family finds the server, and a model that it considers a reasoning model. */
const families: Family[] = [
  { kind: 'openai', path: '/v1', model: 'gpt-4.1', thinks: 'o4-mini' },
  { kind: 'openai-compatible', path: '/v1', model: 'llama', thinks: 'deepseek-reasoner' },
  { kind: 'anthropic', path: '/v1', model: 'claude-sonnet-4-5', thinks: 'claude-sonnet-4-5' },
  { kind: 'google', path: '/v1beta', model: 'gemini-2.5-flash', thinks: 'gemini-2.5-flash' },
]

let server: LLMock

beforeAll(async () => {
  server = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
  // The same counts with the field names of each protocol; the server picks its own.
  const usage = {
    prompt_tokens: 7,
    completion_tokens: 9,
    input_tokens: 7,
    output_tokens: 9,
    promptTokenCount: 7,
    candidatesTokenCount: 9,
  }
  server.onMessage('capital', { content: 'The capital of Switzerland is Bern.', usage })
  server.onMessage('think', { content: 'So it is four.', reasoning: 'Two and two, that is easy.' })
  server.onMessage('weather', {
    toolCalls: [{ name: 'get_weather', arguments: { city: 'Bern' }, id: 'call_1' }],
  })
  await server.start()
})

afterAll(async () => {
  await server.stop()
})

async function answerOf({ kind, path }: Family, modelId: string, text: string) {
  const provider = createRemoteProvider(kind, {
    id: 'other',
    name: 'Other',
    baseUrl: `${server.url}${path}`,
    apiKey: 'any',
    clock: systemClock,
  })
  const run = startProbe(provider, request(modelId, { messages: [message('user', text)] }))
  const { error } = await run.ended
  expect(error).toBeNull()
  await run.upstreamClosed
  return run.events
}

for (const family of families) {
  describe(`${family.kind}, against a third-party server`, () => {
    it('yields the answer, its usage and its finish', async () => {
      const events = await answerOf(family, family.model, 'What is the capital?')
      expect(textsOf(events)).toEqual({ text: 'The capital of Switzerland is Bern.', reasoning: '' })
      expect(withoutDeltas(events)).toEqual([
        { type: 'usage', usage: { inputTokens: 7, outputTokens: 9, totalTokens: 16 } },
        { type: 'finish', reason: 'end' },
      ])
    })

    it('separates reasoning from the answer', async () => {
      expect(textsOf(await answerOf(family, family.thinks, 'Please think.'))).toEqual({
        text: 'So it is four.',
        reasoning: 'Two and two, that is easy.',
      })
    })

    it('yields a tool call with its arguments', async () => {
      const call = (await answerOf(family, family.model, 'How is the weather?')).find(
        ({ type }) => type === 'tool-call',
      )
      expect(call).toMatchObject({ toolName: 'get_weather', input: { city: 'Bern' } })
    })
  })
}
