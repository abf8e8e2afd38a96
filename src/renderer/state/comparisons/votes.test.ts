import { expect, test } from 'vitest'

import type { ComparisonId, PaneId, VoteId } from '../../../shared/ids'
import type { Vote } from '../../../shared/votes/votes'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Votes } from './votes'

const [first, second] = ['first', 'second'] as ComparisonId[] as [ComparisonId, ComparisonId]

function vote(id: string, parts: Partial<Vote> = {}): Vote {
  return {
    id: id as VoteId,
    comparisonId: first,
    result: 'all-bad',
    chosen: [],
    shown: [],
    why: null,
    tags: [],
    isBlind: false,
    at: 1,
    ...parts,
  }
}

/** The votes of a window; `stored` is what main has. */
function setUp(stored: Vote[] = []) {
  const { parley } = new FakeEnvironment()
  parley.answers['votes.list'] = ({ comparisonId }) => {
    const votes = stored.filter((one) => one.comparisonId === comparisonId)
    return { votes, total: votes.length }
  }
  const votes = new Votes(parley.api)
  const shown = (id: ComparisonId) => votes.store.getState().votes.get(id)
  const loaded = () =>
    parley.callsOf('votes.list').map((input) => (input as { comparisonId: string }).comparisonId)
  return { parley, votes, shown, loaded }
}

test('reloads only votes that are shown somewhere', async () => {
  const { votes, shown, loaded } = setUp([vote('one')])
  const stopFirst = votes.watch(first)
  const stopAgain = votes.watch(first)
  const stopSecond = votes.watch(second)
  await expect.poll(() => shown(first)).toEqual([vote('one')])
  expect(loaded()).toEqual(['first', 'first', 'second'])
  stopSecond()
  stopAgain()
  votes.reload()
  expect(loaded().slice(3)).toEqual(['first'])
  stopFirst()
  votes.reload()
  expect(loaded()).toHaveLength(4)
})

test('shows a vote, its change and its removal from the reply, without reloading', async () => {
  const { parley, votes, shown, loaded } = setUp()
  parley.answers['votes.cast'] = ({ result }) => ({ vote: vote('new', { result }) })
  parley.answers['votes.change'] = ({ voteId, why }) => ({ vote: vote(voteId, { why: why ?? null }) })
  parley.answers['votes.remove'] = () => ({ removed: true })
  expect(
    await votes.cast(first, { result: 'tie', paneIds: ['left', 'right'] as PaneId[], messageIds: [] }),
  ).toBe(true)
  expect(shown(first)).toEqual([vote('new', { result: 'tie' })])
  expect(await votes.describe(vote('new'), { why: 'Clearer', tags: [] })).toBe(true)
  expect(shown(first)).toEqual([vote('new', { why: 'Clearer' })])
  expect(await votes.remove(vote('new'))).toBe(true)
  expect(shown(first)).toEqual([])
  expect(loaded()).toEqual([])
})

test('keeps the reason for a refused vote until the next one is accepted', async () => {
  const { parley, votes, shown } = setUp()
  parley.answers['votes.cast'] = () => Promise.reject(new Error('refused'))
  expect(await votes.cast(first, { result: 'all-bad', paneIds: [], messageIds: [] })).toBe(false)
  expect(votes.store.getState().error?.data).toMatchObject({ said: 'refused' })
  expect(shown(first)).toBeUndefined()
  parley.answers['votes.cast'] = () => ({ vote: vote('new') })
  expect(await votes.cast(first, { result: 'all-bad', paneIds: [], messageIds: [] })).toBe(true)
  expect(votes.store.getState().error).toBeNull()
})
