import { expect, test } from 'vitest'

import type { PaneId, VoteId } from '../../shared/ids'
import type { Vote } from '../../shared/votes/votes'
import { rankedVotes as countedVotes, type RankingScope } from './ranked-votes'

const everything: RankingScope = { tags: [], since: 0, blindOnly: false, fold: false, apart: false }

const rankedVotes = (votes: readonly Vote[], scope: RankingScope) => countedVotes(votes, scope).votes

/** A vote on answers by these models; `model#setting` is a model with other settings. */
function vote(names: string[], judged: Pick<Vote, 'result' | 'chosen'>, more: Partial<Vote> = {}): Vote {
  return {
    id: 'v' as VoteId,
    comparisonId: null,
    shown: names.map((key, index) => ({
      contestant: { key, model: key.split('#')[0] ?? key },
      paneId: `p${index}` as PaneId,
      messageId: null,
      chars: index,
      costUsd: null,
    })),
    why: null,
    tags: [],
    isBlind: false,
    at: 1_000,
    ...judged,
    ...more,
  }
}

test.each<[string, Vote, boolean, [string, string[], number[]] | null]>([
  ['a plain vote', vote(['a', 'b'], { result: 'best', chosen: [1] }), false, ['best', ['a', 'b'], [1]]],
  [
    'the same contestant twice',
    vote(['a', 'a', 'b'], { result: 'best', chosen: [1] }),
    false,
    ['best', ['a', 'a', 'b'], [1]],
  ],
  ['only one contestant', vote(['a', 'a'], { result: 'best', chosen: [0] }), false, null],
  [
    'settings folded',
    vote(['a#1', 'b', 'a#2'], { result: 'order', chosen: [2, 1, 0] }),
    true,
    ['order', ['a', 'b', 'a'], [2, 1, 0]],
  ],
  [
    'settings apart',
    vote(['a#1', 'b', 'a#2'], { result: 'tie', chosen: [0, 2] }),
    false,
    ['tie', ['a#1', 'b', 'a#2'], [0, 2]],
  ],
  [
    'a tie of settings',
    vote(['a#1', 'b', 'a#2'], { result: 'tie', chosen: [0, 2] }),
    true,
    ['tie', ['a', 'b', 'a'], [0, 2]],
  ],
  ['all bad', vote(['a', 'b'], { result: 'all-bad', chosen: [] }), false, ['all-bad', ['a', 'b'], []]],
])('%s', (_, given, fold, expected) => {
  const seen = rankedVotes([given], { ...everything, fold }).map(({ result, shown, chosen }) => [
    result,
    shown,
    chosen,
  ])
  expect(seen).toEqual(expected === null ? [] : [expected])
})

test('a vote that contradicts itself does not keep the others from being ranked', () => {
  const good = vote(['a', 'b'], { result: 'best', chosen: [0] })
  const bad = [
    vote(['a', 'b'], { result: 'best', chosen: [5] }),
    vote(['a', 'b'], { result: 'tie', chosen: [] }),
    vote(
      Array.from({ length: 40 }, (_, index) => `m${index}`),
      { result: 'best', chosen: [0] },
    ),
  ]
  expect(rankedVotes([...bad, good], everything)).toEqual(rankedVotes([good], everything))
})

test('an impossible cost is unknown', () => {
  const given = vote(['a', 'b'], { result: 'best', chosen: [0] })
  given.shown = given.shown.map((answer, index) => ({ ...answer, costUsd: index === 0 ? -1 : 0.5 }))
  expect(rankedVotes([given], everything)[0]?.costs).toEqual([null, 0.5])
})

test('counts only votes in scope', () => {
  const votes = [
    vote(['a', 'b'], { result: 'best', chosen: [0] }, { tags: ['code'], at: 10 }),
    vote(['a', 'b'], { result: 'best', chosen: [0] }, { isBlind: true, how: 'rendered', at: 20 }),
  ]
  const times = (scope: Partial<RankingScope>) =>
    rankedVotes(votes, { ...everything, ...scope }).map(({ at }) => at)
  expect(times({ tags: ['code', 'prose'] })).toEqual([10])
  expect(times({ since: 11 })).toEqual([20])
  expect(times({ blindOnly: true })).toEqual([20])
  expect(times({ how: 'rendered' })).toEqual([20])
  expect(times({ how: 'read' })).toEqual([10])
  expect(times({})).toEqual([10, 20])
})

test('imported votes say nothing about position or length', () => {
  const imported = vote(['a', 'b'], { result: 'best', chosen: [0] })
  imported.shown = imported.shown.map((answer) => ({ ...answer, paneId: null, chars: null }))
  const [ranked] = rankedVotes([imported], everything)
  expect(ranked).toMatchObject({ isOrderKnown: false })
  expect(ranked).not.toHaveProperty('lengths')
})

/** The same vote, on answers to this prompt. */
const on = (prompt: string, given: Vote): Vote => ({
  ...given,
  shown: given.shown.map((answer) => ({ ...answer, prompt })),
})

test('votes on one prompt and the same contestants share the weight of one', () => {
  const votes = [
    on('p', vote(['a', 'b'], { result: 'best', chosen: [0] })),
    on('p', vote(['b', 'a'], { result: 'best', chosen: [0] })),
    on('p', vote(['a', 'b', 'c'], { result: 'best', chosen: [0] })),
    on('p', vote(['a', 'b'], { result: 'all-bad', chosen: [] })),
    on('q', vote(['a', 'b'], { result: 'best', chosen: [0] })),
    vote(['a', 'b'], { result: 'best', chosen: [0] }),
    vote(['a', 'b'], { result: 'best', chosen: [0] }),
  ]
  const { votes: counted, repeated } = countedVotes(votes, everything)
  expect(counted.map(({ weight }) => weight)).toEqual([
    0.5,
    0.5,
    ...Array.from({ length: 5 }, () => undefined),
  ])
  expect(repeated).toBe(1)
})

test('a model that reports another name is another contestant only if asked for', () => {
  const given = vote(['a', 'b'], { result: 'best', chosen: [0] })
  given.shown = given.shown.map((answer) => ({ ...answer, answeredBy: 'snapshot-2' }))
  expect(rankedVotes([given], everything)[0]?.shown).toEqual(['a', 'b'])
  expect(rankedVotes([given], { ...everything, apart: true })[0]?.shown).toEqual([
    'a · snapshot-2',
    'b · snapshot-2',
  ])
})
