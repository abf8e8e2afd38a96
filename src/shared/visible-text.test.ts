import { expect, test } from 'vitest'

import { misleadingCharacters, visibleLine, visibleLines, visiblePieces, visibleText } from './visible-text'

test('a command cannot hide what it does: overrides, characters without width and odd spaces are named', () => {
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

test('what everybody writes stays as it is: tabs, accents, other scripts, line ends', () => {
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
])('%j is read as its name', (character, name) => {
  expect(visibleText(`a${character}b`)).toBe(`a⟨U+${name}⟩b`)
})

test('no line of a text passes for one that is not of it', () => {
  expect(visibleLines('ls\nIn: /safe\r\n\u2028x\ty', '| ')).toBe('| ls\n| In: /safe⟨U+000D⟩\n| ⟨U+2028⟩x\ty')
})

test('a line names what stands beside its end, too', () => {
  expect(visibleLine('a \r\n\n b\u00a0\nc\u2028')).toBe('a ↵ b⟨U+00A0⟩ ↵ c⟨U+2028⟩')
})

function named(line: string): string[] {
  return visiblePieces(line, misleadingCharacters).flatMap(({ text, isHidden }) => (isHidden ? [text] : []))
}

test('in a line of a file only what misleads is named', () => {
  expect(named('a\u00a0b\t👩\u200d💻 \u06cc\u200c\u06a9 ❤\ufe0f\r')).toEqual([])
  expect(named('a\rb\u001b[2K\u2028\u202e\u200b\u{e0041}')).toEqual([
    'U+000D',
    'U+001B',
    'U+2028',
    'U+202E',
    'U+200B',
    'U+E0041',
  ])
})
