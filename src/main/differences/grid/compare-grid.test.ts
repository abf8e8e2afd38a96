import { expect, test } from 'vitest'

import { compareAnswers } from '../compare-answers'

/** Each row as what the answers say: the text, `–`, or the text after `≠` with what differs. */
function grid(...texts: string[]): string[][] {
  const found = compareAnswers(texts)
  if (found.kind !== 'grid') throw new Error('three answers are compared in a grid')
  return found.rows.map(({ cells }) =>
    cells.map((cell, answer) => {
      if (cell.kind === 'not-said') return '–'
      const text = texts[answer]?.slice(...cell.range) ?? ''
      return cell.kind === 'said' ? text : `≠ ${cell.differs.join(', ')}: ${text}`
    }),
  )
}

const retryCode = (value: number) => `\`\`\`js\nconst retries = ${value}\nstart(retries)\n\`\`\``
const priceTable = (price: number) => `| item | price |\n|---|---|\n| bread | ${price} € |`

test('shows for each statement which answers make it, in the order of the answers', () => {
  expect(
    grid(
      '# Bees\n\nBees make honey from nectar. They live in large colonies.',
      '- They live in large colonies.\n- Queens lay all of the eggs.',
      'Bees make honey from sweet nectar.\n\nQueens lay all of the eggs.',
    ),
  ).toEqual([
    ['Bees make honey from nectar.', '–', 'Bees make honey from sweet nectar.'],
    ['They live in large colonies.', 'They live in large colonies.', '–'],
    ['–', 'Queens lay all of the eggs.', 'Queens lay all of the eggs.'],
  ])
})

test.each([
  ['number', 'The tower is 300 m tall today.', 'The tower is 330 m tall today.'],
  ['unit', 'The tower is 300 m tall today.', 'The tower is 300 feet tall today.'],
  ['date', 'The tower opened on 31 March 1889.', 'The tower opened on 6 May 1889.'],
  ['name', 'The tower was designed by Maurice Koechlin.', 'The tower was designed by Gustave Eiffel.'],
  ['code', 'Open the tower with `openGate` first.', 'Open the tower with `openDoor` first.'],
  ['negation', 'The tower is open at night.', 'The tower is not open at night.'],
  [
    'negation',
    'Der Turm ist nachts geöffnet und beleuchtet.',
    'Der Turm ist nachts nicht geöffnet und beleuchtet.',
  ],
])('a statement with another %s is said differently from the others', (kind, usual, other) => {
  expect(grid(usual, other, usual)).toEqual([[usual, `≠ ${kind}: ${other}`, usual]])
  // The first of two that disagree is the one that is said.
  expect(grid(other, 'Nothing else.', usual)[0]).toEqual([other, '–', `≠ ${kind}: ${usual}`])
})

test('a more detailed statement is said, and so is one with its numbers written otherwise', () => {
  const [plain, detailed] = ['The bridge is 1,500 m long.', 'The long bridge is 1.5 km long, since 1998.']
  expect(grid(plain, detailed, 'Der Bau dauerte lange.')[0]).toEqual([plain, detailed, '–'])
})

test('a block of code is one statement, and rows of tables are statements', () => {
  expect(grid(retryCode(3), retryCode(5), priceTable(4), priceTable(4))).toEqual([
    [retryCode(3), `≠ number: ${retryCode(5)}`, '–', '–'],
    ['–', '–', '| item | price |', '| item | price |'],
    ['–', '–', '| bread | 4 € |', '| bread | 4 € |'],
  ])
})

test('two statements of one answer are never one row', () => {
  const twice = 'Cache every response. Cache every response.'
  expect(
    grid(twice, 'Cache every response.', 'Use no cache.').map(([first, second]) => [first, second]),
  ).toEqual([
    ['Cache every response.', 'Cache every response.'],
    ['Cache every response.', '–'],
    ['–', '–'],
  ])
})
