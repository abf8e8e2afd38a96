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
  const add = (name: string, id: string) => insert.run({ id, name })
  return { names, add }
}

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
  expect(names.toStored('\u202eShort\u200b', undefined)).toBe('Short')
  add('Short', 'a')
  expect(() => names.toStored('Sho\u2060rt \u200b ', undefined)).toThrow('Short')
  expect(names.find('short\ufeff')).toBe('a')
  expect(names.toStored('👩\u200d🚀 \ud800', undefined)).toBe('👩\u200d🚀')
  expect(() => names.toStored('\u200b', undefined)).toThrow(
    expect.objectContaining({ data: { field: 'name', reason: 'prompt-without-name' } }),
  )
})
