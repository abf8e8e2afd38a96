import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { failureData } from '../../../shared/failures/failure'
import type { NoticeId } from '../../../shared/ids'
import type { StoreEvent } from '../../../shared/store/store'
import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { noticeAbout, StoreNotices } from './store-notices'

function openNotices(path: string): StoreNotices {
  return new StoreNotices(path, {
    clock: createManualClock(),
    onProblem: (error) => {
      throw error
    },
  })
}

const events: StoreEvent[] = [
  {
    code: 'repaired',
    damage: 'log-broken',
    base: 'file',
    snapshot: null,
    salvaged: { messageCount: 1, sessionCount: 0 },
    lost: { count: 3, chats: [{ title: 'One', count: 2 }], moreChatCount: 0, unknownCount: 1 },
    isLostComplete: true,
    newestMessageAt: 5,
    keptAs: null,
  },
  { code: 'log-lost', newestMessageAt: null },
  { code: 'restored', snapshotAt: 7 },
  { code: 'file-damaged', error: failureData('STORE_DAMAGED', 'file', { name: 'settings.json' }) },
  { code: 'not-restored', error: failureData('NOT_FOUND', 'snapshot') },
  { code: 'snapshots-fail', error: failureData('STORE_FULL', 'snapshot', { mebibytes: 1 }) },
]

test.each(events)('keeps a notice with $code unchanged across a restart', (event) => {
  const path = join(temporaryFolder(), 'notices.json')
  const notice = noticeAbout(event, { id: 'n' as NoticeId, at: 1 })
  openNotices(path).add(notice)
  expect(openNotices(path).list()).toEqual([notice])
  expect(notice).toMatchObject({ event, title: expect.stringMatching(/\w\.$/) })
})

test('keeps the English text of older notices and of unknown events', () => {
  const path = join(temporaryFolder(), 'notices.json')
  const older = { id: 'older', at: 1, title: 'The disk was full.', paragraphs: ['There is room again.'] }
  const newer = { id: 'newer', at: 2, title: 'Something new.', paragraphs: [] }
  const unknown = { ...newer, event: { code: 'moved-to-the-moon', restoredAt: 'never' } }
  writeFileSync(path, JSON.stringify([unknown, older]))
  const notices = openNotices(path)
  expect(notices.list()).toEqual([newer, older])
  notices.dismiss('newer' as NoticeId)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([older])
})
