import { describe, expect, it } from 'vitest'

import { providerPresets } from '../../../shared/models/provider-presets'
import { redactText, redactValue } from './redaction'

describe('redactText', () => {
  it.each([
    ['Authorization: Bearer abc.def-123', 'Authorization: [redacted]'],
    ['{"authorization":"Bearer abc.def-123"}', '{"authorization":"[redacted]"}'],
    ['sent Bearer abcdef123456 to it', 'sent Bearer [redacted] to it'],
    ['GET http://127.0.0.1:9/w-x/?key=AbC_1-2 failed', 'GET http://127.0.0.1:9/w-x/?key=[redacted] failed'],
    ['https://host/v1?alt=sse&key=AbC1&x=1', 'https://host/v1?alt=sse&key=[redacted]&x=1'],
    ['x-api-key: 1234567', 'x-api-key: [redacted]'],
    ['OPENAI_API_KEY=abc123 node .', 'OPENAI_API_KEY=[redacted] node .'],
    ['Incorrect API key provided: sk-proj-abcdefgh12345678.', 'Incorrect API key provided: [redacted].'],
    ['key AIzaSyA-1234567890abcdef is not valid', 'key [redacted] is not valid'],
    ['Cookie: parley=abc; other=1', 'Cookie: [redacted]'],
    ['https://user:pass@host/path', 'https://[redacted]@host/path'],
  ])('redacts %s', (text, expected) => {
    expect(redactText(text)).toBe(expected)
  })

  it('redacts the keys of every preset that has a shape of its own', () => {
    const keys = [
      'sk-proj-Ab12Cd34Ef56',
      'sk-ant-api03-Ab12Cd34',
      'sk-or-v1-0123456789ab',
      `sk-${'0a'.repeat(16)}`,
      'AIzaSyA-1234567890abcdef',
      'gsk_Ab12Cd34Ef56',
      'xai-Ab12Cd34Ef56',
      'tgp_v1_Ab12Cd34Ef56',
    ]
    const shapes = providerPresets.flatMap(({ keyShape }) => keyShape ?? [])
    // Each key has the shape of one preset, and each preset has a key here.
    expect(keys.map((key) => shapes.filter((shape) => shape.test(key)).length)).toEqual(shapes.map(() => 1))
    expect(shapes.map((shape) => keys.filter((key) => shape.test(key)).length)).toEqual(keys.map(() => 1))
    expect(keys.map((key) => redactText(`with ${key} refused`))).toEqual(
      keys.map(() => 'with [redacted] refused'),
    )
  })

  it('takes time linear in the length of the text, even where a secret seems to begin', () => {
    const text = `authorization${' '.repeat(400_000)}`
    expect(redactText(text)).toBe(text)
  })

  it.each([
    'the key question is how tokens are counted',
    'provider/model sk-ip',
    'http://localhost:11434/v1/models',
    'input tokens: 12, output tokens: 40',
  ])('leaves "%s" unchanged', (text) => {
    expect(redactText(text)).toBe(text)
  })
})

describe('redactValue', () => {
  it('cuts deeply nested values', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown
    expect(JSON.stringify(redactValue({ kept: 1, deep }))).toMatch(/^\{"kept":1,"deep":\[.*too deeply/)
  })

  it('empties fields named like a secret, at any depth, and keeps fields that only sound like one', () => {
    expect(
      redactValue({
        apiKey: 'short',
        headers: [{ Authorization: 'x', accept: '*/*' }],
        inputTokens: 12,
        token: null,
        url: 'http://h/?key=abc',
      }),
    ).toEqual({
      apiKey: '[redacted]',
      headers: [{ Authorization: '[redacted]', accept: '*/*' }],
      inputTokens: 12,
      token: null,
      url: 'http://h/?key=[redacted]',
    })
  })

  it('includes an error and its cause, which JSON would leave empty', () => {
    const error = new TypeError('outer sk-abcdefgh1234', { cause: new Error('inner Bearer abcdefgh') })
    expect(redactValue(error)).toMatchObject({
      name: 'TypeError',
      message: 'outer [redacted]',
      cause: { name: 'Error', message: 'inner Bearer [redacted]' },
    })
  })

  it('cuts cycles', () => {
    const value: Record<string, unknown> = { name: 'loop' }
    value['self'] = value
    expect(redactValue(value)).toEqual({ name: 'loop', self: '[circular]' })
  })
})
