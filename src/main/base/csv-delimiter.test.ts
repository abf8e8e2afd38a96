import { expect, test } from 'vitest'

import { csvDelimiter } from './csv-delimiter'

test.each([
  ['a,b;c,d\n1;2;3;4', ','],
  ['a;b;c\n1,5;2,5;3', ';'],
  ['\uFEFF\r\n\na;"b,,,";c\r1,2,3,4', ';'],
  ['a\tb\n1,2,3', '\t'],
  ['prompt\none, two; three', ','],
  ['"prompt, with; all\nof them;;;";x', ';'],
  ['', ','],
])('the header decides how columns are separated: %j', (text, delimiter) => {
  expect(csvDelimiter(text)).toBe(delimiter)
})
