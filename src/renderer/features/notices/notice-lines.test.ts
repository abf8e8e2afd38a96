import { expect, test } from 'vitest'

import type { ErrorCode } from '../../../shared/errors'
import type { HealthProblem } from '../../../shared/app/health'
import { canRestartFix, problemText } from './notice-lines'

function problem(part: HealthProblem['part'], code?: ErrorCode, reason?: string): HealthProblem {
  const error = {
    name: 'Error',
    message: 'it broke',
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
  }
  return { part, kind: 'failing', error, sinceMs: 1, followedCount: 0, detail: '' }
}

test('distinguishes a full disk from a broken one', () => {
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

test('an unresponsive window is another one, but an uncaught error may be from any window', () => {
  expect(problemText(problem('window')).what).toContain('Another Parley window')
  expect(problemText({ ...problem('window'), kind: 'uncaught' }).what).toContain('a Parley window')
})

test('offers no restart if the app could not start again or nothing would be fixed', () => {
  expect(canRestartFix([problem('runs')])).toBe(true)
  expect(canRestartFix([problem('store', 'STORE_DAMAGED')])).toBe(true)
  expect(canRestartFix([problem('store', 'STORE_FULL'), problem('runs')])).toBe(false)
  expect(canRestartFix([problem('disk'), problem('window')])).toBe(false)
})
