import { expect, test } from 'vitest'

import { headingsOf } from './markdown-headings'

test('a comment in code is no heading, also when the code is never closed', () => {
  const text = ['# Install', '```sh', '# a comment', '~~~', '```', '## Use', '~~~', '# another'].join('\n')
  expect(headingsOf(text)).toEqual([
    { level: 1, text: 'Install' },
    { level: 2, text: 'Use' },
  ])
})

test('a heading is read without its marks', () => {
  expect(headingsOf('  ### The `map` of [places](https://x.example/a) and **names** ##\r')).toEqual([
    { level: 3, text: 'The map of places and names' },
  ])
})

test('a heading of marks that never close does not hold up the app', () => {
  expect(headingsOf(`# ${'*a '.repeat(40_000)}\n# ${'['.repeat(40_000)}`)).toHaveLength(2)
})

test('a hash that begins no heading is none: a tag, a number, a heading of nothing', () => {
  expect(headingsOf('#tag\n#\n# \n####### seven\n    # code\ntext # more')).toEqual([])
})
