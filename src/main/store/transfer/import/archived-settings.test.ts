import { expect, test } from 'vitest'

import { archivedSettings } from './archived-settings'

const head = { format: 'parley-settings', version: 1 } as const
const provider = { id: 'own', kind: 'openai', name: 'Own', baseUrl: 'https://example.com/v1' }

test('takes only what the settings accept from a file', () => {
  const settings = JSON.parse(
    '{"theme":"dark","textSize":"huge","maxAnswerChars":5,"agents":[{"id":"codex"}],"__proto__":{"theme":"light"},"constructor":1,"nameChats":null}',
  ) as Record<string, unknown>
  expect(archivedSettings({ ...head, settings, providers: [] })).toEqual({
    settings: { theme: 'dark' },
    providers: [],
    models: [],
  })
})

test('takes each valid provider once, without a key', () => {
  const providers = [
    { ...provider, apiKey: 'sk-someone-elses', unknown: 1 },
    { ...provider, baseUrl: 'https://other.example/v1' },
    { ...provider, id: 'file', baseUrl: 'file:///etc/passwd' },
    { ...provider, id: 'Bad Id' },
    { ...provider, id: 'nameless', name: '' },
    { id: 'bare', kind: 'openai' },
    null,
    'text',
  ]
  expect(archivedSettings({ ...head, settings: {}, providers })).toEqual({
    settings: {},
    providers: [provider],
    models: [],
  })
})

test('takes no more providers than a user could have', () => {
  const providers = Array.from({ length: 1_000 }, (_, index) => ({ ...provider, id: `p${index}` }))
  expect(archivedSettings({ ...head, settings: {}, providers }).providers).toHaveLength(200)
})

test('takes what a window could set for a model, the last for each', () => {
  const models = JSON.parse(
    '[{"model":"a/b","label":"Old"},{"model":"a/b","isHidden":true,"label":"New","x":1},{"model":"no-slash"},{"model":"a/c","params":{"topP":7}},{"__proto__":{"model":"a/d"}},null,["a/e"]]',
  ) as unknown[]
  expect(archivedSettings({ ...head, settings: {}, providers: [], models }).models).toEqual([
    { model: 'a/b', isHidden: true, label: 'New', note: null, params: {} },
  ])
})
