import { expect, test } from 'vitest'

import { csvContent } from './csv-delimiter'

test.each([
  ['a,b;c,d\n1;2;3;4', ','],
  ['a;b;c\n1,5;2,5;3', ';'],
  ['\uFEFF\r\n\na;"b,,,";c\r1,2,3,4', ';'],
  ['a\tb\n1,2,3', '\t'],
  ['a|b|c\n1,2|3|4', '|'],
  ['prompt\none, two; three', ','],
  ['"prompt, with; all\nof them;;;";x', ';'],
  ['', ','],
])('the header decides how columns are separated: %j', (text, delimiter) => {
  expect(csvContent(text)).toEqual({ content: text, delimiter })
})

test.each([
  ['sep=;\r\na;b,c\r\n1;2', ';', 'a;b,c\r\n1;2'],
  ['\uFEFFsep=|\na|b;c;d\n', '|', 'a|b;c;d\n'],
  ['"sep=\t"\na\tb', '\t', 'a\tb'],
  ['SEP=,\na,b', ',', 'a,b'],
])("Excel's first line names the separator and is no row: %j", (text, delimiter, content) => {
  expect(csvContent(text)).toEqual({ content, delimiter })
})
