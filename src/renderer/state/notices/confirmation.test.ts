import { expect, test } from 'vitest'

import { Dialogs } from '../dialogs/dialogs'
import { Confirmation } from './notices'

function setUp() {
  const dialogs = new Dialogs()
  const confirmation = new Confirmation(dialogs)
  return { dialogs, confirmation, shown: () => dialogs.find('confirmation')?.pageUrl }
}

test('links to the page of a confirmation until it is over', () => {
  const { confirmation, shown } = setUp()
  confirmation.receive({ pageUrl: 'confirm/one', about: 'knowledge-folder' })
  expect(shown()).toBe('confirm/one')
  confirmation.receive({ pageUrl: null, about: null })
  expect(shown()).toBeUndefined()
})

test('a closed dialog does not reopen for the same confirmation, even if main sends it again', () => {
  const { dialogs, confirmation, shown } = setUp()
  confirmation.receive({ pageUrl: 'confirm/one', about: 'knowledge-folder' })
  dialogs.close('confirmation')
  confirmation.receive({ pageUrl: 'confirm/one', about: 'knowledge-folder' })
  expect(shown()).toBeUndefined()
  confirmation.receive({ pageUrl: 'confirm/two', about: 'start-server' })
  expect(shown()).toBe('confirm/two')
})
