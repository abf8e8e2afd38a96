import { expect, test } from 'vitest'

import type { PaneId, SetRunId, VoteId } from '../../../shared/ids'
import type { Judgement } from '../../../shared/sets/judging'
import type { Vote } from '../../../shared/votes/votes'
import { cellOrigin } from '../../store/votes/original-answers'
import { judgeTrust } from './judge-trust'

const runId = 'run' as SetRunId
const model = (name: string) => ({ model: name, key: name, params: {}, systemPrompt: null })
const models = [model('fake/claude-one'), model('fake/gpt-two')]

function judgement(prompt: number, verdict: Judgement['verdict']): Judgement {
  const firstShown: [number, number] =
    verdict === 'contradiction' ? [2, 0] : verdict === 'tie' ? [0, 0] : [1, 1]
  return { prompt, repeat: 0, models: [0, 1], verdict, whys: [], firstShown }
}

function vote(prompt: number, best: number, changed: Partial<Vote> = {}): Vote {
  return {
    id: `vote ${prompt}` as VoteId,
    comparisonId: null,
    result: 'best',
    chosen: [best],
    shown: models.map(({ key }, index) => ({
      contestant: { key, model: key },
      paneId: `pane ${index}` as PaneId,
      messageId: null,
      original: cellOrigin({ runId, prompt, repeat: 0 }, index),
      chars: 10,
      costUsd: null,
    })),
    why: null,
    tags: ['code'],
    isBlind: true,
    at: prompt,
    ...changed,
  }
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a judge is measured by blind votes on the same pairs, from twenty on', () => {
  const judgements = range(60).map((prompt) =>
    judgement(prompt, prompt % 4 === 3 ? 'contradiction' : 'first'),
  )
  const trustOf = (votes: readonly Vote[]) =>
    judgeTrust({ runId, models, judge: models[0], judgements, votes, lengthOf: (place) => 20 - place.model })
  const few = trustOf(range(19).map((prompt) => vote(prompt, 0)))
  expect([few.common, few.agreement, few.ranking]).toEqual([19, null, []])

  const ignored = [
    vote(40, 0, { isBlind: false }),
    vote(41, 0, { result: 'all-bad', chosen: [] }),
    vote(42, 0, {
      shown: vote(42, 0).shown.map((shown) => ({ ...shown, original: 'set-run:other 42 0 0' })),
    }),
  ]
  const trust = trustOf([...range(24).map((prompt) => vote(prompt, Number(prompt % 6 === 0))), ...ignored])
  // Of 24 pairs, the judge contradicts itself in 6, and the votes on 4 others prefer the second.
  expect([trust.common, trust.agreement?.share, trust.agreement?.of]).toEqual([24, 14 / 24, 24])
  expect(trust.byTag).toMatchObject([{ tag: 'code', of: 24 }])
  expect(trust.contradictions).toMatchObject({ share: 0.25, of: 60 })
  expect(trust.first).toMatchObject({ share: (45 + 30) / 120, of: 120 })
  expect(trust.longer).toMatchObject({ share: 1, of: 45, votes: { share: 20 / 24, of: 24 } })
  expect(trust.ownFamily).toMatchObject({ share: 1, of: 45 })
  expect(trust.ranking.map((rank) => [rank.model, rank.prompts])).toEqual([
    [0, 24],
    [1, 24],
  ])
  const [best] = trust.ranking
  expect(best?.share).toBeGreaterThan(0.75)
  expect(best?.fromLabels.share).toBeCloseTo(20 / 24)
})
