import { describe, expect, test } from 'vitest'

import { german } from './de/index'
import { english } from './en/index'

interface Texts {
  readonly [key: string]: string | Texts
}

/** Texts that are the same in both languages: names, loanwords and examples of what to type. */
const sameInGerman = new Set(
  [
    [
      'Parley',
      'parley-eval {{set}} --watch',
      'Alt',
      'Enter',
      'Esc',
      'PDF',
      'Passphrase',
      'Top p',
      'Option {{number}}',
      'Version {{version}}',
      'Version {{number, number}}',
      'Prompt {{number}}',
    ],
    [
      'Chat',
      'Prompt',
      'Prompts',
      'Tokens',
      'Seed',
      'Desktop',
      'Tablet',
      'Code',
      'Code, {{language}}',
      'Schema',
      'System',
      'Status',
    ],
    [
      'Blind',
      'npm test',
      'localhost:1234',
      'http://127.0.0.1:8888',
      'Text',
      'Name',
      'Desktop',
      'Tablet',
      'Details',
      'Problem',
      'Normal',
      'Orange',
      'Minimal',
      'minimal',
      'Plan',
      'Server',
      'Variable',
      'Version',
      'Bucket',
      'Region',
      'Web',
      'WebDAV',
      'npx -y @modelcontextprotocol/server-everything',
      'https://example.com/mcp',
    ],
  ].flat(),
)

/** Additional search words of an action, which may be empty. */
const searchWords = /^actions\.words\./

/** Every text under its full key. */
function textsOf(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value]] : [...textsOf(value, `${prefix}${key}.`)],
    ),
  )
}

/** Placeholders of a text: values in braces, without their formats, and elements in angle brackets. */
function placeholdersOf(text: string): string[] {
  const values = text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/gu)
  const elements = text.matchAll(/<\/?(\w+)\s*\/?>/gu)
  return [...values, ...elements].map(([, name = '']) => name).toSorted()
}

const inEnglish = textsOf(english)

describe.each([
  ['English', inEnglish],
  ['German', textsOf(german)],
])('every text in %s', (_language, texts) => {
  test('is not empty', () => {
    const empty = [...texts].filter(([key, text]) => text.trim() === '' && !searchWords.test(key))
    expect(empty.map(([key]) => key)).toEqual([])
  })

  test('has both plural forms and uses `count`', () => {
    const plurals = [...texts.keys()].filter((key) => /_(zero|one|two|few|many|other)$/.test(key))
    const stems = new Set(plurals.map((key) => key.replace(/_\w+?$/u, '')))
    const pairs = [...stems].flatMap((stem) => [`${stem}_one`, `${stem}_other`])
    expect(plurals.toSorted()).toEqual(pairs.toSorted())
    const uncounted = [...stems].filter(
      (stem) => !placeholdersOf(texts.get(`${stem}_other`) ?? '').includes('count'),
    )
    expect(uncounted).toEqual([])
  })

  test('has well-formed placeholders', () => {
    const broken = [...texts].filter(([, text]) =>
      /\{\{|\}\}/u.test(text.replaceAll(/\{\{[\w, ()]+\}\}/gu, '')),
    )
    expect(broken.map(([key]) => key)).toEqual([])
  })
})

test('German has the same placeholders as English', () => {
  const different = [...textsOf(german)].filter(([key, text]) => {
    const other = placeholdersOf(inEnglish.get(key) ?? '')
    return placeholdersOf(text).join(' ') !== other.join(' ')
  })
  expect(different.map(([key]) => key)).toEqual([])
})

test('German differs from English except for the listed texts, and the list has no unused entries', () => {
  const copies = [...textsOf(german)].filter(([key, text]) => inEnglish.get(key) === text)
  const letters = copies.filter(([, text]) => /\p{L}{2}/u.test(text.replaceAll(/\{\{.*?\}\}|<.*?>/gu, '')))
  expect(letters.map(([, text]) => text).filter((text) => !sameInGerman.has(text))).toEqual([])
  const known = new Set(copies.map(([, text]) => text))
  expect([...sameInGerman].filter((text) => !known.has(text))).toEqual([])
})

/** NOT_FOUND is also the code for an empty list, a missing window, and a message that was already sent. */
const nothingSought = new Set(['edited-message', 'no-chats', 'only-hidden', 'window'])

test('refusals say in English what callers of the API look for', () => {
  const { NOT_FOUND, NO_PREVIOUS_MESSAGE, NOTHING_TO_UNDO, RUN_ACTIVE } = english.errors
  const unknown = Object.entries(NOT_FOUND).filter(([reason]) => !nothingSought.has(reason))
  expect(unknown.filter(([, { what }]) => !what.includes('not found'))).toEqual([])
  expect(NO_PREVIOUS_MESSAGE['nothing-asked'].what).toContain('no previous message')
  expect(NOTHING_TO_UNDO['no-messages'].what).toContain('nothing to undo')
  expect(RUN_ACTIVE.running.what).toContain('already running')
})
