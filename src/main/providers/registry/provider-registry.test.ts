import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { systemClock } from '../../base/clock'
import type { KnownProvider } from '../../model-setup/known-provider'
import type { ManualClock } from '../../base/testing/manual-clock'
import { createManualClock } from '../../base/testing/manual-clock'
import type { Discovery, LocalEndpoint } from './discovery'
import type { ProviderRegistryOptions } from './provider-registry'
import { ProviderRegistry } from './provider-registry'
import { request, startProbe, textsOf } from '../testing/run-probe'

let fake: FakeProvider
let clock: ManualClock
let saved: KnownProvider[]
const never = new AbortController().signal

beforeEach(async () => {
  fake = await startFakeProvider()
  clock = createManualClock()
  saved = [
    { id: 'mine', kind: 'openai-compatible', name: 'Mine', baseUrl: fake.baseUrl, origin: 'configured' },
  ]
})

afterEach(async () => {
  await fake.close()
})

function local(id: string, baseUrl: string): LocalEndpoint {
  return { id, name: id, baseUrl, identity: { type: 'any' } }
}

/** A discovery that finds the current contents of this list. */
function finding(found: LocalEndpoint[]): Discovery {
  return { endpoints: found, find: () => Promise.resolve([...found]) }
}

function create(options: Partial<ProviderRegistryOptions> = {}): ProviderRegistry {
  return new ProviderRegistry({
    configured: () => saved,
    apiKeyFor: (id) => (id === 'mine' ? 'key-of-mine-1234' : null),
    discovery: finding([]),
    isDiscoveryOn: () => true,
    clock,
    ...options,
  })
}

async function providersOf(registry: ProviderRegistry, refresh = false) {
  const { models, problems } = await registry.listModels(refresh, never)
  return {
    providers: [...new Set(models.map(({ providerId }) => providerId))],
    problems: problems.map(
      ({ providerId, error }) => `${providerId} ${error.code} ${String(error.data?.['reason'])}`,
    ),
  }
}

