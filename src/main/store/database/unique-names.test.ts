import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { openDatabase } from './database'
import { migrate, newestVersion } from './migrations/migrations'
import { UniqueNames } from './unique-names'

function setUp() {
  const database = openDatabase(':memory:', {
    newestVersion,
    clock: createManualClock(),
    onSlowStatement: () => {},
  })
  migrate(database)
  const insert = database.command(
    'INSERT INTO prompts (id, name, folded_name, text, updated_at) VALUES (:id, :name, fold_case(:name), :id, 0)',
  )
  const names = new UniqueNames<string>(database, 'prompts')
  const add = (name: string, content: string) => {
    const imported = names.toImport(name, (id) => id === content)
    if (imported !== null && 'name' in imported) insert.run({ id: content, name: imported.name })
    return imported
  }
  return { names, add }
}

test('rows with other content under one name get numbers, and an equal row is found under any of them', () => {
  const { add } = setUp()
  expect(add(' Über\nuns ', 'a')).toEqual({ name: 'Über uns' })
  expect(add('über uns', 'b')).toEqual({ name: 'über uns (2)' })
  expect(add('ÜBER UNS', 'b')).toEqual({ equalId: 'b' })
  expect(add('Über uns', 'c')).toEqual({ name: 'Über uns (3)' })
})

test('a file of endless namesakes does not fill the table, and a name of white space is none', () => {
  const { add } = setUp()
  const added = Array.from({ length: 30 }, (_, index) => add('Same', String(index)))
  expect(added.filter((name) => name !== null)).toHaveLength(20)
  expect(add(' \n ', 'a')).toBeNull()
})

test('a row may keep its own name in another case, which no other row may take', () => {
  const { names, add } = setUp()
  add('Short', 'a')
  expect(names.toStored('SHORT', 'a')).toBe('SHORT')
  expect(() => names.toStored(' sHORT', undefined)).toThrow(
    expect.objectContaining({ data: { field: 'name', reason: 'prompt-name-taken', name: 'Short' } }),
  )
})

test('a name has no characters that mislead: it cannot look like another one, or like none', () => {
  const { names, add } = setUp()
  expect(add('\u202eShort\u200b', 'a')).toEqual({ name: 'Short' })
  expect(add('Sho\u2060rt \u200b ', 'b')).toEqual({ name: 'Short (2)' })
  expect(names.find('short\ufeff')).toBe('a')
  expect(names.toStored('👩\u200d🚀 \ud800', undefined)).toBe('👩\u200d🚀')
  expect(add('\u200b \u2800', 'c')).toBeNull()
  expect(() => names.toStored('\u200b', undefined)).toThrow(
    expect.objectContaining({ data: { field: 'name', reason: 'prompt-without-name' } }),
  )
})
