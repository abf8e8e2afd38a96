import { describe, expect, test } from 'vitest'

import type { Check } from '../../../shared/sets/checks'
import { type FolderCheck, isQuick, runQuickCheck } from './answer-checker'
import { runSlowCheck } from './slow-checks'

function passes(
  check: Exclude<Check, FolderCheck>,
  text: string,
  more: { durationMs?: number; costUsd?: number | null } = {},
) {
  const answer = { text, durationMs: 10, costUsd: 0.01, ...more }
  return isQuick(check) ? runQuickCheck(check, answer) : runSlowCheck(check, text)
}

const pass = { passed: true }
const fail = { passed: false }

describe('checks of text', () => {
  test('contains: case counts unless it is ignored, and equivalent characters are the same', () => {
    expect(passes({ kind: 'contains', value: 'Paris' }, 'It is Paris.')).toEqual(pass)
    expect(passes({ kind: 'contains', value: 'paris' }, 'It is Paris.')).toEqual(fail)
    expect(passes({ kind: 'contains', value: 'paris', ignoreCase: true }, 'It is PARIS.')).toEqual(pass)
    expect(passes({ kind: 'contains', value: 'caf\u00E9' }, 'a cafe\u0301')).toEqual(pass)
    expect(passes({ kind: 'contains', value: 'sorry', not: true }, 'Sure.')).toEqual(pass)
    expect(passes({ kind: 'contains', value: 'sorry', not: true }, 'I am sorry')).toEqual(fail)
  })

  test('equals: spaces around the answer do not count, spaces inside do', () => {
    expect(passes({ kind: 'equals', value: '42' }, ' 42\n')).toEqual(pass)
    expect(passes({ kind: 'equals', value: '4 2' }, '42')).toEqual(fail)
    expect(passes({ kind: 'equals', value: 'yes', ignoreCase: true, not: true }, 'YES')).toEqual(fail)
  })

  test('matches: a regular expression with flags; a wrong one is reported', () => {
    expect(passes({ kind: 'matches', pattern: '^\\d{4}$', flags: 'm' }, 'In\n1969\n')).toEqual(pass)
    expect(passes({ kind: 'matches', pattern: '\\d' }, 'none')).toEqual(fail)
    expect(passes({ kind: 'matches', pattern: '\\d', not: true }, 'none')).toEqual(pass)
    expect(passes({ kind: 'matches', pattern: '(' }, 'any')).toMatchObject({
      passed: false,
      problem: 'bad-pattern',
    })
  })

  test('length: of the answer without the spaces around it', () => {
    expect(passes({ kind: 'length', min: 3, max: 5 }, ' abc ')).toEqual(pass)
    expect(passes({ kind: 'length', min: 3 }, 'ab')).toEqual({ passed: false, problem: 'too-short' })
    expect(passes({ kind: 'length', max: 5 }, 'abcdef')).toEqual({ passed: false, problem: 'too-long' })
  })
})

describe('checks of JSON', () => {
  test('the answer is JSON, alone or in one code block', () => {
    expect(passes({ kind: 'json' }, ' {"a": 1} ')).toEqual(pass)
    expect(passes({ kind: 'json' }, '```json\n{"a": 1}\n```')).toEqual(pass)
    const notJson = { passed: false, problem: 'not-json' }
    const withText = { passed: false, problem: 'text-around-json' }
    expect(passes({ kind: 'json' }, 'Here you are: {"a": {"b": [1]}}')).toEqual(withText)
    expect(passes({ kind: 'json' }, '```json\n{"a": 1}\n```\nDone.')).toEqual(withText)
    expect(passes({ kind: 'json-schema', schema: {} }, 'Use {x}: [{"a": 1}] as in [2]')).toEqual(withText)
    expect(passes({ kind: 'json' }, 'As in [1] and {x}, it is 3.')).toEqual(notJson)
    expect(passes({ kind: 'json' }, '{'.repeat(10_000) + '}'.repeat(10_000))).toEqual(notJson)
    expect(passes({ kind: 'json' }, '')).toEqual(notJson)
  })

  test('a schema names the first violation; a wrong schema is reported as such', () => {
    const schema = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } }
    expect(passes({ kind: 'json-schema', schema }, '{"city": "Paris"}')).toEqual(pass)
    expect(passes({ kind: 'json-schema', schema }, '{"town": "Paris"}')).toEqual({
      passed: false,
      detail: 'city is required',
    })
    expect(passes({ kind: 'json-schema', schema: { type: 'nonsense' } }, '{}')).toMatchObject({
      passed: false,
      problem: 'bad-schema',
    })
  })
})

test('time and cost have limits; an unknown price passes no limit', () => {
  expect(passes({ kind: 'time', maxMs: 10 }, '', { durationMs: 10 })).toEqual(pass)
  expect(passes({ kind: 'time', maxMs: 10 }, '', { durationMs: 10.5 })).toEqual(fail)
  expect(passes({ kind: 'cost', maxUsd: 0.02 }, '')).toEqual(pass)
  expect(passes({ kind: 'cost', maxUsd: 0.02 }, '', { costUsd: null })).toEqual({
    passed: false,
    problem: 'price-unknown',
  })
})
