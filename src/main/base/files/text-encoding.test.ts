import { expect, test } from 'vitest'

import { byteText, utf16OfJson } from './text-encoding'

const umlauts = 'Grüße für München – „weiß“, Привет, 你好 🙂'

test.each([
  ['one broken byte at the end', [Buffer.from(umlauts), Buffer.from([0xff])]],
  ['one broken byte in the middle', [Buffer.from(umlauts), Buffer.from([0xff]), Buffer.from(umlauts)]],
  ['a truncated character', [Buffer.from(umlauts).subarray(0, -1)]],
  ['several broken bytes and one good character', [Buffer.from('aéb'), Buffer.from([0xff, 0xfe, 0xe9])]],
  ['bytes that Windows-1252 leaves unassigned', [Buffer.from('abc'), Buffer.from([0x81, 0xe9])]],
])('does not read UTF-8 with %s as Windows-1252', (_what, pieces) => {
  expect(byteText(Buffer.concat(pieces))).toBeNull()
})

test('reads Windows-1252 even when two of its characters form a valid UTF-8 sequence', () => {
  const text = `${'Grüße für München und Köln, größer. '.repeat(4)}Er sprach: „Das macht Spaß“`
  const windows1252 = Buffer.from(text.replaceAll('„', '\x84').replaceAll('“', '\x93'), 'latin1')
  expect(byteText(windows1252)).toBe(text)
  expect(byteText(Buffer.from('Grüße', 'latin1'))).toBe('Grüße')
})

test.each(['[{"title":"Привет"}]', '{"a":1}', '[ {}]', '["你好"]'])(
  'recognises %s in UTF-16 without a byte order mark by its first characters',
  (json) => {
    const littleEndian = Buffer.from(json, 'utf16le')
    expect(utf16OfJson(littleEndian)).toBe('utf-16le')
    expect(utf16OfJson(Buffer.from(littleEndian).swap16())).toBe('utf-16be')
    expect(utf16OfJson(Buffer.from(json))).toBeNull()
  },
)
