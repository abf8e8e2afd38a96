import { expect, test } from 'vitest'

import { drawMarkdown } from '../testing/draw-markdown'
import { IncrementalMarkdown } from './incremental-markdown'
import { plainText } from './plain-text'

const haiku = 'An old silent pond.\nA frog *jumps\ninto* the pond\n  splash!'

test('the lines of a poem stay lines, in paragraphs, items and quotes, and when they are copied', () => {
  const lines = 'An old silent pond.<br/>\nA frog <em>jumps<br/>\ninto</em> the pond<br/>\nsplash!'
  expect(drawMarkdown(haiku)).toContain(`<p dir="ltr">${lines}</p>`)
  expect(drawMarkdown(`> ${haiku.replaceAll('\n', '\n> ')}`)).toContain(`<p dir="ltr">${lines}</p>`)
  expect(drawMarkdown(`- ${haiku.replaceAll('\n', '\n  ')}`)).toContain('An old silent pond.<br/>\nA frog')
  expect(plainText(haiku)).toBe('An old silent pond.\nA frog jumps\ninto the pond\nsplash!')
})

test('code, tables and formulas have no line breaks of their own', () => {
  const drawn = drawMarkdown('```\na\nb\n```\n\n| a |\n| - |\n| b |\n\n$$\nx\n+ y\n$$\n\n`c\nd`')
  expect(drawn).not.toContain('<br/>')
})

test('a line end at the end of a growing answer moves nothing until the next line has begun', () => {
  const markdown = new IncrementalMarkdown()
  const raws = ['One', 'One\n', 'One\n ', 'One\ntwo'].map((text) =>
    JSON.stringify(markdown.update(text).groups.flat()).includes('"br"'),
  )
  expect(raws).toEqual([false, false, false, true])
})
