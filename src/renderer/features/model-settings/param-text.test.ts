import { describe, expect, it } from 'vitest'

import { offeredParams, paramTexts, readNumberParam, readStops, setParamWords } from './param-text'

describe('a number for a model', () => {
  it('is not sent when the wire would refuse it, and the field says what is asked for', () => {
    const wrong = { kind: 'wrong', why: 'Enter a number from 0 to 2.' }
    expect(
      ['2.1', '-0.1', 'warm', '1e3', '0x1', '.', 'Infinity'].map((text) =>
        readNumberParam('temperature', text, undefined),
      ),
    ).toEqual(Array.from({ length: 7 }, () => wrong))
    expect(readNumberParam('seed', '1.5', undefined)).toEqual({ kind: 'wrong', why: 'Enter a whole number.' })
  })

  it('is the default when the field is empty, and zero is not the same as empty', () => {
    expect(readNumberParam('temperature', ' ', undefined)).toEqual({ kind: 'default' })
    expect(readNumberParam('temperature', '0', undefined)).toEqual({ kind: 'value', value: 0 })
  })

  it('may be written with a comma, as half the world writes it', () => {
    expect(readNumberParam('topP', '0,95', undefined)).toEqual({ kind: 'value', value: 0.95 })
  })

  it('is not more tokens than the model can write', () => {
    expect(readNumberParam('maxOutputTokens', '9000', { maxOutputTokens: 8_192 })).toEqual({
      kind: 'wrong',
      why: 'This model can write at most 8,192 tokens.',
    })
  })
})

describe('texts at which an answer ends', () => {
  it('keep their line breaks, tabs and backslashes from the field to the model and back', () => {
    const stop = ['\n\n', 'END\t', 'C:\\new', ' ']
    expect(readStops(paramTexts({ stop }).stop)).toEqual({ kind: 'value', value: stop })
  })

  it('are refused where the wire would refuse all of the settings for them', () => {
    expect(readStops('a\nb\nc\nd\ne').kind).toBe('wrong')
    expect(readStops('a'.repeat(201)).kind).toBe('wrong')
    expect(readStops('\n\n')).toEqual({ kind: 'default' })
  })
})

describe('what is offered for a model', () => {
  it('is only what it takes, and all that may be tried where nothing is known', () => {
    expect(offeredParams({ params: ['seed', 'temperature'] })).toEqual(['temperature', 'seed'])
    expect(offeredParams({ reasons: false })).not.toContain('reasoningEffort')
    expect(offeredParams(undefined)).toHaveLength(6)
  })
})

describe('what is set', () => {
  it('is told with its values, and nothing is told of defaults', () => {
    expect(setParamWords({ temperature: 0, stop: ['\n'], reasoningEffort: 'low' })).toEqual([
      'temperature 0',
      'stop sequences “\\n”',
      'reasoning effort low',
    ])
    expect(setParamWords({})).toEqual([])
  })
})
