import { expect, test } from 'vitest'

import { ParleyError } from '../../shared/errors'
import { toErrorData } from '../../shared/failures/failure'
import { degradedError } from './degraded-error'

test('names the bug that broke the part, although the wire normally hides it', () => {
  const cause = new TypeError('the list is gone')
  const refusal = degradedError('no-answers', cause)
  expect(toErrorData(refusal)).toEqual({
    code: 'DEGRADED',
    message: 'New answers cannot start. TypeError: the list is gone',
    data: { reason: 'no-answers', cause: { code: 'INTERNAL', message: 'TypeError: the list is gone' } },
  })
  expect(refusal.cause).toBe(cause)
})

test('keeps the code and data of a coded cause', () => {
  const cause = new ParleyError('STORE_FULL', 'The disk is full.', { data: { reason: 'full' } })
  expect(toErrorData(degradedError('not-now', cause))).toEqual({
    code: 'DEGRADED',
    message: 'Parley cannot do this right now. The disk is full.',
    data: {
      reason: 'not-now',
      cause: { code: 'STORE_FULL', message: 'The disk is full.', data: { reason: 'full' } },
    },
  })
})

test('redacts secrets quoted by the cause, coded or not', () => {
  for (const cause of [
    new Error('asked with Bearer abcdefgh1234'),
    new ParleyError('INTERNAL', 'asked with Bearer abcdefgh1234'),
    'asked with Bearer abcdefgh1234',
  ]) {
    const json = JSON.stringify(toErrorData(degradedError('no-answers', cause)))
    expect(json).toContain('asked with Bearer [redacted]')
    expect(json).not.toContain('abcdefgh1234')
  }
})
