import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { openDatabase } from '../database/database'
import { migrate, newestVersion } from '../database/migrations/migrations'
import { FreeTitles } from './session-copies'
import { SessionStore } from './session-store'

function setUp() {
  const clock = createManualClock()
  const database = openDatabase(':memory:', { newestVersion, clock, onSlowStatement: () => {} })
  migrate(database)
  let count = 0
  const store = new SessionStore(database, { clock, newId: <Id extends string>() => `id-${++count}` as Id })
  const titles = new FreeTitles(database)
  const add = (title: string) => {
    const free = titles.of(title)
    store.createSession({ title: free })
    return free
  }
  return { add }
}

test('copies of one chat, and copies of copies, get different titles', () => {
  const { add } = setUp()
  expect(['Heron', 'Heron', 'Heron', 'Heron (2)', 'Heron (2)'].map(add)).toEqual([
    'Heron',
    'Heron (2)',
    'Heron (3)',
    'Heron (4)',
    'Heron (5)',
  ])
})

test('ignores titles that only begin alike, and treats SQL wildcards literally', () => {
  const { add } = setUp()
  expect(['Heron nests', 'Heron', '100% _', '100% x', '100% _'].map(add)).toEqual([
    'Heron nests',
    'Heron',
    '100% _',
    '100% x',
    '100% _ (2)',
  ])
  expect(['Nest (999)', 'Nest', 'Nest', 'Nest'].map(add)).toEqual([
    'Nest (999)',
    'Nest',
    'Nest (1000)',
    'Nest (1001)',
  ])
  expect([' (2)', ' (2)'].map(add)).toEqual([' (2)', ' (3)'])
  expect(['Report (2019)', 'Report (2019)'].map(add)).toEqual(['Report (2019)', 'Report (2019) (2)'])
})

test('a title with a number stays below the length that may be entered', () => {
  const { add } = setUp()
  const long = '🐦'.repeat(250)
  const titles = [long, long, long].map(add)
  expect(new Set(titles).size).toBe(3)
  expect(titles.every((title) => title.length <= 500 && title.isWellFormed())).toBe(true)
})
