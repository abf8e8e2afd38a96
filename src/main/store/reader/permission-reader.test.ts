import { expect, onTestFinished, test } from 'vitest'

import type { ConsentSubject } from '../../../shared/tools/tools'
import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { openTestStore } from '../testing/test-store'
import { PermissionReader, ToolConsents } from '../tools/tool-consents'
import { StoreReader } from './store-reader'

const fetch: ConsentSubject = {
  tool: 'web.fetch',
  place: 'example.com',
  fingerprint: 'f1',
  description: 'Fetches.',
  inputSchema: {},
}

function readerOf(folder: string) {
  const store = new StoreReader(folder, createManualClock())
  onTestFinished(() => store.close())
  return new PermissionReader(store)
}

test('reads permanent decisions as they are now, for the same definition, and writes nothing', () => {
  const { store, database, folder, clock, newId } = openTestStore()
  const consents = new ToolConsents(database, { clock, newId })
  const chat = store.createSession().id
  const permissions = readerOf(folder)
  consents.remember(chat, fetch, 'session')
  expect(permissions.decided(fetch)).toBeNull()
  consents.remember(chat, fetch, 'always')
  const before = consents.list()
  clock.advance(1_000)
  expect(permissions.decided(fetch)).toBe('always')
  for (const other of [{ fingerprint: 'f2' }, { place: 'example.org' }, { tool: 'web.search' }]) {
    expect(permissions.decided({ ...fetch, ...other })).toBeNull()
  }
  expect(consents.list()).toEqual(before)
  consents.remember(chat, fetch, 'never')
  for (const fingerprint of ['f1', 'f2']) expect(permissions.decided({ ...fetch, fingerprint })).toBe('never')
})

test('knows no decision without a store', () => {
  expect(readerOf(temporaryFolder()).decided(fetch)).toBeNull()
})
