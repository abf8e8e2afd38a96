import { expect, test } from 'vitest'

import { splitPassages } from './index-rows'

const words = 'The kettle is on the stove, and the water is nearly boiling. '

test.each([
  ['nothing', ''],
  ['one line without an end', 'one line'],
  ['line breaks of Windows', `${words}\r\n\r\n${words}\r\n`.repeat(40)],
  ['one line of 100,000 characters', 'x'.repeat(100_000)],
  ['emoji without spaces', '🙂'.repeat(9_000)],
  ['only blank lines', '\n'.repeat(20_000)],
  ['a long line between short ones', `a\n${words.repeat(200)}\nb\n`],
])('splits %s without losing or repeating text', (_what, text) => {
  const passages = [...splitPassages(text)]
  expect(passages.map((passage) => passage.text).join('')).toBe(text)
  expect(passages.every((passage) => passage.text.isWellFormed() && passage.text.length <= 1_400)).toBe(true)
})

test('numbers the lines of each passage as an editor does', () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1} ${words}`)
  for (const { text, firstLine, lastLine } of splitPassages(lines.join('\n'))) {
    expect(text.replace(/\n$/, '').split('\n')).toEqual(lines.slice(firstLine - 1, lastLine))
  }
})

function sectionOf(name: string): string {
  return `# ${name}\n\n${words.repeat(13)}\n`
}

test('begins a passage at a heading rather than in the middle of a section', () => {
  const passages = [...splitPassages(sectionOf('Tea') + sectionOf('Coffee'))]
  expect(passages.map(({ text }) => text.split('\n')[0])).toEqual(['# Tea', '# Coffee'])
})

test('a line of 10 MB without a space is cut in a time that grows with its length only', () => {
  const startedAt = performance.now()
  expect([...splitPassages('a'.repeat(10_000_000))].length).toBeGreaterThan(7_000)
  expect(performance.now() - startedAt).toBeLessThan(6_000)
})
