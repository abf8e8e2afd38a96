import { afterEach, expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import { setLanguage } from '../../language/t'
import { contestantNames } from './contestant-names'

const model = (id: string, name: string): ModelInfo => ({
  id,
  name,
  providerId: 'acme',
  providerName: 'Acme',
  isScripted: false,
  isLocal: false,
})
const models = [
  model('acme/large-2', 'Large 2'),
  model('other/large-2', 'Large 2'),
  model('acme/small', 'Small'),
]

afterEach(() => setLanguage('en'))

test('a contestant has the name of its model, with the settings as the language writes them', async () => {
  await setLanguage('de')
  expect(
    contestantNames(models, [
      { key: 'acme/small', model: 'acme/small' },
      { key: 'acme/small (temperature 0.2)', model: 'acme/small', params: { temperature: 0.2 } },
      { key: 'acme/small (system prompt 0f)', model: 'acme/small', systemPrompt: 'Kurz,\nbitte.' },
      { key: 'acme/gone', model: 'acme/gone', systemPrompt: null },
    ]),
  ).toEqual(['Small', 'Small (Temperatur 0,2)', 'Small („Kurz, bitte.“)', 'gone'])
})

test('different contestants never have the same name', () => {
  expect(
    contestantNames(models, [
      { key: 'acme/large-2', model: 'acme/large-2' },
      { key: 'other/large-2', model: 'other/large-2' },
      { key: 'acme/small', model: 'acme/small' },
      { key: 'acme/small', model: 'acme/small' },
    ]),
  ).toEqual(['acme/large-2', 'other/large-2', 'Small', 'Small'])
  expect(
    contestantNames(models, [
      { key: 'acme/small · s-1', model: 'acme/small', answeredBy: 's-1' },
      { key: 'acme/small · s-2', model: 'acme/small', answeredBy: 's-2' },
    ]),
  ).toEqual(['Small · s-1', 'Small · s-2'])
})

test('a name from a file stays as it is, unless it is the id of a model here', () => {
  expect(
    contestantNames(models, [
      { key: 'Team A' },
      { key: 'acme/small' },
      { key: 'acme/small (merge)' },
      { key: 'x (merge)' },
    ]),
  ).toEqual(['Team A', 'Small', 'Small (merge)', 'x (merge)'])
})
