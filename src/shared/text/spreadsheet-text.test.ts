import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'

import { spreadsheetText, spreadsheetValue, textOfSpreadsheet } from './spreadsheet-text'

const attacks = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '"=1+1',
  '\u0000=1+1',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(A1)',
  '﹦1+1',
  '−1+1',
  "a;=cmd|'/C calc'!A0",
  'a;"=1+1',
  'a,=1+1',
  'a|=1+1',
  'a\t=1+1',
  'a\n=1+1',
  'a\r+cmd|x!A0',
  'a\u2028=1+1',
  'a; @SUM(A1)',
  "a;-cmd|'/C calc'!A0",
  "a\n- cmd|'/C calc'!A0",
  'a\n-1+HYPERLINK("http://evil.example")',
  'a;＝1+1',
  ';=1',
  ";';=1",
]

test.each(attacks)('no spreadsheet evaluates %j, whichever separator it expects', (text) => {
  const file = stringify([['x', spreadsheetText(text), 'y']])
  for (const delimiter of [',', ';', '\t', '|']) {
    const cells: string[][] = parse(file, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      quote: delimiter === ',' ? '"' : null,
    })
    for (const cell of cells.flat()) {
      expect(cell, delimiter).not.toMatch(/^[\s\0"]*[=+\-@＝＋－＠﹦−]/u)
    }
  }
})

test.each([...attacks, "'=1", "''=1", "a;'=b", 'plain', 'it’s', ''])(
  '%j survives a round trip unchanged',
  (text) => {
    expect(textOfSpreadsheet(spreadsheetText(text))).toBe(text)
  },
)

test.each([
  'plain',
  'a - b; c + d',
  'x, -5, y',
  'Items:\n- one\n- two; three\n+ four',
  'a = b, c = d',
  'me@example.com, you@example.com',
  '1,5-2',
])('leaves %j as written', (text) => {
  expect(spreadsheetText(text)).toBe(text)
})

test('a signed number stays one where values are written', () => {
  expect(['-5', '+3.5%', '-1+1', '=1'].map(spreadsheetValue)).toEqual(['-5', '+3.5%', "'-1+1", "'=1"])
})

test('handles long texts quickly', () => {
  for (const part of ['-', '\n- x', ' ', '"', ';=', '\t', "'", '\n-', '\n"']) {
    expect(spreadsheetText(part.repeat(200_000)).length).toBeGreaterThan(100_000)
  }
})
