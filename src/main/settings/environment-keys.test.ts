import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { redactText } from '../base/redaction/redaction'
import { createManualClock } from '../base/testing/manual-clock'
import { temporaryFolder } from '../base/testing/temporary-folder'
import type { SecretCipher } from '../platform/platform'
import { knownPresets, ProviderSettings } from './provider-settings'
import { SecretStore } from './secret-store'
import { SettingsStore } from './settings-store'

const cipher: SecretCipher = {
  guarantee: 'key-file',
  encrypt: (plain) => Buffer.from(Buffer.from(plain).toReversed()),
  decrypt: (encrypted) => Buffer.from(encrypted.toReversed()).toString('utf8'),
}

function open(environment: NodeJS.ProcessEnv, folder = temporaryFolder()) {
  const deps = { clock: createManualClock(), onProblem: () => {} }
  const settings = new SettingsStore(folder, deps)
  const secrets = new SecretStore(folder, cipher, deps)
  return new ProviderSettings(settings, secrets, { presets: knownPresets(environment), environment })
}

const idsOf = (settings: ProviderSettings) => settings.known().map(({ id }) => id)

test('lists a preset whose variable is set, with the end of its key and the variable’s name', () => {
  const settings = open({ GROQ_API_KEY: ' of-the-environment-4711\n', UNRELATED: 'x' })
  expect(settings.list()).toEqual([
    {
      id: 'groq',
      kind: 'openai-compatible',
      name: 'Groq',
      baseUrl: 'https://api.groq.com/openai/v1',
      hasKey: true,
      last4: '4711',
      keyVariable: 'GROQ_API_KEY',
      origin: 'discovered',
    },
  ])
  expect(settings.apiKeyFor('groq')).toBe('of-the-environment-4711')
  expect(settings.apiKeyFor('openai')).toBeNull()
})

test('uses the first variable with a key, skipping empty ones and keys that no header can carry', () => {
  const settings = open({
    GEMINI_API_KEY: '  ',
    GOOGLE_GENERATIVE_AI_API_KEY: 'two\nlines',
    GOOGLE_API_KEY: 'third-is-good-0001',
    OPENAI_API_KEY: '',
  })
  expect(settings.list()).toMatchObject([{ id: 'google', keyVariable: 'GOOGLE_API_KEY', last4: '0001' }])
})

test('prefers a stored key to the variable, and returns to the variable when it is removed', () => {
  const settings = open({ GROQ_API_KEY: 'of-the-environment-4711' })
  expect(settings.save({ id: 'groq', kind: 'openai-compatible', apiKey: 'typed-in-key-9999' })).toMatchObject(
    {
      name: 'Groq',
      baseUrl: 'https://api.groq.com/openai/v1',
      last4: '9999',
      keyVariable: null,
      origin: 'configured',
    },
  )
  expect(settings.apiKeyFor('groq')).toBe('typed-in-key-9999')
  expect(settings.save({ id: 'groq', kind: 'openai-compatible', apiKey: '' })).toMatchObject({
    last4: '4711',
    keyVariable: 'GROQ_API_KEY',
  })
  settings.remove('groq')
  expect(settings.list()).toMatchObject([{ id: 'groq', origin: 'discovered' }])
})

test.each([
  'http://api.groq.com/openai/v1',
  'https://api.groq.com:8443/openai/v1',
  'https://api.groq.com.example.com/openai/v1',
  'http://127.0.0.1:9/v1',
])('never sends the variable’s key to another address: %s', (baseUrl) => {
  const settings = open({ GROQ_API_KEY: 'of-the-environment-4711' })
  expect(settings.save({ id: 'groq', kind: 'openai-compatible', baseUrl })).toMatchObject({
    hasKey: false,
    keyVariable: null,
  })
  expect(settings.apiKeyFor('groq')).toBeNull()
})

test('a provider saved for the preset’s own server replaces it, under any id', () => {
  const settings = open({ GROQ_API_KEY: 'of-the-environment-4711' })
  settings.save({ id: 'work', kind: 'openai-compatible', baseUrl: 'https://api.groq.com/other/v1' })
  expect(idsOf(settings)).toEqual(['work'])
  expect(settings.apiKeyFor('work')).toBe('of-the-environment-4711')
  expect(settings.keyVariableFor('work')).toBe('GROQ_API_KEY')
})

test('does not give a key stored for a lost provider to the preset of the same id', () => {
  const folder = temporaryFolder()
  open({}, folder).save({ id: 'groq', kind: 'openai-compatible', apiKey: 'typed-in-key-9999' })
  // The settings are lost; the keys are not.
  writeFileSync(join(folder, 'settings.json'), 'damaged')
  expect(open({ GROQ_API_KEY: 'of-the-environment-4711' }, folder).apiKeyFor('groq')).toBe(
    'of-the-environment-4711',
  )
})

test('redacts environment keys from everything written, although they match no pattern', () => {
  const settings = open({ GROQ_API_KEY: 'plain-words-of-the-environment' })
  settings.save({
    id: 'mine',
    kind: 'openai-compatible',
    baseUrl: 'https://x.example/v1',
    apiKey: 'plain-typed-words',
  })
  expect(redactText('said plain-words-of-the-environment and plain-typed-words')).toBe(
    'said [redacted] and [redacted]',
  )
})

test('replaces a preset’s server only in an app started for tests', () => {
  const moved = { PARLEY_PRESET_ADDRESSES: '{"groq":"http://127.0.0.1:5/v1"}', GROQ_API_KEY: 'of-4711-0000' }
  expect(open({ ...moved, PARLEY_TEST: '1' }).list()).toMatchObject([{ baseUrl: 'http://127.0.0.1:5/v1' }])
  expect(open(moved).list()).toMatchObject([{ baseUrl: 'https://api.groq.com/openai/v1' }])
})
