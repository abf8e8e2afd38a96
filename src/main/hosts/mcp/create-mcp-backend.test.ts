import { expect, it } from 'vitest'

import { defaultSettings } from '../../../shared/app/settings'
import { systemClock } from '../../base/clock'
import { randomId } from '../../base/new-id'
import { ScriptedSource } from '../../runs/testing/scripted-source'
import { createMcpBackend } from './create-mcp-backend'

it('ends an answer to an MCP client at the maximum length from Settings', async () => {
  const source = new ScriptedSource()
  const backend = createMcpBackend({
    models: {
      settings: { get: () => ({ ...defaultSettings, maxAnswerChars: 10 }) },
      registry: { listModels: () => Promise.reject(new Error('unexpected call')) },
      agents: { forget: () => Promise.resolve() },
      resolveSource: () => ({ source: source.run, modelId: 'm' }),
    },
    sessions: {
      search: () => ({ hits: [], hasMore: false, problems: [] }),
      newest: () => [],
      page: () => {
        throw new Error('unexpected call')
      },
    },
    clock: systemClock,
    newId: randomId,
  })
  source.text('12345678', '12345678')
  const stream = backend.askModel(
    { model: 'p/m', prompt: 'Say much', systemPrompt: null, params: {}, images: [] },
    new AbortController().signal,
  )
  let next = await stream.next()
  while (next.done !== true) next = await stream.next()
  expect(next.value).toEqual({ kind: 'finished', reason: 'length' })
})
