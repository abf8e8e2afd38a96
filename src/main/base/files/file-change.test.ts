import { join } from 'node:path'

import { applyPatch } from 'diff'
import { expect, test } from 'vitest'

import { fileChange, fileChangeOfPatch, pathInWorkspace } from './file-change'

const folder = '/projects/space'
const manyLines = (word: string) =>
  Array.from({ length: 5_000 }, (_none, index) => `${word} ${index}\n`).join('')

test('a change of one line includes the lines around it, and counts', () => {
  const before = 'one\ntwo\nthree\nfour\nfive\nsix\n'
  expect(
    fileChange({ path: '/projects/space/a.txt', before, after: before.replace('five', '5') }, folder),
  ).toEqual({
    path: 'a.txt',
    kind: 'modified',
    patch: '@@ -2,5 +2,5 @@\n two\n three\n four\n-five\n+5\n six\n',
    added: 1,
    removed: 1,
  })
})

test('a new file and a removed one are reported as such', () => {
  expect(fileChange({ path: 'a', before: null, after: 'x\n' }, folder)).toMatchObject({
    kind: 'added',
    added: 1,
    removed: 0,
  })
  expect(fileChange({ path: 'a', before: 'x\ny\n', after: null }, folder)).toMatchObject({
    kind: 'deleted',
    added: 0,
    removed: 2,
  })
})

test('texts that are too long are reported quickly, without hunks', () => {
  const long = 'line\n'.repeat(300_000)
  expect(fileChange({ path: 'a', before: long, after: '' }, folder)).toEqual({ path: 'a', kind: 'modified' })
})

test('a text that hardly resembles the previous one is reported as replaced', () => {
  const change = fileChange({ path: 'a', before: manyLines('a'), after: `${manyLines('b')}end` }, folder)
  expect(change).toMatchObject({ kind: 'modified', added: 5_001, removed: 5_000 })
  expect(change.patch).toMatch(/^@@ -1,5000 \+1,5001 @@\n-a 0\n/)
  expect(change.patch).toMatch(/\+end\n\\ No newline at end of file\n$/)
})

test('a patch can be applied to the text that it was made from', () => {
  const texts = ['one\ntwo', 'one\ntwo\n', '', 'x\n', 'x', 'one\n2\nthree\n', '\n', '\n\n']
  for (const before of texts) {
    for (const after of texts) {
      const { patch } = fileChange({ path: 'a', before, after }, folder)
      expect(applyPatch(before, `--- a\n+++ a\n${patch ?? ''}`)).toBe(after)
    }
  }
})

test('a new file with many lines is compared quickly', () => {
  const after = Array.from({ length: 20_000 }, (_none, index) => `${index}`).join('\n')
  expect(fileChange({ path: 'a', before: null, after }, folder)).toMatchObject({ added: 20_000, removed: 0 })
})

test('existing hunks lose their file headers', () => {
  const unified = '--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n'
  expect(fileChangeOfPatch({ path: '/projects/space/x', kind: 'modified' }, unified, folder)).toEqual({
    path: 'x',
    kind: 'modified',
    patch: '@@ -1,1 +1,1 @@\n-a\n+b\n',
    added: 1,
    removed: 1,
  })
  expect(fileChangeOfPatch({ path: 'x', kind: 'modified' }, 'Binary files differ', folder)).toEqual({
    path: 'x',
    kind: 'modified',
  })
})

test('only paths in the workspace become relative, with slashes on every system', () => {
  const paths = [
    join(folder, 'a', 'b'),
    join('a', 'b'),
    '/projects/space2/b',
    '/projects',
    '/projects/space/..b',
    'a/b',
  ]
  expect(paths.map((path) => pathInWorkspace(path, folder))).toEqual([
    'a/b',
    'a/b',
    '/projects/space2/b',
    '/projects',
    '..b',
    'a/b',
  ])
})
