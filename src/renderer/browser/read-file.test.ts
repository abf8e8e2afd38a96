import { expect, test } from 'vitest'

import { readRecords } from './read-file'

async function piecesOf(name: string, text: string): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of readRecords(new File([text], name))) pieces.push(piece)
  return pieces
}

test('a long file is read in pieces of whole records, CSV with its header in each', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `${index},"${'line\n'.repeat(200)}ä""b"\n`)
  const pieces = await piecesOf('votes.csv', `a,b\n${rows.join('')}`)
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.every((piece) => /^a,b\n\d+,"line\n/.test(piece) && piece.endsWith('ä""b"\n'))).toBe(true)
  expect(pieces.map((piece) => piece.slice('a,b\n'.length)).join('')).toBe(rows.join(''))

  const long = JSON.stringify({ text: 'x'.repeat(3_000_000) })
  const lines = ['{"a": "\\""}', long, '{"b": 1}'].join('\n')
  expect((await piecesOf('votes.jsonl', lines)).join('')).toBe(lines)
  expect(await piecesOf('short.csv', 'a,b')).toEqual(['a,b'])
})
