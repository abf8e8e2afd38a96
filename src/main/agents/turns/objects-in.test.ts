import { expect, test } from 'vitest'

import { objectsIn } from './odd-output'

const first = { type: 'a', text: 'with } and " and \\' }
const second = { type: 'b' }
const [one, other] = [JSON.stringify(first), JSON.stringify(second)]

test.each([
  ['one object', one, [first], ''],
  ['nothing', '', [], ''],
  ['spaces around it', `  ${one}\t`, [first], ''],
  ['a byte-order mark', `\uFEFF${one}`, [first], ''],
  ['colours', `\u001B[33m${one}\u001B[0m`, [first], ''],
  ['NUL bytes', `\0${one}\0`, [first], ''],
  ['a control character in a text', '{"text":"a\tb"}', [{ text: 'a b' }], ''],
  ['two objects', `${one}${other}`, [first, second], ''],
  ['a progress line before it', `\rWorking 10 %\rWorking 20 %\r${one}`, [first], 'Working 10 % Working 20 %'],
  ['text after it', `${one} and more`, [first], 'and more'],
  ['text', '[SandboxDebug] ready', [], '[SandboxDebug] ready'],
  ['a coloured text', '\u001B[33mwarning\u001B[39m', [], 'warning'],
  // Programs log what they receive: such an object was not sent to Parley.
  ['an object in a text', `[debug] received ${one}`, [], `[debug] received ${one}`],
  ['a list of objects', `[${one}]`, [], `[${one}]`],
  [
    'a batch',
    '[{"jsonrpc":"2.0","id":1}, {"jsonrpc":"2.0"}]',
    [{ jsonrpc: '2.0', id: 1 }, { jsonrpc: '2.0' }],
    '',
  ],
  ['another JSON value', '"text"', [], '"text"'],
  ['the start of an object', one.slice(0, -3), [], one.slice(0, -3)],
  ['a damaged object', '{"type": no json}', [], '{"type": no json}'],
  ['a damaged object after a progress line', 'Working\r{"type":"a', [], '{"type":"a'],
])('finds %s in a line', (_what, line, objects, rest) => {
  expect(objectsIn(line)).toEqual({ objects, rest })
})

test('reads a long hostile line in linear time', () => {
  const size = 100_000
  for (const line of [
    '{'.repeat(size),
    '{}'.repeat(size / 2),
    '{"'.repeat(size / 2),
    `{${'\\'.repeat(size)}`,
  ]) {
    const { objects, rest } = objectsIn(line)
    expect(objects.length * 2 + rest.length).toBe(size + (line.length - size))
  }
})

test('an object that is nested too deeply is read without its depths', () => {
  const { objects } = objectsIn(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)
  expect(JSON.stringify(objects)).toContain('nested too deeply')
})
