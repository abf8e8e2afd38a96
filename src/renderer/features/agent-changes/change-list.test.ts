import { expect, test } from 'vitest'

import { patchLines } from './change-list'

test('numbers lines of several hunks as in both files', () => {
  const patch = '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -20 +20,2 @@ function\n x\n+y\n'
  expect(patchLines(patch)).toEqual([
    { kind: 'hunk', text: '', oldNumber: null, newNumber: null },
    { kind: 'context', text: 'a', oldNumber: 1, newNumber: 1 },
    { kind: 'removed', text: 'b', oldNumber: 2, newNumber: null },
    { kind: 'added', text: 'B', oldNumber: null, newNumber: 2 },
    { kind: 'context', text: 'c', oldNumber: 3, newNumber: 3 },
    { kind: 'hunk', text: 'function', oldNumber: null, newNumber: null },
    { kind: 'context', text: 'x', oldNumber: 20, newNumber: 20 },
    { kind: 'added', text: 'y', oldNumber: null, newNumber: 21 },
  ])
})

test('handles a removed line that looks like a header, an empty context line and a missing line end', () => {
  const patch = '@@ -1,3 +1,2 @@\n--- a comment\n\n+++ more\n\\ No newline at end of file'
  expect(patchLines(patch).map(({ kind, text }) => [kind, text])).toEqual([
    ['hunk', ''],
    ['removed', '-- a comment'],
    ['context', ''],
    ['added', '++ more'],
  ])
})

test('does not throw for text that is not a diff', () => {
  expect(patchLines('')).toEqual([])
  expect(patchLines('Binary files differ')).toEqual([])
})
