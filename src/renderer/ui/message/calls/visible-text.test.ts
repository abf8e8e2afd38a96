import { expect, test } from 'vitest'

import { visibleLine, visiblePieces } from './visible-text'

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
