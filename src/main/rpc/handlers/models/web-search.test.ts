import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import { completeStream } from '../../../../../e2e/fake-provider/script'
import { connectTo, startTestApp } from '../../testing/test-app'

async function startSearxng() {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.end(JSON.stringify({ results: [{ url: 'https://a.example/', title: 'A' }] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
  })
  return { paths, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function open() {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const parley = connectTo(await startTestApp())
  await parley.invoke('providers.save', { id: 'mine', kind: 'openai', baseUrl: fake.baseUrl })
  /** The tools in the request of a chat in which searching the web is on. */
  const toolsFor = async (modelId: string) => {
    fake.script(modelId, completeStream([{ type: 'tokens', tokens: ['Hi'] }]))
    const { session } = await parley.invoke('sessions.create', {
      model: `mine/${modelId}`,
      tools: { enabled: ['web.search'] },
    })
    await parley.invoke('runs.send', { sessionId: session.id, text: 'Look' })
    const { body } = await fake.waitForRequest(modelId)
    return (body as { tools?: { type: string; name?: string }[] }).tools
  }
  return { parley, toolsFor }
}

test('models search with their provider’s own tool only while no search provider is set up', async () => {
  const { parley, toolsFor } = await open()
  const { baseUrl } = await startSearxng()
  expect(await toolsFor('gpt-4.1')).toEqual([{ type: 'web_search' }])
  expect(await toolsFor('gpt-3.5-turbo')).toBeUndefined()
  await parley.invoke('search.save', { kind: 'searxng', baseUrl })
  expect(await toolsFor('gpt-4.1-mini')).toMatchObject([{ type: 'function', name: 'web_search' }])
})

test('a search provider is saved without revealing its key, and tested', async () => {
  const { parley } = await open()
  const { baseUrl, paths } = await startSearxng()
  await expect(parley.invoke('search.test', {})).rejects.toMatchObject({ data: { reason: 'search-none' } })
  const { search } = await parley.invoke('search.save', { kind: 'brave', apiKey: 'search-key-12345678' })
  expect(search).toEqual({ kind: 'brave', baseUrl: null, hasKey: true, last4: '5678' })
  await parley.invoke('search.save', { kind: 'searxng', baseUrl })
  expect(await parley.invoke('search.test', {})).toMatchObject({ resultCount: 1 })
  expect(paths).toEqual(['/search?q=test&format=json'])
  expect(await parley.invoke('search.get', {})).toEqual({
    search: { kind: 'searxng', baseUrl, hasKey: false, last4: null },
  })
})
