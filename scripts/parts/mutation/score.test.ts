import { expect, test } from 'vitest'

import { type Outcome, percentOf, scoreOf, scoreTable } from './score.ts'

const outcomes: Outcome[] = [
  { file: 'b.ts', status: 'Killed' },
  { file: 'a.ts', status: 'Killed' },
  { file: 'a.ts', status: 'Timeout' },
  { file: 'a.ts', status: 'Survived' },
  { file: 'a.ts', status: 'NoCoverage' },
  { file: 'a.ts', status: 'Ignored' },
  { file: 'a.ts', status: 'RuntimeError' },
]

test('what no test reaches counts against the score, what was left out or cannot run does not count', () => {
  const score = scoreOf(outcomes)
  expect(score).toEqual({ killed: 2, timedOut: 1, survived: 1, uncovered: 1 })
  expect(percentOf(score)).toBe(60)
})

test('where no mutant was tried there is no score, and not a good one', () => {
  expect(percentOf(scoreOf([]))).toBeNull()
  expect(percentOf(scoreOf([{ file: 'a.ts', status: 'RuntimeError' }]))).toBeNull()
})

test('the table has a line for each file and one for all of them', () => {
  const lines = scoreTable('all', outcomes)
    .split('\n')
    .map((line) => line.trim().split(/\s+/).join(' '))
  expect(lines).toEqual([
    'killed timeout survived no coverage score',
    'a.ts 1 1 1 1 50.0',
    'b.ts 1 0 0 0 100.0',
    'all 2 1 1 1 60.0',
  ])
})
