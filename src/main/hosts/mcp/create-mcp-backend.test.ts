import { expect, it } from 'vitest'

import { defaultSettings } from '../../../shared/app/settings'
import type { ModelInfo, ModelPreference } from '../../../shared/models/models'
import { systemClock } from '../../base/clock'
import { randomId } from '../../base/new-id'
import { ScriptedSource } from '../../runs/testing/scripted-source'
import { createMcpBackend } from './create-mcp-backend'

function open(models: {
  preferences?: readonly ModelPreference[]
  listed?: readonly ModelInfo[]
  maxAnswerChars?: number
}) {
  const source = new ScriptedSource()
  const preferences = new Map(models.preferences?.map((preference) => [preference.model, preference]))
  const backend = createMcpBackend({
    models: {
      settings: { get: () => ({ ...defaultSettings, maxAnswerChars: models.maxAnswerChars ?? 1_000 }) },
      preferences: {
        of: (model) => preferences.get(model),
        paramsOf: (model) => preferences.get(model)?.params ?? {},
      },
      registry: { listModels: () => Promise.resolve({ models: [...(models.listed ?? [])], problems: [] }) },
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
  return { backend, source }
}

it('ends an answer to an MCP client at the maximum length from Settings', async () => {
  const { backend, source } = open({ maxAnswerChars: 10 })
  source.text('12345678', '12345678')
  const stream = backend.askModel(
    { model: 'p/m', prompt: 'Say much', systemPrompt: null, params: {}, images: [] },
    new AbortController().signal,
  )
  let next = await stream.next()
  while (next.done !== true) next = await stream.next()
  expect(next.value).toEqual({ kind: 'finished', reason: 'length' })
})

function listedModel(id: string): ModelInfo {
  return { id, providerId: 'p', providerName: 'P', name: id, isLocal: false, isScripted: false }
}

it('lists models under the user’s names without hidden ones, which can still be asked, with the user’s parameters', async () => {
  const { backend, source } = open({
    listed: [listedModel('p/one'), listedModel('p/two'), listedModel('p/three')],
    preferences: [
      { model: 'p/one', isHidden: false, label: 'Mine', note: 'fast', params: { temperature: 0.5 } },
      { model: 'p/two', isHidden: true, label: null, note: null, params: { temperature: 0.5, seed: 1 } },
    ],
  })
  const { models } = await backend.listModels(false, new AbortController().signal)
  expect(models.map(({ id, name, preference }) => [id, name, preference?.note])).toEqual([
    ['p/one', 'Mine', 'fast'],
    ['p/three', 'p/three', undefined],
  ])
  source.text('yes')
  source.say({ type: 'finish', reason: 'end' })
  source.end()
  const params = { temperature: undefined, seed: 2 }
  const question = { model: 'p/two', prompt: 'Really?', systemPrompt: null, params, images: [] }
  const stream = backend.askModel(question, new AbortController().signal)
  let next = await stream.next()
  while (next.done !== true) next = await stream.next()
  expect(source.requests.map((request) => request.params)).toEqual([{ temperature: 0.5, seed: 2 }])
})
