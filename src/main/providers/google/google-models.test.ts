import { describe, expect, it } from 'vitest'

import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { create } from '../testing/google-fake'

/** A model in a list, as the API describes it. */
function listed(name: string, extra: Record<string, unknown> = {}) {
  return {
    name: `models/${name}`,
    displayName: name.toUpperCase(),
    inputTokenLimit: 1_000,
    outputTokenLimit: 200,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
    ...extra,
  }
}

describe('models', () => {
  it('lists those that generate text, with the facts that the provider reports', async () => {
    const other = await startFakeProvider({
      routes: {
        '/some/models?pageSize=1000': {
          models: [
            listed('gemini-2.5-pro', { thinking: true }),
            listed('embedding', { supportedGenerationMethods: ['embedContent'] }),
            listed('gemini-2.5-flash-image'),
            listed('gemini-2.5-pro-preview-tts'),
            { displayName: 'without a name' },
          ],
          nextPageToken: 'more',
        },
        '/some/models?pageSize=1000&pageToken=more': {
          models: [listed('gemini-2.0-flash', { displayName: '', inputTokenLimit: 0 })],
        },
      },
    })
    const provider = create(`http://127.0.0.1:${other.port}/some`)
    const models = await provider.listModels(new AbortController().signal)
    await other.close()
    const common = { providerId: 'fake', providerName: 'Fake', isScripted: false, isLocal: true }
    const params = ['temperature', 'topP', 'maxOutputTokens', 'seed', 'stop']
    expect(models).toEqual([
      {
        id: 'fake/gemini-2.5-pro',
        name: 'GEMINI-2.5-PRO',
        ...common,
        facts: {
          contextTokens: 1_000,
          maxOutputTokens: 200,
          searchesAlone: true,
          reasons: true,
          params: [...params, 'reasoningEffort'],
        },
      },
      {
        id: 'fake/gemini-2.0-flash',
        name: 'gemini-2.0-flash',
        ...common,
        facts: { maxOutputTokens: 200, searchesAlone: true, reasons: false, params },
      },
    ])
  })

  it('stops reading a list that never ends', async () => {
    const page = { models: [], nextPageToken: 'again' }
    const other = await startFakeProvider({
      routes: { '/x/models?pageSize=1000': page, '/x/models?pageSize=1000&pageToken=again': page },
    })
    const provider = create(`http://127.0.0.1:${other.port}/x`)
    expect(await provider.listModels(new AbortController().signal)).toEqual([])
    expect(other.acceptedSockets).toBe(10)
    await other.close()
  })

  it('suggests that the address may lack its version when there is no list', async () => {
    const other = await startFakeProvider({ routes: { '/models?pageSize=1000': { hello: 'world' } } })
    const listing = create(`http://127.0.0.1:${other.port}`).listModels(new AbortController().signal)
    await expect(listing).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
      data: { reason: 'no-list', ending: '/v1beta' },
    })
    await other.close()
  })

  it('accepts an account without models, for which the API sends an empty object', async () => {
    const other = await startFakeProvider({ routes: { '/models?pageSize=1000': {} } })
    const provider = create(`http://127.0.0.1:${other.port}`)
    expect(await provider.listModels(new AbortController().signal)).toEqual([])
    await other.close()
  })

  it('fails with INVALID_INPUT when the address is invalid', async () => {
    await expect(create('nonsense').listModels(new AbortController().signal)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})
