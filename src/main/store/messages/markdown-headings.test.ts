import { expect, test } from 'vitest'

import { headingsOf } from './outline'

test('a comment in code is not a heading, even when the code block is never closed', () => {
  const text = ['# Install', '```sh', '# a comment', '~~~', '```', '## Use', '~~~', '# another'].join('\n')
  expect(headingsOf(text)).toEqual([
    { level: 1, text: 'Install' },
    { level: 2, text: 'Use' },
  ])
})

test('strips Markdown from a heading', () => {
  expect(headingsOf('  ### The `map` of [places](https://x.example/a) and **names** ##\r')).toEqual([
    { level: 3, text: 'The map of places and names' },
  ])
})

test('a heading with markers that never close takes no noticeable time', () => {
  expect(headingsOf(`# ${'*a '.repeat(40_000)}\n# ${'['.repeat(40_000)}`)).toHaveLength(2)
})

test('a hash that starts no heading is ignored: a tag, a number, an empty heading', () => {
  expect(headingsOf('#tag\n#\n# \n####### seven\n    # code\ntext # more')).toEqual([])
})
