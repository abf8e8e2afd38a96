import { expect, test } from 'vitest'

import { sweptSettings, type SweepInput } from './sweep-dialog'

const base = { params: { maxOutputTokens: 99, temperature: 1 }, systemPrompt: 'Be brief.' }
const empty: SweepInput = { kind: 'temperature', temperatures: '', efforts: [], prompts: [] }

function temperaturesOf(temperatures: string) {
  const { settings, problem } = sweptSettings(base, { ...empty, temperatures })
  return problem ?? settings.map(({ params }) => params.temperature)
}

test.each<[string, string, unknown]>([
  ['spaces', '0 .5  1.25', [0, 0.5, 1.25]],
  ['commas with spaces', '0, 0.5, 2', [0, 0.5, 2]],
  ['German decimals', '0,2; 0,7 1', [0.2, 0.7, 1]],
  ['equal values', '1 1.0 0', [1, 0]],
  ['a value out of range', '0 2.1', 'bad-temperature'],
  ['a negative value', '-1 0', 'bad-temperature'],
  ['words', '0 warm', 'bad-temperature'],
  ['commas without spaces', '0,0.5,1', 'bad-temperature'],
  ['one value', '0.5', 'too-few'],
  ['nothing', '  ', 'too-few'],
  ['nine values', '0 .1 .2 .3 .4 .5 .6 .7 .8', 'too-many'],
])('reads temperatures with %s', (_what, text, expected) => {
  expect(temperaturesOf(text)).toEqual(expected)
})

test('changes only what varies, from least to most effort', () => {
  const { settings } = sweptSettings(base, { ...empty, kind: 'reasoningEffort', efforts: ['high', 'none'] })
  expect(settings).toEqual([
    { ...base, params: { ...base.params, reasoningEffort: 'none' } },
    { ...base, params: { ...base.params, reasoningEffort: 'high' } },
  ])
})

test('takes an empty system prompt as no system prompt, once', () => {
  const prompts = ['Be brief.', '', '  ', 'Be long.']
  const { settings } = sweptSettings(base, { ...empty, kind: 'systemPrompt', prompts })
  expect(settings.map(({ systemPrompt }) => systemPrompt)).toEqual(['Be brief.', null, 'Be long.'])
})
