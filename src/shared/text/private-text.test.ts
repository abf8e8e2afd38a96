import { expect, test } from 'vitest'

import { findPrivate } from './private-text'

function found(text: string): string[] {
  return findPrivate(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)
}

test('keys, addresses, numbers and names of files are found', () => {
  expect(
    found(
      'Use sk-abcdefgh12345 or password: hunter22 for anna.müller@example.co.uk, card 4111 1111 1111 1111, ' +
        'IBAN DE89 3704 0044 0532 0130 00, call +49 (0)170 1234567 or 555-123-4567, ' +
        'see /home/anna/notes.txt, C:\\Users\\anna\\x and Rechnung_2026.pdf.',
    ),
  ).toEqual([
    'key: sk-abcdefgh12345',
    'key: password: hunter22',
    'email: anna.müller@example.co.uk',
    'card: 4111 1111 1111 1111',
    'iban: DE89 3704 0044 0532 0130 00',
    'phone: +49 (0)170 1234567',
    'phone: 555-123-4567',
    'path: /home/anna/notes.txt',
    'path: C:\\Users\\anna\\x',
    'path: Rechnung_2026.pdf',
  ])
})

test('ordinary text is not', () => {
  expect(
    found(
      'Since 2019-12-24 Node.js and/or Vue.js 3.5.1 take 1234567890123 steps; see https://example.org/a/b. ' +
        'IBAN DE00 3704 0044 0532 0130 00, 4111 1111 1111 1112, 10 000 000 and </div>.',
    ),
  ).toEqual([])
})

test('a long text takes no longer than its length', () => {
  const started = performance.now()
  for (const piece of ['a', '1', 'a.', '/', 'a/', '1 ', '@', '+1', 'DE12', 'key=', '-']) {
    findPrivate(piece.repeat(200_000 / piece.length))
  }
  expect(performance.now() - started).toBeLessThan(20_000)
})
