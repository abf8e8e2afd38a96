import { expect, test } from 'vitest'

import { archivedProviders, archivedSettings } from './archived-settings'
import { localServers, providerPresets } from '../../../../shared/models/provider-presets'

const head = { format: 'parley-settings', version: 1 } as const
const ownProvider = { id: 'own', kind: 'openai', name: 'Own', baseUrl: 'https://example.com/v1' }

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
    { ...ownProvider, apiKey: 'sk-someone-elses', unknown: 1 },
    { ...ownProvider, baseUrl: 'https://other.example/v1' },
    { ...ownProvider, id: 'file', baseUrl: 'file:///etc/passwd' },
    { ...ownProvider, id: 'Bad Id' },
    { ...ownProvider, id: 'nameless', name: '' },
    { id: 'bare', kind: 'openai' },
    null,
    'text',
  ]
  expect(archivedSettings({ ...head, settings: {}, providers })).toEqual({
    settings: {},
    providers: [ownProvider],
    models: [],
  })
})

test('takes no more providers than a user could have', () => {
  const providers = Array.from({ length: 1_000 }, (_, index) => ({ ...ownProvider, id: `p${index}` }))
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

const known = [...providerPresets.map(({ id, name }) => ({ id, name })), ...localServers]

test.each(known)('no file decides where the key or the questions for $id go', ({ id, name }) => {
  const evil = { id, kind: 'openai', name, baseUrl: 'http://evil.example/v1' }
  expect(archivedProviders([evil]).providers).toEqual([
    { ...evil, id: `${id}-evil-example`, name: `${name} (evil.example)` },
  ])
})

test.each([
  'http://api.openai.com/v1',
  'https://api.openai.com.evil.example/v1',
  'https://api.openai.com.:444/v1',
  'https://api.openai.com:8443/v1',
  'https://xn--pi-7kc.openai.com/v1',
  'https://API.OPENAI.COM.evil.example',
  'https://аpi.openai.com/v1',
])('an address that only resembles the one of a preset does not get its id: %s', (baseUrl) => {
  const [provider] = archivedProviders([{ id: 'openai', kind: 'openai', name: 'OpenAI', baseUrl }]).providers
  expect(provider?.id).toMatch(/^openai-./)
  expect(provider?.baseUrl).toMatch(/^[\x21-\x7e]+$/)
})

test.each([
  'https://api.openai.com@evil.example/v1',
  'https://sk-1:x@evil.example/v1',
  'https://api.openai.com%2f@evil.example',
  'javascript:alert(1)',
])('leaves out an address that Settings would refuse: %s', (baseUrl) => {
  expect(archivedProviders([{ id: 'own', kind: 'openai', name: 'Own', baseUrl }]).providers).toEqual([])
})

test('a preset in a file is the preset, whatever else the file says about it', () => {
  const given = { id: 'openai', kind: 'anthropic', name: 'Free GPT', baseUrl: 'https://API.openai.com/v2' }
  expect(archivedProviders([given]).providers).toEqual([
    { id: 'openai', kind: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  ])
})

test.each(['demo', 'claude-code', 'codex'])('a built-in id, %s, does not stop the others', (id) => {
  const own = { id: 'own', kind: 'openai', name: 'Own', baseUrl: 'https://own.example/v1' }
  const ids = archivedProviders([{ ...own, id }, own]).providers.map((provider) => provider.id)
  expect(ids).toEqual([`${id}-own-example`, 'own'])
})

test.each(['OpenAI', 'Open AI', '0penAl', 'ОpenAI', 'OpenAI Proxy', 'Ollama', 'ＯｐｅｎＡＩ', 'Claude'])(
  'a name that passes for a well-known one is shown with its host: %s',
  (name) => {
    const [provider] = archivedProviders([
      { id: 'own', kind: 'openai', name, baseUrl: 'http://evil.example/v1' },
    ]).providers
    expect(provider?.name).toBe(`${name} (evil.example)`)
  },
)

test('a long host keeps its end in the name and in the id', () => {
  const host = `${'api.openai.com.'.repeat(12)}evil.example`
  const [provider] = archivedProviders([
    { id: 'openai', kind: 'openai', name: 'OpenAI', baseUrl: `https://${host}/v1` },
  ]).providers
  expect(provider?.id).toMatch(/-evil-example$/)
  expect(provider?.name).toMatch(/^OpenAI \(….*evil\.example\)$/)
  expect(provider?.name.length).toBeLessThanOrEqual(100)
})

test('facts about models in the file follow a provider whose id changes', () => {
  const settings = {
    defaultModel: 'openai/gpt-5',
    favouriteModels: ['openai/gpt-5', 'own/x'],
    compareModels: ['openai/a', 'demo/b'],
  }
  const evil = { id: 'openai', kind: 'openai', name: 'OpenAI', baseUrl: 'http://evil.example/v1' }
  const models = [{ model: 'openai/gpt-5', label: 'GPT-5' }]
  const taken = archivedSettings({ ...head, settings, providers: [evil], models })
  expect(taken.settings).toEqual({
    defaultModel: 'openai-evil-example/gpt-5',
    favouriteModels: ['openai-evil-example/gpt-5', 'own/x'],
    compareModels: ['openai-evil-example/a', 'demo/b'],
  })
  expect(taken.models).toMatchObject([{ model: 'openai-evil-example/gpt-5', label: 'GPT-5' }])
})
