import { expect, test } from 'vitest'

import type { ErrorCode } from '../../../shared/errors'
import type { HealthProblem } from '../../../shared/app/health'
import { isMendedByRestart, problemText } from './problem-text'

function problem(part: HealthProblem['part'], code?: ErrorCode, reason?: string): HealthProblem {
  const error = {
    name: 'Error',
    message: 'it broke',
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
  }
  return { part, kind: 'failing', error, sinceMs: 1, followedCount: 0, detail: '' }
}

test('a disk that is full and one that does not work are not said to be the same', () => {
  const whats = [
    problem('store', 'STORE_FULL', 'full'),
    problem('store', 'STORE_FULL', 'disk'),
    problem('store', 'STORE_DAMAGED'),
    problem('store'),
  ].map((each) => problemText(each).what)
  expect(whats).toEqual([
    'Nothing new can be saved: the disk is full.',
    'Nothing new can be saved: the disk is not working.',
    'The file with your chats cannot be read.',
    'Chats cannot be read or saved right now.',
  ])
})

test('a window that does not answer is another one; an error that nothing caught in a window may be of any', () => {
  expect(problemText(problem('window')).what).toContain('Another Parley window')
  expect(problemText({ ...problem('window'), kind: 'uncaught' }).what).toContain('a Parley window')
})

test('no restart is offered where the new app could not start, or where it would mend nothing', () => {
  expect(isMendedByRestart([problem('runs')])).toBe(true)
  expect(isMendedByRestart([problem('store', 'STORE_DAMAGED')])).toBe(true)
  expect(isMendedByRestart([problem('store', 'STORE_FULL'), problem('runs')])).toBe(false)
  expect(isMendedByRestart([problem('disk'), problem('window')])).toBe(false)
})
