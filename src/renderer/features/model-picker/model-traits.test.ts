import { expect, test } from 'vitest'

import type { ModelFacts, ModelInfo } from '../../../shared/models/models'
import { groupModels } from './model-options'
import { traitsAmong } from './model-traits'

const model = (name: string, facts: ModelFacts = {}, more: Partial<ModelInfo> = {}): ModelInfo => ({
  id: `acme/${name}`,
  providerId: 'acme',
  providerName: 'Acme',
  name,
  isScripted: false,
  isLocal: false,
  facts,
  ...more,
})
const models = [
  model('plain'),
  model('eyes', { takesImages: true, contextTokens: 131_072, price: { input: 2.5, output: 10 } }),
  model('hands', { callsTools: true, contextTokens: 32_000, price: { input: 0, output: 0 } }),
  model('both', { takesImages: true, callsTools: true, contextTokens: 1_048_576 }),
  model('vision-tools', { reasons: false }),
]
const found = (query: string) =>
  groupModels(models, query).flatMap((group) => group.models.map(({ name }) => name))

test.each([
  ['vision', ['vision-tools', 'eyes', 'both']],
  ['tools', ['vision-tools', 'hands', 'both']],
  ['vision tools', ['vision-tools', 'both']],
  ['free', ['hands']],
  ['128k', ['eyes']],
  ['1m', ['both']],
  ['>100k', ['eyes', 'both']],
  ['<100k', ['hands']],
  ['$2.5', ['eyes']],
  ['<$5', ['hands']],
  ['>$5 vision', ['eyes']],
  // Too short for a trait: no model has these letters.
  ['vi', ['vision-tools']],
])('finds models by what they can do, best matching name first: %s', (query, names) => {
  expect(found(query).toSorted()).toEqual(names.toSorted())
  expect(found(query)[0]).toBe(names[0])
})

test('offers no filter that would find nothing or everything', () => {
  expect(traitsAmong(models)).toEqual(['vision', 'tools', 'longContext', 'free'])
  const atHome = { isLocal: true }
  expect(traitsAmong([model('a', {}, atHome), model('b', { reasons: true }, atHome)])).toEqual(['reasoning'])
})
