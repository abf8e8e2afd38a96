import { expect, test } from 'vitest'

import { plainText, lastCode } from './plain-text'

test('removes marks and keeps words, code and list markers', () => {
  const markdown = [
    '## A **bold** title',
    '',
    'Some *words* with `code`, a \\* and &amp; ~~gone~~.  ',
    'Next line.',
    '',
    '- one',
    '- [x] two',
    '  - inner',
    '',
    '3. three',
    '4. four',
    '',
    '```ts',
    'const a = "**not bold**"',
    '',
    'b()',
    '```',
    '',
    '> quoted',
    '',
    '---',
  ].join('\n')
  expect(plainText(markdown)).toBe(
    [
      'A bold title',
      '',
      'Some words with code, a * and & gone.',
      'Next line.',
      '',
      '- one',
      '- [x] two',
      '  - inner',
      '',
      '3. three',
      '4. four',
      '',
      'const a = "**not bold**"',
      '',
      'b()',
      '',
      'quoted',
      '',
      '---',
    ].join('\n'),
  )
})

test("formats a table for a spreadsheet and adds a link's target unless its text shows it", () => {
  expect(plainText('| a | b |\n|---|---|\n| 1 | **2** |')).toBe('a\tb\n1\t2')
  expect(plainText('See [the page](https://a.example/x) or <https://b.example/> ![map](m.png)')).toBe(
    'See the page (https://a.example/x) or https://b.example/ map (m.png)',
  )
})

test('leaves text without Markdown unchanged', () => {
  expect(plainText('2 * 3 < 7 && a_b_c')).toBe('2 * 3 < 7 && a_b_c')
  expect(plainText('<b>raw</b> html')).toBe('<b>raw</b> html')
})

test.each([
  ['the last of several', '```js\none\n```\n\ntext\n\n```\ntwo\n```\n\nEnd.', 'two'],
  ['one in a list', '```\none\n```\n\n1. Run:\n\n   ```sh\n   two\n   ```\n', 'two'],
  ['one in a quote', '> ```\n> one\n> ```\n', 'one'],
  ['one that is still open', 'So:\n\n```py\none\n\ntwo', 'one\n\ntwo'],
  ['none', 'Only `words`.', null],
])('finds the last code block: %s', (_, markdown, code) => {
  expect(lastCode(markdown)).toBe(code)
})
