import { expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import { groupModels } from './model-options'

const model = (id: string, providerName: string, isScripted = false, isLocal = false): ModelInfo => {
  const [providerId = '', ...name] = id.split('/')
  return { id, providerId, providerName, name: name.join('/'), isScripted, isLocal }
}
const models = [
  model('demo/brief', 'Demo', true, true),
  model('ollama/qwen3:14b', 'Ollama', false, true),
  model('acme/large', 'Acme'),
  model('ollama/gemma', 'Ollama', false, true),
]
const found = (query: string, among = models) =>
  groupModels(among, query).flatMap((group) => group.models.map(({ id }) => id))

test('groups models by provider, with scripted ones last', () => {
  expect(groupModels(models, '').map((group) => [group.name, group.models.map(({ id }) => id)])).toEqual([
    ['Ollama', ['ollama/qwen3:14b', 'ollama/gemma']],
    ['Acme', ['acme/large']],
    ['Demo', ['demo/brief']],
  ])
})

test('lists favourites and recent models first, without duplicates or missing models', () => {
  const order = {
    favourites: ['ollama/gemma', 'gone/model'],
    recent: ['acme/large', 'ollama/gemma', 'demo/brief'],
  }
  expect(
    groupModels(models, '', order).map((group) => [group.name, group.models.map(({ id }) => id)]),
  ).toEqual([
    ['Favourites', ['ollama/gemma']],
    ['Recent', ['acme/large', 'demo/brief']],
    ['Ollama', ['ollama/qwen3:14b']],
  ])
})

test('requires every word to match the name, provider or mark', () => {
  expect(found('qwen OLLAMA')).toEqual(['ollama/qwen3:14b'])
  expect(found('scripted')).toEqual(['demo/brief'])
  expect(found('qwen acme')).toEqual([])
})

const many = [
  model('openrouter/openai/gpt-4o', 'OpenRouter'),
  model('openrouter/openai/gpt-4o-mini', 'OpenRouter'),
  model('openrouter/mistralai/ministral-8b', 'OpenRouter'),
  model('openai/gpt-4o-mini', 'OpenAI'),
  model('openai/gpt-4o', 'OpenAI'),
  model('openai/o3-mini', 'OpenAI'),
]

test('finds a name typed without dashes, and ranks it before longer ones', () => {
  expect(found('gpt4om', many).toSorted()).toEqual(['openai/gpt-4o-mini', 'openrouter/openai/gpt-4o-mini'])
  expect(found('gpt-4o', many).slice(0, 2)).toEqual(['openai/gpt-4o', 'openai/gpt-4o-mini'])
})

test('ranks a match inside a name after one at the start', () => {
  expect(found('mini', many).at(-1)).toBe('openrouter/mistralai/ministral-8b')
})

test('searches for special characters literally', () => {
  expect(found('(.*)', many)).toEqual([])
  expect(found('qwen3:14b')).toEqual(['ollama/qwen3:14b'])
})

const agent = (id: string, name: string, providerName: string, isInstalled: boolean): ModelInfo => {
  const [providerId = ''] = id.split('/')
  const agentId = providerId === 'codex' ? 'codex' : 'opencode'
  return { ...model(id, providerName), name, agent: { agentId, isInstalled } }
}

test('lists coding agents in a separate group, with those not installed last', () => {
  const agents = [
    agent('opencode/default', 'OpenCode', 'OpenCode', false),
    agent('opencode/big', 'Big', 'OpenCode', false),
    agent('codex/default', 'Codex', 'Codex', true),
    agent('codex/mini', 'Mini', 'Codex', true),
  ]
  const groups = groupModels([...models, ...agents], '')
  expect(groups.map(({ name }) => name)).toEqual(['Coding agents', 'Ollama', 'Acme', 'Demo'])
  expect(groups[0]?.models.map(({ id }) => id)).toEqual(['codex/default', 'codex/mini', 'opencode/default'])
})

test('lists agents after available models if none is installed', () => {
  const groups = groupModels([agent('opencode/default', 'OpenCode', 'OpenCode', false), ...models], '')
  expect(groups.map(({ name }) => name)).toEqual(['Ollama', 'Acme', 'Coding agents', 'Demo'])
})

test('ranks available models before an agent that is not installed, however well it matches', () => {
  const missing = agent('opencode/default', 'Gemini CLI', 'Gemini CLI', false)
  const real = [model('google/gemini-3-pro', 'Google'), model('openrouter/x/gemini', 'OpenRouter')]
  expect(found('gemini', [missing, ...real]).at(-1)).toBe('opencode/default')
  expect(groupModels([missing, ...real], 'gemini', { recent: ['opencode/default'] }).at(-1)?.models).toEqual([
    missing,
  ])
  expect(found('gemini', [missing, ...models])).toEqual(['opencode/default'])
})
