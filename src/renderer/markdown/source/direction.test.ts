import { expect, test } from 'vitest'

import { drawMarkdown } from '../testing/draw-markdown'

/** The elements of a text that have a direction, in order. */
function directions(source: string): string[] {
  const tags = drawMarkdown(source).matchAll(/<(\w+)(?: [^<>]*)? dir="(\w+)"|<(\w+) dir="(\w+)"/g)
  return Array.from(tags, ([, name, direction, only, other]) => `${name ?? only} ${direction ?? other}`)
}

test('each paragraph, heading, quote, list item and cell has the direction of its own words', () => {
  expect(directions('English\n\nשלום\n\n## مرحبا\n\n> English\n>\n> שלום')).toEqual([
    'p ltr',
    'p rtl',
    'h3 rtl',
    'blockquote ltr',
    'p ltr',
    'p rtl',
  ])
  expect(directions('- English\n- שלום\n  - English')).toEqual(['ul ltr', 'li rtl', 'ul ltr'])
  expect(directions('1. שלום\n2. English')).toEqual(['ol rtl', 'li ltr'])
  expect(directions('| مرحبا | Name |\n| --- | --- |\n| 5 | نص |')).toEqual(['div rtl', 'th ltr'])
  expect(directions('| Name | 5 |\n| --- | --- |\n| نص | b |')).toEqual(['div ltr', 'td rtl'])
})

test('code, formulas and addresses before the first word do not decide', () => {
  expect(directions('https://example.com/a شرح')).toEqual(['p rtl'])
  expect(directions('`npm` الأمر')).toEqual(['p rtl'])
})
