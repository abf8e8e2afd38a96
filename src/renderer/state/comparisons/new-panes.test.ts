import { expect, test } from 'vitest'

import { withNewPane, withPaneMoved } from './new-panes'

test('a new pane has a unique id even after another was removed', () => {
  const three = ['a/1', 'a/2', 'a/3'].reduce(withNewPane, [])
  const again = withNewPane(three.toSpliced(1, 1), 'a/4')
  expect(again.map(({ id, model }) => `${id} ${model}`)).toEqual(['0 a/1', '2 a/3', '1 a/4'])
})

test('a moved pane keeps its id, and so its draft', () => {
  const three = ['a/1', 'a/2', 'a/3'].reduce(withNewPane, [])
  expect(withPaneMoved(three, 0, 2).map(({ id }) => id)).toEqual([1, 2, 0])
  expect(withPaneMoved(three, 2, 0).map(({ id }) => id)).toEqual([2, 0, 1])
})
