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

/** Encodes texts with one or two bytes per character. */
function encoderOf(encoding: string): (text: string) => Uint8Array {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if (/^.$/su.test(character) && !table.has(character)) table.set(character, bytes)
  }
  for (let first = 0; first < 256; first += 1) add([first])
  if (!/windows|koi8|ibm/.test(encoding))
    for (let first = 0x81; first < 255; first += 1)
      for (let second = 0x40; second < 255; second += 1) add([first, second])
  return (text) =>
    Uint8Array.from(Array.from(text, (character: string) => table.get(character) ?? [0x3f]).flat())
}

test.each([
  ['windows-1251', 'вопрос;ответ\nКакая столица Франции?;Париж\n'],
  ['windows-1251', 'Питання;Відповідь\nЯка столиця Франції?;Париж\n'],
  ['koi8-r', 'вопрос;ответ\nКакая столица Франции?;Париж\n'],
  ['ibm866', 'вопрос;ответ\nКакая столица Франции?;Париж\n'],
  ['windows-1253', 'Ερώτηση;Απάντηση\nΠοια είναι η πρωτεύουσα;Το Παρίσι\n'],
  ['windows-1255', 'שאלה,תשובה\nמה בירת צרפת?,פריז היא הבירה\n'],
  ['windows-1256', 'السؤال,الجواب\nما هي عاصمة فرنسا؟,باريس\n'],
  ['windows-874', 'คำถาม,คำตอบ\nเมืองหลวงของฝรั่งเศสคืออะไร,ปารีส\n'],
  ['shift_jis', 'プロンプト,答え\nフランスの首都はどこですか？,パリ\n'],
  ['euc-jp', 'プロンプト,答え\nフランスの首都はどこですか？,パリ\n'],
  ['euc-kr', '질문,답\n프랑스의 수도는 어디입니까?,파리\n'],
  ['gb18030', 'prompt,答案\n法国的首都是哪里？,巴黎\n'],
  ['big5', 'prompt,答案\n法國的首都是哪裡？,巴黎\n'],
  ['windows-1250', 'pytanie;odpowiedź\nGdzie leży Łódź?;w środkowej części\n'],
])('reads %s: %j', (encoding, text) => {
  const encode = encoderOf(encoding)
  expect(fileText(encode(text), decode)).toBe(text)
  const long = `${'name,value\n'.repeat(10_000)}${text.repeat(100)}`
  expect(fileText(encode(long), decode)).toBe(long)
})

test.each(['Ägypten\n', 'Müßig\n', 'ÄÖÜ\n', 'Œuvre déjà «vue»\n', 'naïve façade\n', '5 € – 10 £\n'])(
  'does not mistake Latin letters for others: %j',
  (text) => {
    expect(fileText(encoded(text, 'windows-1252'), decode)).toBe(text)
  },
)

test('reads empty, binary and single-byte text', () => {
  expect(fileText(new Uint8Array(), decode)).toBe('')
  expect(fileText(Uint8Array.of(0xff), decode)).toHaveLength(1)
  expect(fileText(Uint8Array.of(0, 0, 0), decode)).toBe('\0\0\0')
  expect(fileText(encoded('5 €', 'windows-1252'), decode)).toBe('5 €')
})
