import { expect, test } from 'vitest'

import { filtersOf, withFilter, withoutFilter } from './search-filters'

const seen = (query: string) => filtersOf(query).map(({ name, value }) => `${name}=${value}`)

test('recognizes filters anywhere, in any case, and with quoted values', () => {
  expect(seen('wal Model:demo/brief before:2025-01-01')).toEqual(['model=demo/brief', 'before=2025-01-01'])
  expect(seen('title:"release notes" draft')).toEqual(['title=release notes'])
  expect(seen('title:„release notes“')).toEqual(['title=release notes'])
})

test('treats text that only looks like a filter as text', () => {
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

test('removes a filter without the text around it', () => {
  const query = 'one role:user  two'
  const [filter] = filtersOf(query)
  if (filter === undefined) throw new Error('no filter found')
  expect(withoutFilter(query, filter)).toBe('one two')
  expect(withFilter('one ', 'role')).toBe('one role:')
  expect(withFilter('', 'role')).toBe('role:')
})
