import { expect, test } from 'vitest'

import { textsOf } from '../locales/all/texts-of'
import { formatsOf } from '../locales/formats'
import type { RankedPair } from './ranking'
import { pairText, verdictText } from './ranking-text'

const t = textsOf('en')

function rankingOf(wins: number, losses: number, moreVotes: number | null) {
  const pair: RankedPair = {
    a: 'Alpha',
    b: 'Beta',
    wins,
    losses,
    ties: 0,
    probabilityBetter: 0.6,
    favours: 'a',
    eValue: 1,
    isSettled: false,
    moreVotes,
  }
  const contestants = ['Alpha', 'Beta'].map((key, index) => ({
    key,
    strength: -index,
    interval: [-1, 1] as [number, number],
    votes: wins + losses,
    wins,
    costPerWinUsd: null,
  }))
  return { contestants, pairs: [pair] }
}

test('votes that would settle nothing are not announced as too few', () => {
  const texts = [rankingOf(70, 30, 25), rankingOf(52, 48, null)].map((ranking) => [
    verdictText(ranking, t, formatsOf('en')),
    ...ranking.pairs.map((pair) => pairText(pair, (key) => key, t)),
  ])
  expect(texts).toEqual([
    [
      'Alpha won 70% of 100 decided votes against Beta; too early to say. At this rate, about 25 more votes will settle it.',
      'Too early to say. At this rate, about 25 more votes will settle it.',
    ],
    [
      'Alpha won 52% of 100 decided votes against Beta; no clear difference so far.',
      'No clear difference so far',
    ],
  ])
})
