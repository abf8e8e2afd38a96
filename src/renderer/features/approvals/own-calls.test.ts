import { afterAll, beforeAll, expect, test } from 'vitest'

import { loadTexts, setLanguage } from '../../language/t'
import { callPhrase, ownTarget } from './own-calls'

beforeAll(async () => {
  await setLanguage('de')
  await loadTexts()
})
afterAll(() => setLanguage('en'))

test('calls of Parley’s own tools are named in the language of the window, whatever title they were stored with', () => {
  const url = 'https://example.com/a'
  expect(callPhrase({ toolName: 'web.fetch', title: `Fetch ${url}`, input: { url } })).toBe(`${url} abrufen`)
  expect(callPhrase({ toolName: 'files.edit', title: 'Create a.txt', input: { path: 'a.txt' } })).toBe(
    'a.txt bearbeiten',
  )
  expect(callPhrase({ toolName: 'code.run', title: 'Run JavaScript', input: { code: '1' } })).toBe(
    'Code ausführen',
  )
  expect(callPhrase({ toolName: 'ask_user', input: { title: 'Which city?' } })).toBe('Which city?')
  expect(ownTarget({ toolName: 'files.search', input: { path: '.', query: 'tea' } })).toBe('tea')
  expect(ownTarget({ toolName: 'read_more', title: 'Read more', input: { result: 'r1', page: 2 } })).toBe(
    'Weitere Seite eines Ergebnisses',
  )
})

test('malformed input of a model still has a name, and other tools keep their own words', () => {
  for (const input of [null, 'x', [], { url: 7 }, { url: '  ' }, JSON.parse('{"__proto__":{"url":"x"}}')]) {
    expect(callPhrase({ toolName: 'web.fetch', title: 'Fetch page', input })).toBe('Seite abrufen')
  }
  expect(callPhrase({ toolName: 'mcp:notes/add', title: 'notes: Add', input: {} })).toBe('notes: Add')
  expect(callPhrase({ toolName: 'toString', input: {} })).toBe('')
  expect(ownTarget({ toolName: 'constructor', input: {} })).toBeNull()
})
