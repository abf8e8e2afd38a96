import { expect, test } from 'vitest'

import { movedBeside } from './use-favourites'

test('a favourite moves past its visible neighbour, and past missing ones between them', () => {
  const favourites = ['a/1', 'gone/1', 'a/2', 'a/3']
  expect(movedBeside(favourites, 'a/1', 'a/2')).toEqual(['gone/1', 'a/2', 'a/1', 'a/3'])
  expect(movedBeside(favourites, 'a/3', 'a/2')).toEqual(['a/1', 'gone/1', 'a/3', 'a/2'])
  expect(movedBeside(favourites, 'a/1', undefined)).toBeNull()
  expect(movedBeside(favourites, 'no/favourite', 'a/2')).toBeNull()
})
