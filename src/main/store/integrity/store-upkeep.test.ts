import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { needsFileModes } from '../../base/testing/needs'
import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { JobRunner } from '../../base/threads/job'
import { knownSnapshots, snapshotFiles } from './snapshot-files'
import { takeSnapshot } from './snapshots'
import { openReadOnly } from '../database/database'
import { storeFiles } from '../database/store-files'
import type { StoreJobs } from '../store-jobs'
import { StoreNotices } from './store-notices'
import { StoreUpkeep } from './store-upkeep'
import { directJobs } from '../testing/direct-jobs'
import { addChat } from '../testing/stored-chats'
import { openTestStore } from '../testing/test-store'

const hourMs = 3_600_000

function setUp(options: { refuse?: (name: string) => ParleyError | null } = {}) {
  const opened = openTestStore()
  const { folder, database, clock } = opened
  const problems: unknown[] = []
  const done: string[] = []
  /** Settles when the started jobs have ended. */
  let settled: Promise<unknown> = Promise.resolve()
  const jobs = {
    run(name: keyof StoreJobs, input: never) {
      done.push(name)
      const refusal = options.refuse?.(name) ?? null
      const work = refusal === null ? directJobs.run(name, input) : Promise.reject(refusal)
      settled = Promise.all([settled, work.catch(() => {})])
      return work
    },
  } as JobRunner<StoreJobs>
  const onProblem = (error: unknown) => problems.push(error)
  const notices = new StoreNotices(storeFiles(folder).notices, { clock, onProblem })
  const upkeep = new StoreUpkeep({ dataFolder: folder, database, notices, clock, jobs, onProblem })
  return {
    ...opened,
    upkeep,
    notices,
    problems,
    done,
    snapshots: storeFiles(folder).snapshots,
    start: (wasClosed = true) => onTestFinished(upkeep.start({ wasClosed })),
    /** Advances the clock, and completes the jobs started by that. */
    pass: async (ms: number) => {
      clock.advance(ms)
      // Each step of a job may start the next.
      for (let turn = 0; turn < 20; turn += 1) await settled
    },
  }
}

test('a snapshot contains the current state and is listed, also by the next process', async (context) => {
  const { upkeep, snapshots, ...store } = setUp()
  addChat(store, 'chat', 2)
  const taken = await upkeep.take('asked')
  expect(taken).toMatchObject({ id: 'snapshot-000001', reason: 'asked', sessionCount: 1, messageCount: 4 })
  expect(upkeep.snapshots()).toEqual([taken])
  expect(readdirSync(snapshots).toSorted()).toEqual(['snapshot-000001.db', 'snapshot-000001.json'])
  needsFileModes(context)
  expect(statSync(join(snapshots, 'snapshot-000001.db')).mode & 0o777).toBe(0o600)
})

test('takes two snapshots requested at once one after the other', async () => {
  const { upkeep } = setUp()
  const taken = await Promise.all([upkeep.take('asked'), upkeep.take('asked')])
  expect(taken.map(({ id }) => id)).toEqual(['snapshot-000001', 'snapshot-000002'])
})

test('keeps the five newest snapshots, not counting a bad one', async () => {
  const { upkeep, snapshots } = setUp()
  for (let count = 1; count <= 6; count += 1) await upkeep.take('asked')
  expect(snapshotFiles(snapshots).map(({ number }) => number)).toEqual([6, 5, 4, 3, 2])
  writeFileSync(join(snapshots, 'snapshot-000006.db'), 'cut off')
  await upkeep.take('asked')
  expect(knownSnapshots(snapshots).map(({ number }) => number)).toEqual([7, 5, 4, 3, 2])
})

test('a failed snapshot affects no other and leaves nothing behind', async () => {
  const full = new ParleyError('STORE_FULL', 'There is too little room.')
  let isFull = false
  const { upkeep, snapshots } = setUp({ refuse: () => (isFull ? full : null) })
  await upkeep.take('asked')
  isFull = true
  await expect(upkeep.take('asked')).rejects.toBe(full)
  expect(readdirSync(snapshots).toSorted()).toEqual(['snapshot-000001.db', 'snapshot-000001.json'])
  isFull = false
  expect(await upkeep.take('asked')).toMatchObject({ id: 'snapshot-000002' })
})

test('takes a snapshot soon after the start when there is none, then every four hours if something changed', async () => {
  const { upkeep, pass, start, ...store } = setUp()
  start()
  await pass(60_000)
  expect(upkeep.snapshots()).toMatchObject([{ reason: 'schedule' }])
  await pass(4 * hourMs)
  expect(upkeep.snapshots()).toHaveLength(1)
  addChat(store, 'chat', 1)
  await pass(4 * hourMs)
  expect(upkeep.snapshots()).toHaveLength(2)
})

test('takes no snapshot at a start within a day of the last one', async () => {
  const { upkeep, pass, start } = setUp()
  await upkeep.take('asked')
  start()
  await pass(60_000)
  expect(upkeep.snapshots()).toHaveLength(1)
})

test('a clock that was set back does not delay the next snapshot by as much', async () => {
  const { upkeep, pass, start, folder, clock } = setUp()
  takeSnapshot({ dataFolder: folder, number: 1, reason: 'schedule', at: clock.now() + 1_000 * hourMs })
  start()
  await pass(60_000)
  expect(upkeep.snapshots()).toMatchObject([{ id: 'snapshot-000002', reason: 'schedule' }, {}])
})

