import { expect, test } from 'vitest'

import { fileText } from './file-text'

const decode = (encoding: string, bytes: Uint8Array) =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes)

/** The bytes of a text in an encoding with one byte per character. */
function encoded(text: string, encoding: 'windows-1252' | 'macintosh'): Uint8Array {
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte]),
  )
  return Uint8Array.from(text, (character: string) => table.get(character) ?? 0x3f)
}

function utf16(text: string, { isBig = false, hasMark = false } = {}): Uint8Array {
  const bytes = Buffer.from((hasMark ? '\uFEFF' : '') + text, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}

const texts = [
  'Frage;Größe\nWie groß ist Zürich?;Überall Äpfel\n',
  'question,answer\n“Où est le café?” she said,C’est l’été déjà vu\n',
  'pregunta,respuesta\n¿Dónde está el niño?,“Mañana”\n',
  'prompt\nIt’s “fine”\n',
  'navn,by\nBjørn Ångström,Århus og Tromsø\n',
]

test.each(texts)('reads Windows-1252 and Mac Roman: %j', (text) => {
  expect(fileText(encoded(text, 'windows-1252'), decode)).toBe(text)
  expect(fileText(encoded(text, 'macintosh'), decode)).toBe(text)
})

test.each([...texts, 'プロンプト,答え\n東京,はい\n'])(
  'reads UTF-16 with and without a mark, and UTF-8: %j',
  (text) => {
    for (const isBig of [false, true]) {
      for (const hasMark of [false, true])
        expect(fileText(utf16(text, { isBig, hasMark }), decode)).toBe(text)
    }
    expect(fileText(new TextEncoder().encode(text), decode)).toBe(text)
    expect(fileText(new TextEncoder().encode(`\uFEFF${text}`), decode)).toBe(text)
  },
)

test('reads anything else, too', () => {
  expect(fileText(new Uint8Array(), decode)).toBe('')
  expect(fileText(Uint8Array.of(0xff), decode)).toHaveLength(1)
  expect(fileText(Uint8Array.of(0, 0, 0), decode)).toBe('\0\0\0')
  expect(fileText(encoded('5 €', 'windows-1252'), decode)).toBe('5 €')
})
