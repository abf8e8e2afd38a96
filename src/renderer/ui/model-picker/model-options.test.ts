import { expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models'
import { groupModels } from './model-options'

const model = (id: string, providerName: string, isScripted = false, isLocal = false): ModelInfo => {
  const [providerId = '', name = ''] = id.split('/')
  return { id, providerId, providerName, name, isScripted, isLocal }
}
const models = [
  model('demo/brief', 'Demo', true, true),
  model('ollama/qwen3:14b', 'Ollama', false, true),
  model('acme/large', 'Acme'),
  model('ollama/gemma', 'Ollama', false, true),
]
const found = (query: string) =>
  groupModels(models, query).flatMap((group) => group.models.map(({ id }) => id))

test('models stand under their provider, scripted ones at the end', () => {
  expect(
    groupModels(models, '').map((group) => [group.providerName, group.models.map(({ id }) => id)]),
  ).toEqual([
    ['Ollama', ['ollama/qwen3:14b', 'ollama/gemma']],
    ['Acme', ['acme/large']],
    ['Demo', ['demo/brief']],
  ])
})

test('every word must match, in the name, the provider or the mark', () => {
  expect(found('qwen OLLAMA')).toEqual(['ollama/qwen3:14b'])
  expect(found('scripted')).toEqual(['demo/brief'])
  expect(found('qwen acme')).toEqual([])
})
