import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { NoticeId, SnapshotId } from '../../../shared/ids'
import type { StoreNotice, StoreSnapshot } from '../../../shared/store/store'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Notices } from '../notices/notices'
import { Snapshots } from './snapshots'

const snapshot: StoreSnapshot = {
  id: '1' as SnapshotId,
  createdAt: 1,
  sizeBytes: 1,
  reason: 'asked',
  sessionCount: 1,
  messageCount: 1,
}
const notice = (id: string): StoreNotice => ({ id: id as NoticeId, at: 1, title: id, paragraphs: [] })

test('lists a new snapshot at once', async () => {
  const { parley, api } = new FakeEnvironment()
  const snapshots = new Snapshots(api)
  parley.answers['snapshots.take'] = () => ({ snapshot })
  parley.answers['snapshots.list'] = () => ({ snapshots: [snapshot] })
  await snapshots.take()
  expect(snapshots.store.getState()).toEqual({ snapshots: [snapshot], busy: null, error: null })
})

test('shows why a bad snapshot was refused, or that the host cannot restart', async () => {
  const { parley, api } = new FakeEnvironment()
  const snapshots = new Snapshots(api)
  const error = { code: 'STORE_DAMAGED' as const, message: 'This snapshot is damaged.' }
  parley.answers['snapshots.restore'] = () => {
    throw ParleyError.fromData(error)
  }
  expect(await snapshots.restore(snapshot.id)).toBe(false)
  expect(snapshots.store.getState().error).toEqual(error)
  parley.answers['snapshots.restore'] = () => ({ restarting: false })
  expect(await snapshots.restore(snapshot.id)).toBe(false)
  expect(snapshots.store.getState().error).toMatchObject({ data: { reason: 'not-restarted' } })
  parley.answers['snapshots.restore'] = () => ({ restarting: true })
  expect(await snapshots.restore(snapshot.id)).toBe(true)
  expect(snapshots.store.getState().error).toBeNull()
})

test('hides a dismissed notice at once and shows it again if main could not be reached', async () => {
  const { parley, api } = new FakeEnvironment()
  const notices = new Notices(api)
  notices.receive([notice('b'), notice('a')])
  parley.answers['notices.dismiss'] = () => ({})
  await notices.dismiss('b' as NoticeId)
  expect(parley.callsOf('notices.dismiss')).toEqual([{ noticeId: 'b' }])
  expect(notices.store.getState().notices).toEqual([notice('a')])
  parley.answers['notices.dismiss'] = () => {
    throw new ParleyError('STORE_FULL', 'full')
  }
  await notices.dismiss('a' as NoticeId)
  expect(notices.store.getState().notices).toEqual([notice('a')])
})
