import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { connectTo, startTestApp } from '../../rpc/testing/test-app'
import { converse, openTestStore } from '../testing/test-store'
import { RowApplier } from './apply-rows'
import { RowReader } from './read-rows'

test('a chat of an import that was killed shows what has come, and all of it once the file is imported again', async () => {
  const { store, database } = openTestStore()
  const { id: sessionId } = store.createSession()
  converse(store, sessionId, ['one', 'two'])
  const rows = [...new RowReader(database).read()]
  const cut = openTestStore()
  const importing = new RowApplier(cut.database, createManualClock(), { isImport: true })
  importing.apply(rows.filter(({ row }) => row['id'] !== 'answer-two'))
  cut.database.close()

  const app = await startTestApp({ dataFolder: cut.folder })
  const { messages } = await connectTo(app).invoke('sessions.get', { sessionId })
  expect(messages.map(({ id }) => id)).toEqual(['ask-one', 'answer-one', 'ask-two'])
  await app.close()

  const again = openTestStore(cut.folder)
  new RowApplier(again.database, createManualClock(), { isImport: true }).apply(rows)
  expect(again.store.readPath(sessionId).messages).toHaveLength(4)
  expect([...new RowReader(again.database).read()]).toEqual(rows)
})
