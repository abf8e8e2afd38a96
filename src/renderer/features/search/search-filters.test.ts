import { expect, test } from 'vitest'

import { filtersOf, withFilter, withoutFilter } from './search-filters'

const seen = (query: string) => filtersOf(query).map(({ name, value }) => `${name}=${value}`)

test('filters are seen wherever they stand, in any case, and with a value in quotes', () => {
  expect(seen('wal Model:demo/brief before:2025-01-01')).toEqual(['model=demo/brief', 'before=2025-01-01'])
  expect(seen('title:"release notes" draft')).toEqual(['title=release notes'])
  expect(seen('title:„release notes“')).toEqual(['title=release notes'])
})

test('what only looks like a filter is text', () => {
  for (const query of [
    'https://example.org/role:user',
    'model:',
    'http:',
    'remodel:x',
    'model: x',
    'title:"',
  ]) {
    expect(seen(query)).toEqual([])
  }
})

test('a filter is taken out without what stands around it', () => {
  const query = 'one role:user  two'
  const [filter] = filtersOf(query)
  if (filter === undefined) throw new Error('there is a filter')
  expect(withoutFilter(query, filter)).toBe('one two')
  expect(withFilter('one ', 'role')).toBe('one role:')
  expect(withFilter('', 'role')).toBe('role:')
})
