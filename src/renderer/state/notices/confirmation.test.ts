import { expect, test } from 'vitest'

import { createConfirmation } from './confirmation'

function setUp() {
  const store = createConfirmation()
  const { receive, postpone } = store.getState()
  const isShown = () => store.getState().pageUrl !== null && !store.getState().isPostponed
  return { receive, postpone, isShown }
}

test('links to the page of a confirmation until it is over', () => {
  const { receive, isShown } = setUp()
  receive('confirm/one')
  expect(isShown()).toBe(true)
  receive(null)
  expect(isShown()).toBe(false)
})

test('a closed dialog does not reopen for the same confirmation, even if main sends it again', () => {
  const { receive, postpone, isShown } = setUp()
  receive('confirm/one')
  postpone()
  receive('confirm/one')
  expect(isShown()).toBe(false)
  receive('confirm/two')
  expect(isShown()).toBe(true)
})
