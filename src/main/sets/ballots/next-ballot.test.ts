import { expect, test } from 'vitest'

import type { Vote, VotedAnswer } from '../../../shared/votes/votes'
import { seededRandom } from '../../base/seeded-random'
import { nextBallot, runVotes, type RunVote } from './next-ballot'

type Options = Partial<Parameters<typeof nextBallot>[0]> & { seed?: number; texts?: string[] }

const places = (prompts: number[], repeat = 0) => prompts.map((prompt) => ({ prompt, repeat }))

/** The choice among ballots of 6 models that gave different answers. */
function next({ seed = 0, texts = ['a', 'b', 'c', 'd', 'e', 'f'], ...changed }: Options = {}) {
  const random = seededRandom(`seed ${seed}`)
  return nextBallot({
    modelCount: 6,
    votes: [],
    open: places([0, 1, 2]),
    textsAt: () => new Map(texts.entries()),
    shuffle: (items) => random.some(items, items.length),
    ...changed,
  })
}

/** Votes between two, the first of whom won. */
const wins = (winner: number, loser: number, count: number, firstPrompt = 100): RunVote[] =>
  Array.from({ length: count }, (_, at) => ({
    prompt: firstPrompt + at,
    group: null,
    ranked: { shown: [String(winner), String(loser)], result: 'best', chosen: [0], at },
  }))

const answer = (prompt: number, model: number): VotedAnswer => ({
  contestant: { key: `${model}` },
  paneId: null,
  messageId: null,
  original: `set-run:run ${prompt} 0 ${model}`,
  chars: 1,
  costUsd: null,
})

const vote = (shown: VotedAnswer[], chosen: number[]) =>
  ({ shown, result: 'best', chosen, at: 1 }) as unknown as Vote

const equalExceptOfOne = ({ prompt }: { prompt: number }) =>
  new Map((prompt === 1 ? ['yes', 'no'] : ['Yes', ' yes\n']).entries())

const missingExceptOfTwo = ({ prompt }: { prompt: number }) =>
  new Map(prompt === 2 ? [[1, 'one'] as const, [4, 'four'] as const] : [[0, 'alone'] as const])

const seeds = Array.from({ length: 200 }, (_, seed) => seed)

test('without votes, every prompt and every model is as likely to be shown, which says nothing about who they are', () => {
  const shown = seeds.map((seed) => next({ seed }))
  const models = shown.flatMap((ballot) => ballot?.models ?? [])
  expect(models).toHaveLength(600)
  for (const model of [0, 1, 2, 3, 4, 5]) {
    const count = models.filter((each) => each === model).length
    expect(count).toBeGreaterThan(60)
    expect(count).toBeLessThan(140)
  }
  expect(new Set(shown.map((ballot) => ballot?.prompt))).toEqual(new Set([0, 1, 2]))
})

test('models that may still be the best are shown, and those that have lost are not', () => {
  const votes = [
    ...[2, 3, 4, 5].flatMap((loser) => [...wins(0, loser, 6), ...wins(1, loser, 6, 200)]),
    ...wins(0, 1, 1),
  ]
  for (const seed of seeds.slice(0, 20))
    expect(next({ seed, votes })?.models).toEqual(expect.arrayContaining([0, 1]))
})

test('a pair that is settled is not asked about again while another one is open', () => {
  const votes = wins(0, 1, 12)
  expect(next({ modelCount: 2, votes: wins(0, 1, 3), texts: ['a', 'b'] })?.models.toSorted()).toEqual([0, 1])
  for (const seed of seeds.slice(0, 20)) {
    const [first, second] = next({ seed, modelCount: 3, votes, texts: ['a', 'b', 'c'] })?.models ?? []
    expect([first, second]).toContain(2)
  }
})

test('equal answers tell nothing: other prompts come first, and of these answers one is shown', () => {
  for (const seed of seeds.slice(0, 20)) {
    expect(next({ seed, modelCount: 2, textsAt: equalExceptOfOne })).toMatchObject({ prompt: 1 })
    const { models = [] } = next({ seed, texts: ['x', 'x', 'x', 'x', 'x', 'y'] }) ?? {}
    expect(models.slice(0, 2)).toContain(5)
  }
})

test('new prompts come before those with a vote, and prompts whose vote was a tie come last', () => {
  const tied: RunVote = {
    prompt: 0,
    group: null,
    ranked: { shown: ['0', '1'], result: 'tie', chosen: [0, 1], at: 0 },
  }
  const votes = [tied, ...wins(0, 1, 1, 1)]
  const chosen = (prompts: number[]) => next({ votes, open: places(prompts, 1) })?.prompt
  expect([chosen([0, 1, 2]), chosen([0, 1]), chosen([0])]).toEqual([2, 1, 0])
})

test('answers that are missing are not shown, and nothing is chosen if fewer than two are there', () => {
  const textsAt = missingExceptOfTwo
  expect(next({ textsAt })).toMatchObject({
    prompt: 2,
    models: expect.toSatisfy((models) => models.length === 2),
  })
  expect(next({ textsAt, votes: null })).toMatchObject({ prompt: 2, models: [1, 4] })
  expect(next({ textsAt, open: places([0, 1]) })).toBeNull()
  expect(next({ open: [] })).toBeNull()
})

test('a vote that contradicts itself, or is on several prompts, is left out', () => {
  const votes = runVotes([
    vote([answer(3, 0), answer(3, 1)], [1]),
    vote([answer(3, 0), answer(3, 1)], [7]),
    vote([answer(3, 0), answer(4, 1)], [0]),
    vote([{ ...answer(3, 0), original: 'merge:1 0' }, answer(3, 1)], [0]),
  ])
  expect(votes.map(({ prompt, ranked }) => [prompt, ranked.shown, ranked.chosen])).toEqual([
    [3, ['0', '1'], [1]],
  ])
})
