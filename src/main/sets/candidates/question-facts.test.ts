import { expect, test } from 'vitest'

import { hasCode, textLanguage } from './question-facts'

test('the language of a question is recognised by its script or its most common words', () => {
  const texts = {
    en: 'What is the capital of France?',
    de: 'Wie ist das Wetter auf dem Brocken?',
    fr: 'Quelle est la capitale de la France ?',
    es: '¿Cuál es la capital de los Países Bajos?',
    nl: 'Wat is de hoofdstad van het land?',
    ja: '日本の首都はどこですか',
    zh: '法国的首都是哪里',
    ko: '프랑스의 수도는 어디입니까',
    ru: 'Какая столица у Франции?',
    uk: 'Яка столиця Франції і чому її так люблять?',
    ar: 'ما هي عاصمة فرنسا؟',
    th: 'เมืองหลวงของฝรั่งเศสคืออะไร',
  }
  expect(Object.entries(texts).filter(([language, text]) => textLanguage(text) !== language)).toEqual([])
  expect(['', '42?!', 'Zzyzx qwrt plmk'].map(textLanguage)).toEqual([null, null, null])
})

test('code is recognised in blocks and lines, not in sentences', () => {
  expect(hasCode('Fix:\n```\nx\n```')).toBe(true)
  expect(hasCode('const a = 1;\nreturn a;')).toBe(true)
  expect(hasCode('Let us import goods; then sell them.')).toBe(false)
})