describe('listing', () => {
  it('has saved providers, discovered ones, and the demo last', async () => {
    const other = await startFakeProvider()
    const registry = create({ discovery: finding([local('ollama', other.baseUrl)]) })
    expect(await providersOf(registry)).toEqual({ providers: ['mine', 'ollama', 'demo'], problems: [] })
    expect(registry.listProviders()).toEqual([
      {
        id: 'mine',
        kind: 'openai-compatible',
        name: 'Mine',
        baseUrl: fake.baseUrl,
        hasKey: true,
        last4: '1234',
        keyVariable: null,
        origin: 'configured',
      },
      {
        id: 'ollama',
        kind: 'openai-compatible',
        name: 'ollama',
        baseUrl: other.baseUrl,
        hasKey: false,
        last4: null,
        keyVariable: null,
        origin: 'discovered',
      },
      {
        id: 'demo',
        kind: 'demo',
        name: 'Demo',
        baseUrl: null,
        hasKey: false,
        last4: null,
        keyVariable: null,
        origin: 'built-in',
      },
    ])
    await other.close()
  })

  it('reports a provider that fails as a problem, and lists the others', async () => {
    saved.unshift({
      id: 'bad',
      kind: 'openai-compatible',
      name: 'Bad',
      baseUrl: 'nonsense',
      origin: 'configured',
    })
    const other = await startFakeProvider({ apiKey: 'another' })
    saved.push({
      id: 'shut',
      kind: 'openai-compatible',
      name: 'Shut',
      baseUrl: other.baseUrl,
      origin: 'configured',
    })
    expect(await providersOf(create())).toEqual({
      providers: ['mine', 'demo'],
      problems: ['bad INVALID_INPUT address-unusable', 'shut PROVIDER_AUTH key'],
    })
    await other.close()
  })

  it('gives up on a provider that hangs, and waits for it no longer than its timeout', async () => {
    const hanging = await startFakeProvider({ hangsAt: '/v1/models' })
    saved = [
      {
        id: 'hanging',
        kind: 'openai-compatible',
        name: 'Hanging',
        baseUrl: hanging.baseUrl,
        origin: 'configured',
      },
    ]
    const listing = providersOf(create())
    await hanging.waitForSocket()
    // The limit for connecting has ended; those for the headers and for the list remain.
    await expect.poll(() => clock.pendingTimers).toBe(2)
    clock.advance(6_000)
    expect(await listing).toEqual({
      providers: ['demo'],
      problems: ['hanging PROVIDER_UNREACHABLE no-answer'],
    })
    await hanging.close()
  })

  it("shows a local server once, under the user's name for it", async () => {
    const registry = create({ discovery: finding([local('ollama', fake.baseUrl)]) })
    expect((await providersOf(registry)).providers).toEqual(['mine', 'demo'])
  })

  it('probes no servers when discovery is off', async () => {
    const registry = create({
      discovery: finding([local('ollama', fake.baseUrl)]),
      isDiscoveryOn: () => false,
      configured: () => [],
    })
    expect((await providersOf(registry)).providers).toEqual(['demo'])
    expect(() => registry.resolve('ollama/llama')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  it('keeps a listing for 30 s unless it is refreshed or a provider changed', async () => {
    const registry = create()
    const counts: number[] = []
    const list = async (refresh = false) => {
      await registry.listModels(refresh, never)
      counts.push(fake.acceptedSockets)
    }
    await Promise.all([list(), list()])
    await list()
    clock.advance(29_999)
    await list()
    await list(true)
    clock.advance(30_000)
    await list()
    registry.invalidate()
    await list()
    expect(counts).toEqual([1, 1, 1, 1, 2, 3, 4])
  })

  it('does not keep a listing that was in progress when a provider changed', async () => {
    const registry = create()
    const early = registry.listModels(false, never)
    saved = []
    registry.invalidate()
    expect((await providersOf(registry)).providers).toEqual(['demo'])
    await early
    expect((await providersOf(registry)).providers).toEqual(['demo'])
  })

  it('lets one caller abort without affecting the others', async () => {
    const registry = create()
    const stop = new AbortController()
    const leaving = registry.listModels(false, stop.signal)
    const staying = providersOf(registry)
    stop.abort(new Error('gone'))
    await expect(leaving).rejects.toThrow('gone')
    expect((await staying).providers).toEqual(['mine', 'demo'])
  })

  it('notifies listeners when it finds different servers', async () => {
    const found: LocalEndpoint[] = []
    const registry = create({ discovery: finding(found), configured: () => [] })
    let changes = 0
    const dispose = registry.onChanged(() => (changes += 1))
    await registry.listModels(true, never)
    found.push(local('ollama', fake.baseUrl))
    await registry.listModels(true, never)
    await registry.listModels(true, never)
    expect(changes).toBe(1)
    dispose()
    found.pop()
    await registry.listModels(true, never)
    expect(changes).toBe(1)
  })

  it('notifies listeners when a provider changed, so that other windows list models again', () => {
    const registry = create()
    let changes = 0
    const dispose = registry.onChanged(() => (changes += 1))
    registry.invalidate()
    expect(changes).toBe(1)
    dispose()
    registry.invalidate()
    expect(changes).toBe(1)
  })

  it('aborts pending requests when it is closed', async () => {
    const hanging = await startFakeProvider({ hangsAt: '/v1/models' })
    saved = [
      {
        id: 'hanging',
        kind: 'openai-compatible',
        name: 'Hanging',
        baseUrl: hanging.baseUrl,
        origin: 'configured',
      },
    ]
    const registry = create()
    const listing = providersOf(registry)
    await hanging.waitForSocket()
    registry.close()
    expect((await listing).problems).toEqual(['hanging CANCELLED quitting'])
    await hanging.close()
  })
})

describe('resolving', () => {
  it('splits at the first slash and supports every kind of provider', () => {
    const registry = create({ discovery: finding([local('ollama', 'http://127.0.0.1:1/v1')]) })
    const named = ['mine/org/model', 'ollama/llama', 'demo/brief'].map((ref) => {
      const { provider, modelId } = registry.resolve(ref)
      return [provider.id, provider.kind, modelId]
    })
    expect(named).toEqual([
      ['mine', 'openai-compatible', 'org/model'],
      ['ollama', 'openai-compatible', 'llama'],
      ['demo', 'demo', 'brief'],
    ])
  })

  it('suggests a fix for a model without a provider', () => {
    for (const ref of ['nobody/model', 'nonsense', '/x', 'x/']) {
      expect(() => create().resolve(ref)).toThrow(
        expect.objectContaining({
          code: 'NOT_FOUND',
          data: { reason: 'model', modelRef: ref },
        }),
      )
    }
  })

  it.each([
    ['openai', '/v1/responses', '/v1'],
    ['openai-compatible', '/v1/chat/completions', '/v1'],
    ['anthropic', '/v1/messages', '/v1'],
    ['google', '/v1beta/models/brief:streamGenerateContent?alt=sse', '/v1beta'],
  ] as const)('uses the protocol of the kind %s', async (kind, path, base) => {
    const baseUrl = fake.baseUrl.replace(/\/v1$/, base)
    saved = [{ id: 'mine', kind, name: 'Mine', baseUrl, origin: 'configured' }]
    const { provider, modelId } = create({ clock: systemClock }).resolve('mine/brief')
    const run = startProbe(provider, request(modelId))
    expect(await run.ended).toEqual({ error: null })
    expect(textsOf(run.events).text).toBe('Here is the answer.')
    const served = await fake.waitForRequest('brief')
    expect({ kind: provider.kind, path: served.path, key: served.apiKey }).toEqual({
      kind,
      path,
      key: 'key-of-mine-1234',
    })
  })

  it('retries when a provider refuses temporarily, and reports it', async () => {
    const run = startProbe(create().resolve('mine/error-503-html').provider, request('error-503-html'))
    await run.waitForEvents(1)
    expect(run.events[0]).toMatchObject({ type: 'notice', code: 'RETRY' })
    run.stop()
    expect(await run.ended).toEqual({ error: null })
  })

  it('reserves the id of the demo', () => {
    saved = [
      { id: 'demo', kind: 'openai-compatible', name: 'Not it', baseUrl: fake.baseUrl, origin: 'configured' },
    ]
    const registry = create()
    expect(registry.resolve('demo/brief').provider.kind).toBe('demo')
    expect(registry.listProviders()).toHaveLength(1)
  })
})

describe('testing', () => {
  it('reports the number of models and the duration', async () => {
    const { modelCount, durationMs } = await create({ clock: systemClock }).test('mine', never)
    expect(modelCount).toBeGreaterThan(30)
    expect(durationMs).toBeGreaterThanOrEqual(0)
  })

  it('sends the key that belongs to the provider', async () => {
    const guarded = await startFakeProvider({ apiKey: 'key-of-mine-1234' })
    saved = [
      { id: 'mine', kind: 'openai-compatible', name: 'Mine', baseUrl: guarded.baseUrl, origin: 'configured' },
    ]
    expect(await create().test('mine', never)).toMatchObject({ durationMs: 0 })
    await expect(create({ apiKeyFor: () => null }).test('mine', never)).rejects.toMatchObject({
      code: 'PROVIDER_AUTH',
    })
    await guarded.close()
  })

  it('fails for an unknown provider', async () => {
    await expect(create().test('nobody', never)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
