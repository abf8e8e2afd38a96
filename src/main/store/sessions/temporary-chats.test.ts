import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { sampleWav } from '../../base/testing/sample-wav'
import { samplePng } from '../attachments/testing/sample-files'
import { openTestStore } from '../testing/test-store'
import { openMemoryDatabase, sessionTables, TemporaryChats } from './temporary-chats'
import { systemClock } from '../../base/clock'

function chatWithImage() {
  const { store, database, clock, newId } = openTestStore()
  const temporary = new TemporaryChats(database, { clock, newId, onSlowStatement: () => {} })
  const inChats = temporary.beside(store, (memory) => memory.store)
  const { id } = temporary.create({})
  const part = temporary.files.add(id, { name: 'dot.png', bytes: samplePng(4, 3) })
  const onDisk = new Set<string>()
  const keeping = {
    storeFile: async (file: { part: { attachmentId: string } }) => void onDisk.add(file.part.attachmentId),
    dropFiles: async (files: readonly { part: { attachmentId: string } }[]) => {
      for (const file of files) onDisk.delete(file.part.attachmentId)
    },
    assertMayKeep: () => {},
  }
  return { store, temporary, inChats, id, part, onDisk, keeping }
}

test('a chat that is deleted while its images are being stored leaves none of them on the disk', async () => {
  const { temporary, inChats, id, part, onDisk, keeping } = chatWithImage()
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const kept = temporary.keep(id, {
    ...keeping,
    async storeFile(file) {
      await keeping.storeFile(file)
      begun.resolve()
      await release.promise
    },
  })
  await begun.promise
  expect([...onDisk]).toEqual([part.attachmentId])
  inChats.deleteSession(id)
  release.resolve()
  await kept
  expect([...onDisk]).toEqual([])
})

test('a refused attempt to keep a chat leaves no image, and removes none of a later attempt that succeeds', async () => {
  const { store, temporary, id, part, onDisk, keeping } = chatWithImage()
  const refusal = new ParleyError('RUN_ACTIVE', 'It is being deleted.')
  const refused = temporary.keep(id, {
    ...keeping,
    assertMayKeep() {
      throw refusal
    },
  })
  const kept = temporary.keep(id, keeping)
  await expect(refused).rejects.toBe(refusal)
  await kept
  expect([...onDisk]).toEqual([part.attachmentId])
  expect(store.getSession(id)).not.toHaveProperty('isTemporary')
})

test('a sound is in memory until its chat is kept, and other bytes are refused', async () => {
  const { temporary, id, part, onDisk, keeping } = chatWithImage()
  const sound = temporary.files.add(id, { name: 'result.wav', bytes: sampleWav(8) })
  expect(sound).toMatchObject({ name: 'result.wav', mediaType: 'audio/wav', sizeBytes: 52 })
  expect(() => temporary.files.add(id, { name: 'result.wav', bytes: Buffer.from('RIFF') })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  )
  expect(onDisk.size).toBe(0)
  await temporary.keep(id, keeping)
  expect([...onDisk]).toEqual([part.attachmentId, sound.attachmentId])
})

/** Tables whose rows a temporary chat never has, with the reason. */
const neverUsed = {
  agent_turns: 'no agents',
  consents: 'no agents',
  merges: 'no comparisons',
  panes: 'no comparisons',
  reading_places: 'known in the window only',
  sealed: 'no comparisons',
  spending: 'recorded in the stored database',
}

test('every table with rows of a chat is kept with it, or is never used by a temporary one', () => {
  const database = openMemoryDatabase({ clock: systemClock, onSlowStatement: () => {} })
  const referring = database
    .query<{ name: string }>(
      `SELECT DISTINCT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND columns.name = 'session_id'`,
    )
    .all()
    .map(({ name }) => name)
  database.close()
  const known = [...sessionTables.filter((name) => name !== 'sessions'), ...Object.keys(neverUsed)]
  expect(referring.filter((name) => !known.includes(name))).toEqual([])
})
