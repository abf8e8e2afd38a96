import { describe, expect, test } from 'vitest'

import { failureData } from '../failures/failure'
import { textsOf } from '../locales/all/texts-of'
import { noticeText } from './notice-text'
import type { StoreEvent, StoreRepair } from './store'

const formatTime = (at: number) => `<${at}>`
const inEnglish = (event: StoreEvent) => noticeText(event, { t: textsOf('en'), formatTime })
const inGerman = (event: StoreEvent) => noticeText(event, { t: textsOf('de'), formatTime })

const repair: StoreRepair = {
  code: 'repaired',
  damage: 'unreadable',
  base: 'snapshot',
  snapshot: { createdAt: 5, messageCount: 1_200 },
  salvaged: { messageCount: 1, sessionCount: 0 },
  lost: { count: 0, chats: [], moreChatCount: 0, unknownCount: 0 },
  isLostComplete: true,
  newestMessageAt: 7,
  keptAs: '/data/set-aside/parley.db',
}

const paragraphsOf = (change: Partial<StoreRepair>) => inEnglish({ ...repair, ...change }).paragraphs

test('a complete repair reports what was restored and where the damaged file is', () => {
  expect(inEnglish(repair)).toEqual({
    title: 'The file with your chats was damaged and has been repaired.',
    paragraphs: [
      'When Parley started, the file with your chats could not be read because it is damaged.',
      'Parley restored the snapshot from <5>, with 1,200 messages. Recovered from the damaged file: 1 message. Chats that were permanently deleted after that snapshot may be back.',
      'As far as Parley can tell, nothing is missing.',
      'The damaged file was kept, unchanged, as /data/set-aside/parley.db.',
    ],
  })
})

test('a repair reports how much was lost, and in which chats, in either language', () => {
  const lost = {
    count: 9,
    chats: [
      { title: 'One', count: 1 },
      { title: '$t(common.close) {{count}}', count: 2 },
    ],
    moreChatCount: 1,
    unknownCount: 4,
  }
  const event = { ...repair, lost, isLostComplete: false, keptAs: null }
  expect(inEnglish(event)).toMatchObject({
    title: 'The file with your chats was damaged. Some messages may be missing.',
    paragraphs: [
      expect.anything(),
      expect.anything(),
      'At least 9 messages could not be recovered: 1 in “One”, 2 in “$t(common.close) {{count}}”, others in 1 more chat, 4 in chats that are no longer known. The newest remaining message is from <7>. Later ones may be missing; how many is unknown.',
    ],
  })
  expect(inGerman(event)).toEqual({
    title: 'Die Datei mit deinen Chats war beschädigt. Einige Nachrichten fehlen vielleicht.',
    paragraphs: [
      'Beim Start von Parley ließ sich die Datei mit deinen Chats nicht lesen, weil sie beschädigt ist.',
      'Parley hat die Sicherung vom <5> mit 1.200 Nachrichten wiederhergestellt. Aus der beschädigten Datei gerettet: 1 Nachricht. Chats, die nach dieser Sicherung endgültig gelöscht wurden, sind vielleicht wieder da.',
      'Mindestens 9 Nachrichten ließen sich nicht retten: 1 in „One“, 2 in „$t(common.close) {{count}}“, weitere in 1 anderen Chat, 4 in Chats, die nicht mehr bekannt sind. Die neueste verbliebene Nachricht ist vom <7>. Spätere fehlen vielleicht; wie viele, ist nicht bekannt.',
    ],
  })
})

describe('a repair that started from', () => {
  const cases: [string, Partial<StoreRepair>, string][] = [
    [
      'nothing',
      { snapshot: null, salvaged: null },
      'There was no usable snapshot. Nothing could be recovered from the damaged file.',
    ],
    [
      'a snapshot of unknown time',
      { snapshot: { createdAt: null, messageCount: 1 }, salvaged: { messageCount: 0, sessionCount: 0 } },
      'Parley restored a snapshot with 1 message. The damaged file contained nothing newer. Chats that were permanently deleted after that snapshot may be back.',
    ],
    [
      'readable parts of the file',
      { snapshot: null, salvaged: { messageCount: 2, sessionCount: 1 } },
      'There was no usable snapshot. Recovered from the damaged file: 2 messages, 1 chat.',
    ],
    [
      'the file, with nothing recovered from its log',
      { base: 'file', snapshot: null, salvaged: null },
      'Everything before these changes is intact.',
    ],
    [
      'the file, with messages recovered from its log',
      { base: 'file', snapshot: null, salvaged: { messageCount: 3, sessionCount: 0 } },
      'Everything before these changes is intact. Recovered from the damaged file: 3 messages.',
    ],
  ]
  test.each(cases)('%s', (_what, change, text) => {
    expect(paragraphsOf(change)[1]).toBe(text)
  })
})

test('a repair that left no messages does not claim that nothing is missing', () => {
  const [, , missing] = paragraphsOf({ isLostComplete: false, newestMessageAt: null })
  expect(missing).toBe('No messages are left, so how much is missing is unknown.')
})

test('an error in a notice has its text and advice in either language', () => {
  const error = failureData('STORE_FULL', 'snapshot', { mebibytes: 7 })
  expect(inEnglish({ code: 'snapshots-fail', error }).paragraphs).toEqual([
    'There is not enough disk space for a snapshot of your chats, which needs 7 MiB. Free up some space, then try again.',
    'Parley will try again automatically. Existing snapshots are kept.',
  ])
  const strange = { code: 'STORE_DAMAGED', message: 'As an older version said it.' } as const
  expect(inEnglish({ code: 'not-restored', error: strange }).paragraphs).toEqual([
    'As an older version said it.',
    'Your chats are unchanged.',
  ])
})
