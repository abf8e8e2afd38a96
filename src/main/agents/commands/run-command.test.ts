import { expect, test } from 'vitest'

import { lastLines } from './run-command'

const limits = { outputLines: 3, lineChars: 8 }

test('shows what a terminal would: no colours, and the last state of a progress bar', () => {
  expect(lastLines('\u001B[31mred\u001B[0m\r\n10 %\r50 %\r99 %\r\nend\n\n', limits)).toEqual({
    output: 'red\n99 %\nend',
    isCut: false,
  })
})

test('says when lines or parts of lines are missing, and splits no character', () => {
  expect(lastLines('1\n2\n3\n4', limits)).toEqual({ output: '2\n3\n4', isCut: true })
  expect(lastLines('1234567😀', limits)).toEqual({ output: '1234567…', isCut: true })
})

test('returns no lines for no output', () => {
  expect(lastLines('', limits)).toEqual({ output: '', isCut: false })
})