test('takes a snapshot soon after a restore, so that the restored state is not only in older ones', async () => {
  const { upkeep, pass, start, folder, clock } = setUp()
  takeSnapshot({ dataFolder: folder, number: 1, reason: 'restore', at: clock.now() })
  start()
  await pass(60_000)
  expect(upkeep.snapshots()).toMatchObject([{ reason: 'schedule' }, { reason: 'restore' }])
})

test('leaves foreign files among the snapshots alone and still takes new ones', async () => {
  const { upkeep, snapshots } = setUp()
  mkdirSync(join(snapshots, 'snapshot-000001.db', 'x'), { recursive: true })
  writeFileSync(join(snapshots, 'letter.new'), 'mine')
  writeFileSync(join(snapshots, 'snapshot-000002.db.new-journal'), 'half made')
  for (let count = 1; count <= 7; count += 1) await upkeep.take('asked')
  expect(upkeep.snapshots()).toHaveLength(5)
  expect(readdirSync(snapshots).filter((name) => !/00000[3-8]/.test(name))).toEqual([
    'letter.new',
    'snapshot-000001.db',
  ])
})

test('reports a disk with too little space once, and keeps the other snapshots', async () => {
  const full = failure('STORE_FULL', 'snapshot', { mebibytes: 7 })
  const { pass, start, notices, ...store } = setUp({
    refuse: (name) => (name === 'takeSnapshot' ? full : null),
  })
  start()
  await pass(60_000)
  addChat(store, 'chat', 1)
  await pass(4 * hourMs)
  expect(notices.list()).toMatchObject([
    {
      title: 'New snapshots of your chats cannot be saved.',
      paragraphs: [expect.stringContaining('7 MiB'), expect.anything()],
      event: { code: 'snapshots-fail', error: { code: 'STORE_FULL', data: { mebibytes: 7 } } },
    },
  ])
})

test('checks a file soon after an unclean end; damage stops writes and snapshots', async () => {
  const { pass, start, store, database, upkeep } = setUp({
    refuse: (name) =>
      name === 'checkStore'
        ? new ParleyError('STORE_DAMAGED', 'page 7', { data: { reason: 'damaged' } })
        : null,
  })
  start(false)
  await pass(10_000)
  expect(() => store.createSession()).toThrow(
    expect.objectContaining({ code: 'STORE_DAMAGED', message: 'page 7' }),
  )
  expect(() => database.assertWritable()).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
  expect(store.listSessions().sessions).toEqual([])
  await pass(60_000)
  expect(upkeep.snapshots()).toEqual([])
})

test('checkpoints the log ten seconds after a change, and not again without one', async () => {
  const { pass, start, done, folder, upkeep, ...store } = setUp()
  // A new one, so that none is taken during the test.
  await upkeep.take('asked')
  await pass(31_000)
  start()
  const checkpoints = () => done.filter((name) => name === 'checkpoint').length
  await pass(2_000)
  const sizeBefore = statSync(storeFiles(folder).database).size
  const checkpointsBefore = checkpoints()
  addChat(store, 'chat', 10, { textChars: 1_000 })
  await pass(6_000)
  expect(checkpoints()).toBe(checkpointsBefore)
  await pass(6_000)
  expect(checkpoints()).toBe(checkpointsBefore + 1)
  await pass(60_000)
  expect(checkpoints()).toBe(checkpointsBefore + 1)
  expect(statSync(storeFiles(folder).database).size).toBeGreaterThan(sizeBefore)
})

test('does not checkpoint at every check once the log has been long', async () => {
  const { pass, start, done, upkeep, ...store } = setUp()
  await upkeep.take('asked')
  start()
  const checkpoints = () => done.filter((name) => name === 'checkpoint').length
  addChat(store, 'long', 100, { textChars: 20_000 })
  await pass(2_000)
  const checkpointsOfLong = checkpoints()
  expect(checkpointsOfLong).toBe(1)
  // The first change after a checkpoint restarts the log.
  addChat(store, 'short', 1)
  await pass(2_000)
  addChat(store, 'shorter', 1)
  await pass(2_000)
  expect(checkpoints()).toBe(checkpointsOfLong)
})

test('heavy writers wait until the log is shortened, even while another connection reads', async () => {
  const { done, upkeep, folder, database, clock } = setUp()
  const draft = database.command('INSERT INTO drafts (place, text, updated_at) VALUES (?, ?, 0)')
  let count = 0
  const write = async () => {
    for (const megabytes of [1, 5, 5, 5, 5]) {
      draft.run(String((count += 1)), 'x'.repeat(megabytes * 1024 * 1024))
      await upkeep.shortenLog()
      await upkeep.shortenLog()
    }
    return done.length
  }
  expect([await write(), await write()]).toEqual([1, 2])
  const reader = openReadOnly(storeFiles(folder).database, { clock, onSlowStatement: () => {} })
  onTestFinished(() => reader.close())
  const endReading = reader.beginReadTransaction()
  reader.query('SELECT count(*) FROM drafts').get()
  expect([await write(), await write()]).toEqual([3, 5])
  endReading()
})
