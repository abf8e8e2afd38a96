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

test('counts uncovered mutants against the score, but not ignored or invalid ones', () => {
  const score = scoreOf(outcomes)
  expect(score).toEqual({ killed: 2, timedOut: 1, survived: 1, uncovered: 1 })
  expect(percentOf(score)).toBe(60)
})

test('gives no score, instead of a good one, if no mutant was tried', () => {
  expect(percentOf(scoreOf([]))).toBeNull()
  expect(percentOf(scoreOf([{ file: 'a.ts', status: 'RuntimeError' }]))).toBeNull()
})

test('the table has a line for each file and one for the total', () => {
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
