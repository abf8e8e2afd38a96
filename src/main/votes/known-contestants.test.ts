import { expect, test } from 'vitest'

import type { VoteId } from '../../shared/ids'
import type { Vote, VotedAnswer } from '../../shared/votes/votes'
import { knownContestants } from './stored-ranking'

const everything = { tags: [], since: 0, blindOnly: false, fold: false, apart: false }

const answer = (model: string, more: Partial<VotedAnswer> = {}): VotedAnswer => ({
  contestant: { key: `${model} (temperature 1)`, model, params: { temperature: 1 } },
  paneId: null,
  messageId: null,
  chars: null,
  costUsd: null,
  ...more,
})

const vote = (shown: VotedAnswer[]): Vote => ({
  id: 'v' as VoteId,
  comparisonId: null,
  result: 'best',
  chosen: [0],
  shown,
  why: null,
  tags: [],
  isBlind: false,
  at: 1,
})

test('knows how a contestant is asked again if all of its settings are known, and under which names it has answered', () => {
  const imported = { ...answer('b'), contestant: { key: 'b' } }
  const votes = [
    vote([answer('a', { answeredBy: 'a-1' }), imported]),
    vote([answer('a', { answeredBy: 'a-2' }), answer('a', { answeredBy: 'a-1' })]),
  ]
  const a = { asked: { model: 'a', params: { temperature: 1 } }, answeredBy: ['a-1', 'a-2'] }
  expect(knownContestants(votes, everything)).toEqual(new Map([['a (temperature 1)', a]]))
  const secret = { ...answer('c').contestant, key: 'c (temperature 1, system prompt 0123abcd)' }
  expect(knownContestants([vote([{ ...answer('c'), contestant: secret }])], everything)).toEqual(new Map())
  expect([...knownContestants(votes, { ...everything, fold: true }).keys()]).toEqual(['a'])
  expect([...knownContestants(votes, { ...everything, apart: true }).keys()]).toEqual([
    'a (temperature 1) · a-2',
    'a (temperature 1) · a-1',
  ])
})
