import { expect, test } from 'vitest'

import { createConfirmation } from './confirmation'

function setUp() {
  const store = createConfirmation()
  const { hear, putOff } = store.getState()
  const isShown = () => store.getState().pageUrl !== null && !store.getState().isPutOff
  return { hear, putOff, isShown }
}

test('a question leads to its page until it is over', () => {
  const { hear, isShown } = setUp()
  hear('confirm/one')
  expect(isShown()).toBe(true)
  hear(null)
  expect(isShown()).toBe(false)
})

test('a dialog that was closed does not come back for the same question, also when the window is told again', () => {
  const { hear, putOff, isShown } = setUp()
  hear('confirm/one')
  putOff()
  hear('confirm/one')
  expect(isShown()).toBe(false)
  hear('confirm/two')
  expect(isShown()).toBe(true)
})
