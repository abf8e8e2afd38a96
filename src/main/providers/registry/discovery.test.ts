import { afterEach, describe, expect, it } from 'vitest'

import type { FakeProvider, FakeProviderOptions } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { systemClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import type { LocalEndpoint } from './discovery'
import { createDiscovery, localEndpoints } from './discovery'

const servers: FakeProvider[] = []
const never = new AbortController().signal

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** The default endpoint with this id, moved to a server with these options. */
async function endpointAt(id: string, options: FakeProviderOptions): Promise<LocalEndpoint> {
  const server = await startFakeProvider(options)
  servers.push(server)
  const usual = localEndpoints(undefined).find((endpoint) => endpoint.id === id)
  if (usual === undefined) throw new Error(`no default endpoint ${id}`)
  return { ...usual, baseUrl: server.baseUrl }
}

async function found(endpoints: readonly LocalEndpoint[], signal = never): Promise<string[]> {
  return (await createDiscovery(endpoints, systemClock).find(signal)).map(({ id }) => id)
}

describe('discovery', () => {
  it('identifies the common servers by their answers', async () => {
    const endpoints = await Promise.all([
      endpointAt('ollama', { routes: { '/api/version': { version: '0.12.0' } } }),
      endpointAt('lmstudio', { routes: { '/api/v0/models': { data: [] } } }),
      endpointAt('llamacpp', { ownedBy: 'llamacpp' }),
      endpointAt('vllm', { ownedBy: 'vllm' }),
    ])
    expect(await found(endpoints)).toEqual(['ollama', 'lmstudio', 'llamacpp', 'vllm'])
  })

  it('does not mistake another server on the same port for them', async () => {
    const endpoints = await Promise.all(
      ['ollama', 'lmstudio', 'llamacpp', 'vllm'].map((id) => endpointAt(id, { ownedBy: 'somebody' })),
    )
    expect(await found(endpoints)).toEqual([])
  })

  it('finds the others when one endpoint does not answer', async () => {
    const gone = await endpointAt('vllm', { ownedBy: 'vllm' })
    await servers.pop()?.close()
    const there = await endpointAt('llamacpp', { ownedBy: 'llamacpp' })
    expect(await found([gone, there])).toEqual(['llamacpp'])
  })

  it('does not wait for a server that hangs', async () => {
    const clock = createManualClock()
    const server = await startFakeProvider({ hangsAt: '/v1/models' })
    servers.push(server)
    const endpoint: LocalEndpoint = { id: 'x', name: 'X', baseUrl: server.baseUrl, identity: { type: 'any' } }
    const finding = createDiscovery([endpoint], clock).find(never)
    clock.advance(400)
    expect(await finding).toEqual([])
  })

  it('probes the addresses in the environment variable for any list of models', async () => {
    const server = await startFakeProvider()
    servers.push(server)
    const own = JSON.stringify([{ id: 'mine', name: 'Mine', baseUrl: server.baseUrl }])
    expect(await found(localEndpoints(own))).toEqual(['mine'])
  })

  it('probes nothing for an empty list, and rejects an invalid one', () => {
    expect(localEndpoints('[]')).toEqual([])
    for (const value of ['[{"id":"UPPER"}]', 'nonsense']) {
      expect(() => localEndpoints(value)).toThrow(
        expect.objectContaining({
          code: 'INVALID_INPUT',
          message: `PARLEY_LOCAL_SERVERS is not a list of servers. It must be a JSON list of { id, name, baseUrl }, not ${value}.`,
        }),
      )
    }
  })
})
