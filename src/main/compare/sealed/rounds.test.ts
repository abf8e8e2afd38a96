import { expect, test } from 'vitest'

import type { ComparisonId, SessionId } from '../../../shared/ids'
import type { Message, StopReason } from '../../../shared/sessions/messages'
import { createManualClock } from '../../base/testing/manual-clock'
import { turn } from '../../runs/testing/run-harness'
import { type RoundPlace, Rounds } from './rounds'

const comparisonId = 'c' as ComparisonId

/** Rounds of a comparison with these panes, and when each answer appeared, in milliseconds. */
function setUp(panes: readonly string[]) {
  const clock = createManualClock()
  const store = { isReadable: true }
  const rounds = new Rounds({
    sessionsOf() {
      if (!store.isReadable) throw new Error('unreadable')
      return panes as readonly SessionId[]
    },
    clock,
  })
  const places = new Map<string, RoundPlace>()
  const released: [string, number, unknown][] = []
  const beginning = clock.monotonic()
  return {
    clock,
    store,
    released,
    start: (id: string) => places.set(id, rounds.join(comparisonId, id as SessionId)),
    stop: (id: string) => places.get(id)?.stop('user'),
    finish: async (id: string, text = '', stopReason: StopReason = 'end') => {
      const status = stopReason === 'end' ? 'complete' : stopReason === 'error' ? 'failed' : 'partial'
      const answer = { status, stopReason, parts: [{ type: 'text', text }] } as Message
      const note = async () => {
        const round = await places.get(id)?.end(answer)
        released.push([id, clock.monotonic() - beginning, round])
      }
      void note()
      await turn()
    },
    advance: async (ms: number) => {
      clock.advance(ms)
      await turn()
    },
  }
}

test('answers are held until the last pane has ended, then released at once', async () => {
  const { released, start, finish, advance } = setUp(['a', 'b'])
  start('a')
  start('b')
  await advance(10)
  await finish('a')
  await advance(5_000)
  expect(released).toEqual([])
  await finish('b')
  expect(released).toEqual([
    ['a', 5_010, null],
    ['b', 5_010, null],
  ])
})

test('a pane that fails before the others have started does not end their round', async () => {
  const { released, start, finish, advance } = setUp(['a', 'b'])
  start('a')
  await finish('a')
  await advance(200)
  start('b')
  await advance(4_000)
  expect(released).toEqual([])
  await finish('b')
  expect(released.map(([, at]) => at)).toEqual([4_200, 4_200])
})

test('a single pane asked again takes as long as the slowest one before, so its speed stays hidden', async () => {
  const { released, start, finish, advance } = setUp(['a', 'b'])
  for (const id of ['a', 'b']) start(id)
  await advance(100)
  await finish('a')
  await advance(8_900)
  await finish('b')
  start('a')
  await advance(100)
  await finish('a')
  await advance(8_800)
  expect(released).toHaveLength(2)
  await advance(20_000)
  expect(released.map(([id]) => id)).toEqual(['a', 'b', 'a'])
})

test('a stop ends that wait, and the answer counts as stopped even if it was complete', async () => {
  const { released, start, stop, finish, advance } = setUp(['a', 'b'])
  for (const id of ['a', 'b']) start(id)
  await advance(9_000)
  await finish('a')
  await finish('b')
  start('a')
  await finish('a', 'Complete.')
  await advance(2_000)
  stop('a')
  await turn()
  expect(released[2]).toEqual(['a', 11_000, { lengths: [9], missing: 1, stopReason: 'user' }])
})

test('if a pane is refused, the others appear shortly after they have ended', async () => {
  const { released, start, finish, advance } = setUp(['a', 'b', 'refused'])
  for (const id of ['a', 'b']) start(id)
  await finish('a')
  await finish('b')
  await advance(1_000)
  expect(released.map(([, at]) => at)).toEqual([1_000, 1_000])
})

test('a stopped round ends without the store, with the lengths of its answers and how many panes have none', async () => {
  const { released, store, start, finish, advance } = setUp(['a', 'b', 'c', 'd'])
  for (const id of ['a', 'b', 'c']) start(id)
  store.isReadable = false
  await finish('a', 'Complete.')
  await finish('b', 'Com', 'user')
  await finish('c', 'Failed.', 'error')
  await advance(1_000)
  const round = { lengths: [9, 3], missing: 1, stopReason: 'user' }
  expect(released.map(([id, , stopped]) => [id, stopped])).toEqual([
    ['a', round],
    ['b', round],
    ['c', round],
  ])
})
