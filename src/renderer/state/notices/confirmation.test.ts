import { expect, test } from 'vitest'

import { createConfirmation } from './confirmation'

function setUp() {
  const store = createConfirmation()
  const { hear, putOff } = store.getState()
  const isShown = () => store.getState().pageUrl !== null && !store.getState().isPutOff
  return { hear, putOff, isShown }
}

test('links to the page of a confirmation until it is over', () => {
  const { hear, isShown } = setUp()
  hear('confirm/one')
  expect(isShown()).toBe(true)
  hear(null)
  expect(isShown()).toBe(false)
})

test('a closed dialog does not reopen for the same confirmation, even if main sends it again', () => {
  const { hear, putOff, isShown } = setUp()
  hear('confirm/one')
  putOff()
  hear('confirm/one')
  expect(isShown()).toBe(false)
  hear('confirm/two')
  expect(isShown()).toBe(true)
})
