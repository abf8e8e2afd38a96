import { expect, test } from 'vitest'

import { lineCount, piecesOf, runsBetween } from './code-text'

test('the pieces of a code add up to it', () => {
  for (const text of [
    '',
    'one',
    'one\n',
    'line\n'.repeat(60),
    'line\n'.repeat(61),
    `${'line\n'.repeat(120)}end`,
  ]) {
    const pieces = piecesOf(text)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    for (const { text: piece, start } of pieces) expect(text.startsWith(piece, start)).toBe(true)
  }
  expect(piecesOf('line\n'.repeat(121))).toHaveLength(3)
})

test('a trailing line break does not start another line', () => {
  expect(['', 'a', 'a\n', 'a\nb', 'a\n\n'].map(lineCount)).toEqual([0, 1, 1, 2, 2])
})

test('the runs of a piece cover exactly its characters', () => {
  const runs = [4, 0, 6, 2, 5, 1]
  expect(runsBetween(runs, 0, 15)).toEqual(runs)
  expect(runsBetween(runs, 2, 8)).toEqual([2, 0, 4, 2])
  expect(runsBetween(runs, 10, 12)).toEqual([2, 1])
  expect(runsBetween(runs, 15, 20)).toEqual([])
})
