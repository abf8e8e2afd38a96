import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { systemClock } from '../../base/clock'
import { message, request, startProbe } from '../testing/run-probe'
import { createOpenAiCompatibleProvider } from './openai-compatible-provider'

interface OllamaOptions {
  /** The size of the window, as newer versions report it. */
  windowTokens?: number
  /** Another server answers 404. */
  isOllama?: boolean
  fingerprint?: string
}

/** The notices of an answer whose prompt has so many words, of which the server has counted so many tokens. */
async function noticesFor(
  { words, counted, before }: { words: number; counted: number; before?: number },
  { windowTokens, isOllama = true, fingerprint }: OllamaOptions,
) {
  const server = createServer(({ url }, response) => {
    const isList = url === '/api/ps'
    const body = isList
      ? { models: [{ name: 'llama3:latest', context_length: windowTokens }] }
      : {
          system_fingerprint: fingerprint,
          choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: counted, completion_tokens: 1 },
        }
    const status = isList && !isOllama ? 404 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const options = { id: 'x', name: 'X', baseUrl, apiKey: null, clock: systemClock }
  const earlier = message('assistant', 'Yes.', { usage: { inputTokens: before ?? 0 } })
  const messages = [message('user', 'four '.repeat(words)), ...(before === undefined ? [] : [earlier])]
  const run = startProbe(createOpenAiCompatibleProvider(options), request('llama3', { messages }))
  expect(await run.ended).toEqual({ error: null })
  expect(run.events.at(-1)).toEqual({ type: 'finish', reason: 'end' })
  return run.events.flatMap((event) => (event.type === 'notice' ? [event.about] : []))
}

const long = { words: 8_000, counted: 4_096 }

it('says that the beginning of a prompt was dropped, with the window that Ollama reports', async () => {
  expect(await noticesFor(long, { windowTokens: 4_096 })).toEqual([
    { reason: 'prompt-cut', windowTokens: 4_096 },
  ])
})

it('says it without the size if the version does not report one', async () => {
  expect(await noticesFor({ words: 20_000, counted: 2_048 }, {})).toEqual([{ reason: 'prompt-cut' }])
})

it('recognizes Ollama behind another address by its answer', async () => {
  const far = { isOllama: false, fingerprint: 'fp_ollama' }
  expect(await noticesFor({ words: 20_000, counted: 4_000 }, far)).toEqual([{ reason: 'prompt-cut' }])
})

it.each([
  ['is cut to the size of the window', { words: 3_600, counted: 4_096 }],
  ['is shorter than the one before it', { words: 3_400, counted: 4_000, before: 4_050 }],
])('says it of a prompt that is slightly too long and %s', async (_what, prompt) => {
  const about = await noticesFor(prompt, { windowTokens: 4_096, fingerprint: 'fp_ollama' })
  expect(about).toEqual([{ reason: 'prompt-cut', windowTokens: 4_096 }])
})

it.each([
  ['a prompt that grows', { words: 3_400, counted: 4_060, before: 4_050 }, { windowTokens: 4_096 }],
  ['a prompt that fits', { words: 8_000, counted: 8_100 }, { windowTokens: 32_768 }],
  ['a prompt that is estimated too high', { words: 8_000, counted: 6_000 }, { windowTokens: 32_768 }],
  ['a short prompt', { words: 100, counted: 20 }, { windowTokens: 4_096 }],
  ['another server', long, { isOllama: false }],
])('says nothing about %s', async (_what, prompt, options) => {
  expect(await noticesFor(prompt, options)).toEqual([])
})
