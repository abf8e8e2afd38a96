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
  })
})

test('takes no more providers than a user could have', () => {
  const providers = Array.from({ length: 1_000 }, (_, index) => ({ ...provider, id: `p${index}` }))
  expect(archivedSettings({ ...head, settings: {}, providers }).providers).toHaveLength(200)
})
