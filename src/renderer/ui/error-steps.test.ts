import { expect, test } from 'vitest'

import type { ErrorData } from '../../shared/errors'
import { errorText, isMendedByRestart, worthRetrying } from './error-steps'

function degraded(refusal: string, cause: ErrorData): ErrorData {
  return { code: 'DEGRADED', message: `${refusal}: ${cause.message}`, data: { cause } }
}

test('a refusal for want of a broken part says the first error, and offers nothing that cannot work', () => {
  const shut = degraded('No new answer can begin', { code: 'INTERNAL', message: 'Error: it broke' })
  expect(errorText(shut)).toEqual({
    what: 'No new answer can begin.',
    rest: 'What you wrote is kept. The first error was: Error: it broke',
  })
  expect(isMendedByRestart(shut)).toBe(true)
  expect(worthRetrying.has(shut.code)).toBe(false)
})

test('a full disk is said in the words of the store, and no restart is offered for it', () => {
  const full = degraded('Parley cannot do this now', {
    code: 'STORE_FULL',
    message: 'The disk is full. Free some space, then try again.',
  })
  expect(errorText(full)).toEqual({
    what: 'Parley cannot do this now.',
    rest: 'The disk is full. Free some space, then try again.',
  })
  expect(isMendedByRestart(full)).toBe(false)
})

test('an error that was stored with an answer, without its cause, is said as it is', () => {
  const stored: ErrorData = { code: 'DEGRADED', message: 'It broke. Long ago.' }
  expect(errorText(stored)).toEqual({ what: 'It broke.', rest: 'Long ago.' })
  expect(isMendedByRestart(stored)).toBe(false)
})
