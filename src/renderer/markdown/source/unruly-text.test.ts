import { expect, test } from 'vitest'

import { drawMarkdown } from '../testing/draw-markdown'

const marks = '\u0301'.repeat(100)

test.each([
  ['# Title\u2028more', 'dir="ltr">Title<br/>more</h2>'],
  ['x\u2029y\n===', 'dir="ltr">x<br/>y</h2>'],
  ['- a\u2028b', 'a<br/>b</li>'],
  ['| a\u2028b | c |\n|---|---|\n| d\u2028e | f |', '<td>d<br/>e</td>'],
])('a separator of lines ends a line and no block: %j', (source, html) => {
  expect(drawMarkdown(source)).toContain(html)
})

test('draws marks that would cover other lines in a box of one line', () => {
  const stack = new RegExp(`<span class="[^"]+">a${marks}</span>b`)
  for (const source of [
    `a${marks}b`,
    `- a${marks}b`,
    `## a${marks}b`,
    `| a${marks}b |\n|---|`,
    `**a${marks}b**`,
  ])
    expect(drawMarkdown(source)).toMatch(stack)
})

test('nests lists up to 30 levels deep', () => {
  const levels = Array.from({ length: 30 }, (_, level) => `${'  '.repeat(level)}- level ${level}`).join('\n')
  expect(drawMarkdown(levels).match(/<ul/g)).toHaveLength(30)
})
