import { expect, test } from 'vitest'

import type { SessionId } from '../../../shared/ids'
import { createManualClock } from '../../base/testing/manual-clock'
import { UnwatchedChats } from './unwatched-chats'

const minuteMs = 60_000

test('a temporary chat that no window shows is discarded after half an hour, never while it is shown or answered', () => {
  const clock = createManualClock()
  const ids = ['closed', 'shown', 'answered', 'shown-twice'] as SessionId[]
  let chats = ids.map((id) => ({ id, updatedAt: clock.now() }))
  const refused = new Set<SessionId>(['closed' as SessionId])
  const warnings: unknown[] = []
  const running = new Set<SessionId>(['answered' as SessionId])
  const unwatched = new UnwatchedChats({
    list: () => chats,
    isRunning: (id) => running.has(id),
    discard: (id) => {
      if (refused.delete(id)) throw new Error('held')
      chats = chats.filter((chat) => chat.id !== id)
    },
    clock,
    onProblem: (error) => warnings.push(error),
  })
  const left = () => chats.map(({ id }) => id)
  unwatched.begin()
  const [closed, , , first] = ids.map((id) => (id === 'answered' ? () => {} : unwatched.watched(id, {})))
  const second = unwatched.watched('shown-twice' as SessionId, {})
  clock.advance(60 * minuteMs)
  expect(left()).toEqual(ids)
  closed?.()
  first?.()
  clock.advance(29 * minuteMs)
  expect(left()).toEqual(ids)
  clock.advance(5 * minuteMs)
  expect([left(), warnings]).toEqual([ids, [new Error('held')]])
  clock.advance(5 * minuteMs)
  expect(left()).toEqual(['shown', 'answered', 'shown-twice'])
  running.clear()
  second()
  clock.advance(40 * minuteMs)
  expect(left()).toEqual(['shown'])
  unwatched.dispose()
})
