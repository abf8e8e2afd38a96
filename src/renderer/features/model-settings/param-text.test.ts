import { describe, expect, it, onTestFinished } from 'vitest'

import { setLanguage } from '../../language/t'
import { offeredParams, paramTexts, readNumberParam, readStops, setParamWords } from './param-text'

describe('a number field of a model', () => {
  it('rejects what main would refuse, and says what is allowed', () => {
    const wrong = { kind: 'wrong', why: 'Enter a number from 0 to 2.' }
    expect(
      ['2.1', '-0.1', 'warm', '1e3', '0x1', '.', 'Infinity'].map((text) =>
        readNumberParam('temperature', text, undefined),
      ),
    ).toEqual(Array.from({ length: 7 }, () => wrong))
    expect(readNumberParam('seed', '1.5', undefined)).toEqual({ kind: 'wrong', why: 'Enter a whole number.' })
  })

  it('means the default when empty, but not when zero', () => {
    expect(readNumberParam('temperature', ' ', undefined)).toEqual({ kind: 'default' })
    expect(readNumberParam('temperature', '0', undefined)).toEqual({ kind: 'value', value: 0 })
  })

  it('shows a value as it is read again, which in German has a decimal comma', async () => {
    await setLanguage('de')
    onTestFinished(() => void setLanguage('en'))
    const { temperature } = paramTexts({ temperature: 1.125 })
    expect(temperature).toBe('1,125')
    expect(readNumberParam('temperature', temperature, undefined)).toEqual({ kind: 'value', value: 1.125 })
    expect(setParamWords({ topP: 0.95, seed: 123_456 })).toEqual(['Top p 0,95', 'Seed 123456'])
  })

  it('accepts a decimal comma', () => {
    expect(readNumberParam('topP', '0,95', undefined)).toEqual({ kind: 'value', value: 0.95 })
  })

  it('rejects more tokens than the model can generate', () => {
    expect(readNumberParam('maxOutputTokens', '9000', { maxOutputTokens: 8_192 })).toEqual({
      kind: 'wrong',
      why: 'This model can write at most 8,192 tokens.',
    })
  })
})

describe('stop sequences', () => {
  it('keep line breaks, tabs and backslashes from the field to the model and back', () => {
    const stop = ['\n\n', 'END\t', 'C:\\new', ' ']
    expect(readStops(paramTexts({ stop }).stop)).toEqual({ kind: 'value', value: stop })
  })

  it('are rejected if main would refuse the settings because of them', () => {
    expect(readStops('a\nb\nc\nd\ne').kind).toBe('wrong')
    expect(readStops('a'.repeat(201)).kind).toBe('wrong')
    expect(readStops('\n\n')).toEqual({ kind: 'default' })
  })
})

describe('the parameters offered for a model', () => {
  it('are those it supports, or all if that is unknown', () => {
    expect(offeredParams({ params: ['seed', 'temperature'] })).toEqual(['temperature', 'seed'])
    expect(offeredParams({ reasons: false })).not.toContain('reasoningEffort')
    expect(offeredParams(undefined)).toHaveLength(6)
  })
})

describe('the summary of parameters', () => {
  it('shows set values and no defaults', () => {
    expect(setParamWords({ temperature: 0, stop: ['\n'], reasoningEffort: 'low' })).toEqual([
      'temperature 0',
      'stop sequences “\\n”',
      'reasoning effort low',
    ])
    expect(setParamWords({})).toEqual([])
  })
})
