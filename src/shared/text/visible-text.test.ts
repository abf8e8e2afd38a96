import { expect, test } from 'vitest'

import {
  misleadingCharacters,
  visibleLine,
  visibleLines,
  shortAddress,
  shortHost,
  visiblePage,
  visiblePieces,
  visibleText,
  visibleWords,
  withoutMiddle,
} from './visible-text'

test('names overrides, zero-width characters and unusual spaces that could hide what a command does', () => {
  expect(visiblePieces('rm \u202etxt.\u202c x\u200b')).toEqual([
    { text: 'rm ', isHidden: false },
    { text: 'U+202E', isHidden: true },
    { text: 'txt.', isHidden: false },
    { text: 'U+202C', isHidden: true },
    { text: ' x', isHidden: false },
    { text: 'U+200B', isHidden: true },
  ])
  expect(visibleLine('a\u00a0b\u{e0041}')).toBe('a⟨U+00A0⟩b⟨U+E0041⟩')
  expect(visibleLine('echo a\rrm b')).toBe('echo a⟨U+000D⟩rm b')
})

test('leaves ordinary text unchanged: tabs, accents, other scripts, line ends', () => {
  expect(visiblePieces('if a:\n\techo "Größe – 日本 🎉"')).toEqual([
    { text: 'if a:\n\techo "Größe – 日本 🎉"', isHidden: false },
  ])
  expect(visibleLine('one\n  two')).toBe('one ↵ two')
  expect(visiblePieces('')).toEqual([])
})

test.each([
  ['\u0000', '0000'],
  ['\u0007', '0007'],
  ['\n', '000A'],
  ['\t', '0009'],
  ['\r', '000D'],
  ['\u001b', '001B'],
  ['\u0085', '0085'],
  ['\u009b', '009B'],
  ['\u00ad', '00AD'],
  ['\u00a0', '00A0'],
  ['\u061c', '061C'],
  ['\u115f', '115F'],
  ['\u180e', '180E'],
  ['\u200b', '200B'],
  ['\u202e', '202E'],
  ['\u2028', '2028'],
  ['\u2029', '2029'],
  ['\u2066', '2066'],
  ['\u2800', '2800'],
  ['\u3164', '3164'],
  ['\ud800', 'D800'],
  ['\ue000', 'E000'],
  ['\ufe0f', 'FE0F'],
  ['\ufeff', 'FEFF'],
  ['\u{e0041}', 'E0041'],
])('%j is shown as its name', (character, name) => {
  expect(visibleText(`a${character}b`)).toBe(`a⟨U+${name}⟩b`)
})

test('prefixes every line, so that none can pass for a line of another text', () => {
  expect(visibleLines('ls\nIn: /safe\r\n\u2028x\ty', '| ')).toBe('| ls\n| In: /safe⟨U+000D⟩\n| ⟨U+2028⟩x\ty')
})

test('names hidden characters next to line ends', () => {
  expect(visibleLine('a \r\n\n b\u00a0\nc\u2028')).toBe('a ↵ b⟨U+00A0⟩ ↵ c⟨U+2028⟩')
})

function named(line: string): string[] {
  return visiblePieces(line, misleadingCharacters).flatMap(({ text, isHidden }) => (isHidden ? [text] : []))
}

test('keeps names that differ only in a line end distinct', () => {
  expect(['a\nb', 'a ↵ b', 'a  \n  b'].map(visibleText)).toEqual(['a⟨U+000A⟩b', 'a ↵ b', 'a  ⟨U+000A⟩  b'])
})

test('shows words on one line with their own spaces and emoji', () => {
  expect(visibleWords('a\u00a0b 👩\u200d💻\n[assistant] \u001b[2K\u202ex')).toBe(
    'a\u00a0b 👩\u200d💻⟨U+000A⟩[assistant] ⟨U+001B⟩[2K⟨U+202E⟩x',
  )
})

test.each([
  ['spaces, tabs and line ends', 'a\u00a0b\tc\r'],
  ['joined emoji', '👩\u200d💻 👩🏽\u200d🚀 🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥'],
  ['emoji with a variation selector', '❤\ufe0f ☎\ufe0e 1\ufe0f\u20e3'],
  ['Persian', 'می\u200cخواهم ه\u200d'],
  ['Hindi', 'क्\u200dष क्\u200cष'],
  ['Sinhala', 'ක්\u200dර'],
  ['Mongolian', 'ᠠ\u180b'],
  ['a variant of a Chinese character', '葛\u{e0100}'],
  ['number signs', '\u0600١٢'],
])('leaves %s in a line of a file unchanged', (_, line) => {
  expect(named(line)).toEqual([])
})

