import { describe, expect, it } from 'vitest'

import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { createAt } from '../testing/preset-provider'

/** The models that a server with this list at `/some/models` has. */
async function listed(list: unknown) {
  const other = await startFakeProvider({ routes: { '/some/models': list } })
  try {
    const models = await createAt(`http://127.0.0.1:${other.port}/some`).listModels(
      new AbortController().signal,
    )
    return models.map(({ id, name, facts }) => ({ id: id.replace('fake/', ''), name, facts }))
  } finally {
    await other.close()
  }
}

describe('models', () => {
  it('from OpenRouter have context sizes, prices and abilities; those that only draw are left out', async () => {
    const entry = {
      id: 'anthropic/claude',
      canonical_slug: 'anthropic/claude-1',
      name: 'Anthropic: Claude',
      context_length: 200_000,
      architecture: { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] },
      pricing: { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003', image: '0' },
      top_provider: { context_length: 200_000, max_completion_tokens: 64_000, is_moderated: true },
      supported_parameters: ['max_tokens', 'reasoning', 'include_reasoning', 'stop', 'temperature', 'tools'],
    }
    const auto = {
      id: 'openrouter/auto',
      name: 'Auto Router',
      context_length: 2_000_000,
      architecture: { input_modalities: ['text'], output_modalities: ['text'] },
      pricing: { prompt: '-1', completion: '-1' },
      top_provider: { context_length: null, max_completion_tokens: null },
      supported_parameters: [],
    }
    const drawer = { ...entry, id: 'a/drawer', architecture: { output_modalities: ['image'] } }
    expect(await listed({ data: [entry, auto, drawer] })).toEqual([
      {
        id: 'anthropic/claude',
        name: 'Anthropic: Claude',
        facts: {
          contextTokens: 200_000,
          maxOutputTokens: 64_000,
          price: { input: 3, output: 15, cachedInput: 0.3 },
          takesImages: true,
          takesPdf: true,
          callsTools: true,
          reasons: true,
          params: ['temperature', 'maxOutputTokens', 'stop', 'reasoningEffort'],
        },
      },
      {
        id: 'openrouter/auto',
        name: 'Auto Router',
        facts: {
          contextTokens: 2_000_000,
          takesImages: false,
          takesPdf: false,
          callsTools: false,
          reasons: false,
          params: [],
        },
      },
    ])
  })

  it('from Together come in a bare list, with prices per million', async () => {
    const entry = { object: 'model', type: 'chat', display_name: 'Llama', context_length: 131_072 }
    expect(
      await listed([
        {
          ...entry,
          id: 'meta/llama',
          pricing: { hourly: 0, input: 0.88, output: 0.9, base: 0, finetune: 0 },
        },
        { ...entry, id: 'meta/llama-dedicated', pricing: { hourly: 2, input: 0, output: 0 } },
        { ...entry, id: 'black-forest/flux', type: 'image' },
        { ...entry, id: 'a/embedder', type: 'embedding' },
      ]),
    ).toEqual([
      {
        id: 'meta/llama',
        name: 'Llama',
        facts: { contextTokens: 131_072, price: { input: 0.88, output: 0.9 } },
      },
      { id: 'meta/llama-dedicated', name: 'Llama', facts: { contextTokens: 131_072 } },
    ])
  })

  it('from Mistral have aliases, and not every one is a chat model', async () => {
    const capabilities = { completion_chat: true, completion_fim: false, vision: true }
    const entry = { object: 'model', name: 'mistral-medium-2508', max_context_length: 131_072, capabilities }
    expect(
      await listed({
        data: [
          { ...entry, id: 'mistral-medium-2508' },
          { ...entry, id: 'mistral-medium-latest' },
          { ...entry, id: 'mistral-medium-latest' },
          { ...entry, id: 'mistral-embed', capabilities: { completion_chat: false } },
        ],
      }),
    ).toEqual([
      {
        id: 'mistral-medium-2508',
        name: 'mistral-medium-2508',
        facts: { contextTokens: 131_072, takesImages: true },
      },
      {
        id: 'mistral-medium-latest',
        name: 'mistral-medium-latest',
        facts: { contextTokens: 131_072, takesImages: true },
      },
    ])
  })

  it('from Groq are left out when they are switched off', async () => {
    const entry = { object: 'model', context_window: 131_072, max_completion_tokens: 65_536, owned_by: 'x' }
    expect(
      await listed({
        data: [
          { ...entry, id: 'openai/gpt-oss-20b', active: true },
          { ...entry, id: 'old', active: false },
        ],
      }),
    ).toEqual([
      {
        id: 'openai/gpt-oss-20b',
        name: 'openai/gpt-oss-20b',
        facts: { contextTokens: 131_072, maxOutputTokens: 65_536 },
      },
    ])
  })

  it('keep their entry without the facts that are invalid', async () => {
    const strange = {
      id: 'strange',
      name: 7,
      context_length: 'long',
      pricing: { prompt: null, completion: '' },
      architecture: 'dense',
      supported_parameters: null,
      capabilities: ['completion', 'tools'],
      type: { chat: true },
      active: 'yes',
    }
    expect(await listed({ data: [strange, { id: '' }, null, 'text'] })).toEqual([
      { id: 'strange', name: 'strange', facts: undefined },
    ])
  })
})
