import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { systemClock } from '../../base/clock'
import { createOpenAiProvider } from '../openai/openai-provider'
import { request, startProbe } from '../testing/run-probe'
import { createOpenAiCompatibleProvider } from './openai-compatible-provider'

/** A server that notes the path and the headers with a key of each request, and answers in the protocol of its path. */
async function startAzure() {
  const asked: { path: string | undefined; apiKey: unknown; authorization: unknown }[] = []
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, apiKey: headers['api-key'], authorization: headers.authorization })
    const body = url.includes('/models')
      ? { data: [{ id: 'gpt-4o' }] }
      : url.includes('/responses')
        ? {
            object: 'response',
            status: 'completed',
            output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }],
          }
        : { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const version = '?api-version=2024-10-21'
const withKey = { apiKey: 'azure-key', authorization: undefined }

it.each([
  ['/openai/deployments/mine', '/openai/deployments/mine/chat/completions'],
  ['/openai', '/openai/deployments/gpt-4o/chat/completions'],
  ['', '/openai/deployments/gpt-4o/chat/completions'],
  ['/openai/v1', '/openai/v1/chat/completions'],
])('chat completions at %s keep the version, and send the key in its own header', async (base, path) => {
  const { asked, origin } = await startAzure()
  const baseUrl = `${origin}${base}${version}`
  const options = { id: 'azure', name: 'Azure', baseUrl, apiKey: 'azure-key', clock: systemClock }
  const run = startProbe(createOpenAiCompatibleProvider(options), request('gpt-4o'))
  expect(await run.ended).toEqual({ error: null })
  await run.upstreamClosed
  expect(asked).toEqual([{ path: `${path}${version}`, ...withKey }])
})

it.each(['/openai', ''])('Responses at %s keep the version', async (base) => {
  const { asked, origin } = await startAzure()
  const baseUrl = `${origin}${base}${version}`
  const options = { id: 'azure', name: 'Azure', baseUrl, apiKey: 'azure-key', clock: systemClock }
  const run = startProbe(createOpenAiProvider(options), request('gpt-4o'))
  expect(await run.ended).toEqual({ error: null })
  await run.upstreamClosed
  expect(asked).toEqual([{ path: `/openai/responses${version}`, ...withKey }])
})

it('a deployment is its only model, and a resource lists those of Azure', async () => {
  const { asked, origin } = await startAzure()
  const listed = async (base: string) => {
    const baseUrl = `${origin}${base}${version}`
    const options = { id: 'azure', name: 'Azure', baseUrl, apiKey: 'azure-key', clock: systemClock }
    const models = await createOpenAiCompatibleProvider(options).listModels(new AbortController().signal)
    return models.map(({ id }) => id)
  }
  expect(await listed('/openai/deployments/my%20model')).toEqual(['azure/my model'])
  expect(asked).toEqual([])
  expect(await listed('/openai')).toEqual(['azure/gpt-4o'])
  expect(asked).toEqual([{ path: `/openai/models${version}`, ...withKey }])
})

it('another server gets the key as before', async () => {
  const { asked, origin } = await startAzure()
  const options = { id: 'x', name: 'X', baseUrl: `${origin}/v1`, apiKey: 'a-key', clock: systemClock }
  const run = startProbe(createOpenAiCompatibleProvider(options), request('gpt-4o'))
  await run.ended
  await run.upstreamClosed
  expect(asked).toEqual([{ path: '/v1/chat/completions', apiKey: undefined, authorization: 'Bearer a-key' }])
})