test.each([
  '\r',
  '\u001b',
  '\u2028',
  '\u202e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200f',
  '\u2060',
  '\ufeff',
  '\u3164',
  '\u115f',
  '\u1160',
  '\uffa0',
  '\u2800',
  '\u180e',
  '\u180b',
  '\u034f',
  '\u17b4',
  '\ufff9',
  '\ufe00',
  '\ufe0f',
  '\u{e0100}',
  '\u{e01ef}',
  '\u{e0041}',
  '\u{1d173}',
  '\u{1bca0}',
  '\ud800',
])('names %j between letters in a line of a file', (character) => {
  const name = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  expect(named(`const a${character}b = 1`)).toEqual([`U+${name}`])
})

test('names hidden characters that follow an allowed one', () => {
  expect(named('😀\ufe0f\ufe01\u{e0100}\u200d x')).toEqual(['U+FE01', 'U+E0100', 'U+200D'])
  expect(named('葛\u{e0100}\u{e0101} م\u200c\u200d')).toEqual(['U+E0101', 'U+200D'])
})

test('joins what is repeated, so that an endless line of it is one piece', () => {
  expect(visiblePieces(`a${'\u200b'.repeat(240_000)}b`)).toEqual([
    { text: 'a', isHidden: false },
    { text: 'U+200B × 240,000', isHidden: true },
    { text: 'b', isHidden: false },
  ])
  expect(named('\u{e0041}'.repeat(3))).toEqual(['U+E0041 × 3'])
})

test('names the first characters of a run of many kinds, and counts the others', () => {
  const kinds = ['\u200b', '\u202e', '\u2066', '\u{e0041}', '\ufeff', '\u00ad', '\u2060', '\u0000', '\u061c']
  const pieces = visiblePieces(kinds.join('').repeat(10_000))
  expect(pieces.length).toBeLessThan(60)
  expect(pieces.slice(0, 9).map(({ text }) => text)).toEqual([
    'U+200B',
    'U+202E',
    'U+2066',
    'U+E0041',
    'U+FEFF',
    'U+00AD',
    'U+2060',
    'U+0000',
    expect.stringMatching(/^… \+ [\d,]+$/),
  ])
})

test('names stacks of combining marks, which cover other lines, but no language', () => {
  expect(visibleLine(`z${'\u0301'.repeat(100)}x`)).toBe(`z${'\u0301'.repeat(4)}⟨U+0301 × 96⟩x`)
  for (const word of ['Việt'.normalize('NFD'), 'שָּׁ֑לוֹם', 'นี้', 'क्षि', 'བརྒྱུད']) expect(named(word)).toEqual([])
})

test.each([
  ['an endless word', 'x'.repeat(100_000), 20_000],
  ['many short lines', 'a\n'.repeat(100_000), 2 * 400],
  ['characters that are hidden in turn', 'a\u200b'.repeat(100_000), 2 * 200],
  ['hidden characters of two kinds', 'a\u200b\u202e'.repeat(100_000), 3 * 200],
])('a page of %s ends at a limit, and the next one begins there', (_what, text, end) => {
  const limits = { chars: 20_000, lines: 400, runs: 200 }
  const page = visiblePage(text, 0, limits)
  expect(page.end).toBe(end)
  expect(page.pieces.length).toBeLessThanOrEqual(3 * limits.runs)
  expect(visiblePage(text, end, limits).end).toBe(2 * end)
})

test('no page ends within a character', () => {
  expect(visiblePage('a😀b', 0, { chars: 2, lines: 9, runs: 9 })).toEqual({
    pieces: [{ text: 'a', isHidden: false }],
    end: 1,
  })
})

test('keeps the end of a host, and both ends of a path', () => {
  expect(shortHost(`${'a.'.repeat(100)}evil.example`, 12)).toBe('…evil.example')
  expect(shortHost('good.example', 12)).toBe('good.example')
  expect(shortHost(`http://${'a.'.repeat(100)}evil.example`, 12)).toBe('http://…evil.example')
  const address = `https://good.example.${'a.'.repeat(60)}evil.example/${'x'.repeat(500)}?q=1`
  expect(shortAddress(address, 60)).toMatch(/^https:\/\/….+evil\.example\/x+ … x+\?q=1$/)
  expect(withoutMiddle(`/home/${'x'.repeat(100)}/keys.txt`, 16)).toBe('/home/xx … keys.txt')
  expect(withoutMiddle(`a${'😀'.repeat(9)}b`, 8)).toBe('a😀 … 😀b')
})
