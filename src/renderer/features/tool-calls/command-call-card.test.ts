import { expect, test } from 'vitest'

import { OutputTail, plainOutput } from './command-call-card'

const shown = (tail: OutputTail, text: string) =>
  tail
    .update(text)
    .map((chunk) => chunk.text)
    .join('')

const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}\n`).join('')

test('removes colours and other escapes, even if one arrives in two halves', () => {
  expect(plainOutput('\u001b[1;31mred\u001b[0m \u001b]0;title\u0007plain\u0007')).toBe('red plain')
  const tail = new OutputTail()
  expect(shown(tail, 'a\u001b[3')).toBe('a')
  expect(shown(tail, 'a\u001b[32mb')).toBe('ab')
})

test('a carriage return rewrites the line, unless it is part of a Windows line end', () => {
  expect(plainOutput('10%\r50%\r100%\ndone\r\nend')).toBe('100%\ndone\nend')
  const tail = new OutputTail()
  expect(shown(tail, 'half\r')).toBe('half')
  expect(shown(tail, 'half\rwhole')).toBe('whole')
  expect(plainOutput('ab\bc')).toBe('ac')
})

test('full chunks keep their identity while the output grows, so that they do not re-render', () => {
  const tail = new OutputTail()
  const before = tail.update(lines(120))
  const after = tail.update(lines(170))
  expect(before.map(({ lineCount }) => lineCount)).toEqual([50, 50, 21])
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
  expect(after[0]).toBe(before[0])
  expect(after[1]).toBe(before[1])
  expect(after.map(({ text }) => text).join('')).toBe(lines(170))
})

test('keeps only the newest lines if limited', () => {
  const text = lines(5_000)
  const kept = shown(new OutputTail(500), text)
  expect(kept.endsWith('line 4999\n')).toBe(true)
  expect(kept.split('\n').length).toBeLessThanOrEqual(552)
})

test('continues an output whose start was cut off in the meantime', () => {
  const tail = new OutputTail()
  const text = lines(60)
  shown(tail, text)
  const first = tail.update(text)[0]
  const after = tail.update(`${text.slice(100)}more\n`)
  expect(after[0]).toBe(first)
  expect(after.map((chunk) => chunk.text).join('')).toBe(`${text}more\n`)
})

test('starts over for a different output', () => {
  const tail = new OutputTail()
  shown(tail, 'one thing\n')
  expect(shown(tail, 'another')).toBe('another')
})

test('splits an endless line into several chunks', () => {
  const chunks = new OutputTail().update('x'.repeat(9_000) + 'y')
  expect(Math.max(...chunks.map(({ text }) => text.length))).toBeLessThanOrEqual(9_001)
  const tail = new OutputTail(100)
  let text = ''
  for (let step = 0; step < 20; step += 1) {
    text += 'z'.repeat(5_000)
    tail.update(text)
  }
  expect(tail.update(text).length).toBeLessThanOrEqual(3)
})
