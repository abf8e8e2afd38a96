import type { Tokens } from 'marked'
import { expect, test } from 'vitest'

import { lexBlocks } from './source/lex'
import { tableText } from './table'

function table(markdown: string): Tokens.Table {
  const [first] = lexBlocks(markdown).tokens
  if (first?.type !== 'table') throw new Error('expected a table')
  return first as Tokens.Table
}

const prices = table(`| Name | **Price** |
|:-----|------:|
| A "big" one, red | -1.50 |
| [Two](https://example.com)<br>lines | 7 % |
`)

test('as Markdown, a table is what was written', () => {
  expect(tableText(prices, 'markdown')).toBe(prices.raw.trim())
})

test('as CSV, cells are plain text and quoted where they have to be', () => {
  expect(tableText(prices, 'csv')).toBe(
    'Name,Price\r\n"A ""big"" one, red",-1.50\r\n"Two (https://example.com)\nlines",7 %\r\n',
  )
})

test('as TSV, each row is one line', () => {
  expect(tableText(prices, 'tsv')).toBe(
    'Name\tPrice\nA "big" one, red\t-1.50\nTwo (https://example.com) lines\t7 %\n',
  )
})

test.each(['=1+1', '@SUM(A1)', '+cmd|x', '-2+3', ' =HYPERLINK("x")', '-1,5 =x'])(
  'a spreadsheet does not evaluate the cell %s',
  (cell) => {
    const risky = table(`| a |\n|---|\n| ${cell.replaceAll('|', '\\|')} |\n`)
    expect(tableText(risky, 'tsv').split('\n')[1]).toBe(`'${cell.trim()}`)
    expect(tableText(risky, 'csv').split('\r\n')[1]).toBe(`"'${cell.trim().replaceAll('"', '""')}"`)
  },
)

test.each(['-5', '+3.5', '-12,345.6', '-20%'])('the number %s stays a number', (cell) => {
  expect(tableText(table(`| a |\n|---|\n| ${cell} |\n`), 'csv')).toContain(
    `\r\n${cell.includes(',') ? `"${cell}"` : cell}\r\n`,
  )
})

test.each([
  ['| $P(A|B)$ | b |', ['$P(A|B)$', 'b']],
  ['| $|x|$ | $\\{y|y>0\\}$ |', ['$|x|$', '$\\{y|y>0\\}$']],
  ['| \\(|x|\\) | $$|y|$$ |', ['\\(|x|\\)', '$$|y|$$']],
  ['| 若$P(A|B)$则 | b |', ['若$P(A|B)$则', 'b']],
  ['| $5 | $10 |', ['$5', '$10']],
  ['| $a | b$ |', ['$a', 'b$']],
  ['| $P(A\\|B)$ | b |', ['$P(A|B)$', 'b']],
])('a bar in a formula does not end the cell: %s', (row, cells) => {
  for (const source of [`| a | b |\n|---|---|\n${row}\n`, `${row}\n|---|---|\n| a | b |\n`]) {
    const read = table(source)
    expect(read.raw.trim()).toBe(source.trim())
    expect([read.header, ...read.rows].map((each) => each.map(({ text }) => text))).toContainEqual(cells)
    expect(tableText(read, 'tsv')).toContain(`${cells.join('\t')}\n`)
  }
})
