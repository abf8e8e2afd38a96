import { expect, test } from 'vitest'

import { FakeEnvironment } from '../../testing/fake-parley'
import { noteAction, recentActions } from './action-list'

test('keeps a few recent actions without duplicates, newest first', () => {
  const { storage } = new FakeEnvironment()
  expect(recentActions(storage)).toEqual([])
  for (const id of ['a', 'b', 'c', 'd', 'a', 'e', 'f']) noteAction(storage, id)
  expect(recentActions(storage)).toEqual(['f', 'e', 'a', 'd', 'c'])
})
