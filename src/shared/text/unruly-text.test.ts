import { expect, test } from 'vitest'

import { unrulyPieces } from './unruly-text'

const marks = '\u0301'.repeat(100)

test('finds letters with many marks and separators of lines, and keeps all text', () => {
  const text = `one a${marks}b\u2028two ${marks}\u2029ด${marks}`
  expect(unrulyPieces(text)).toEqual([
    { kind: 'text', text: 'one ' },
    { kind: 'stack', text: `a${marks}` },
    { kind: 'text', text: 'b' },
    { kind: 'line-end', text: '\u2028' },
    { kind: 'text', text: 'two ' },
    { kind: 'stack', text: marks },
    { kind: 'line-end', text: '\u2029' },
    { kind: 'stack', text: `ด${marks}` },
  ])
})

test.each([
  'Tiếng Việt ặệ',
  'e\u0302\u0301',
  'ที่ผู้ปู่ กำลังน้ำ',
  'بِسْمِ ٱللَّهِ',
  'בְּרֵאשִׁ֖ית',
  'हिन्दी क्ष्म्य',
  'བསྒྲུབས་',
  '👨‍👩‍👧️',
])('leaves %s as it is', (text) => expect(unrulyPieces(text)).toBeNull())
