import { median } from '../e2e/helpers/figures.ts'
import { seededRandom } from '../src/main/base/seeded-random.ts'
import { indexVotes } from '../src/main/ranking/checked-vote.ts'
import { fitVotes } from '../src/main/ranking/fit.ts'
import { mostVotes, nextBallot, type RunVote } from '../src/main/sets/ballots/next-ballot.ts'
import { normal, uniform } from './data/simulated-users.ts'
import { type Figure, limitFigure, plainFigure, ratioFigure } from './figure.ts'

const users = 200
const modelCount = 8
const models = Array.from({ length: modelCount }, (_, model) => model)
const promptCount = 300

const asAnswers = (count: number) => `${count} answers`

/** In which order a simulated user votes, and on how many answers at once. */
interface Voting {
  isTelling: boolean
  shown: number
  most: number
}

/** The promises of the order of votes: half the votes of a random one, chosen at once. */
export function ballotFigures(): Figure[] {
  const votesOf = (voting: Voting) => votesUntilRight(users, voting)
  const telling = votesOf({ isTelling: true, shown: 3, most: 80 })
  const random = votesOf({ isTelling: false, shown: 3, most: 220 })
  const whole = votesOf({ isTelling: false, shown: modelCount, most: 100 })
  return [
    ratioFigure(
      `ballots: votes until the right one of ${modelCount} models leads for 90 % of ${users} users, most telling first`,
      telling,
      { value: random, name: 'as many as in random order' },
      0.5,
      (votes) => `${votes} votes`,
    ),
    plainFigure('ballots: answers read until then, most telling first', 3 * telling, asAnswers),
    plainFigure(
      'ballots: answers read until then, all answers in random order',
      modelCount * whole,
      asAnswers,
    ),
    choosing(),
  ]
}

/** The first of 10 votes in a row after each of which the best model leads for 90 % of the users. */
function votesUntilRight(userCount: number, voting: Voting): number {
  const right = Array.from({ length: voting.most }, () => 0)
  for (let user = 0; user < userCount; user++) {
    for (const [vote, isRight] of simulatedVoting(`ballots: user ${user}`, voting).entries()) {
      if (isRight) right[vote] = (right[vote] ?? 0) + 1
    }
  }
  const isEnough = (count: number) => count >= 0.9 * userCount
  const first = right.findIndex((_, vote) => right.slice(vote, vote + 10).every(isEnough))
  return first === -1 ? voting.most : first + 1
}

/**
 * After each vote, whether the best model leads. It is clearly the best. A fifth of the prompts get equal answers from
 * half of the models, and a quarter are so easy that most votes on them are ties.
 */
function simulatedVoting(seed: string, { isTelling, shown, most }: Voting): boolean[] {
  const random = seededRandom(seed)
  let strengths: number[] = []
  const leads = () => strengths.toSorted((one, other) => other - one)
  do strengths = models.map(() => normal(random))
  while ((leads()[0] ?? 0) - (leads()[1] ?? 0) < 0.5)
  const best = strengths.indexOf(leads()[0] ?? 0)
  const prompts = Array.from({ length: promptCount }, () => {
    const hasEqual = random.below(5) === 0
    const isEasy = random.below(4) === 0
    return {
      weights: strengths.map((strength) => Math.exp(isEasy ? strength / 5 : strength + normal(random) / 2)),
      texts: new Map(models.map((model) => [model, hasEqual && random.below(2) === 0 ? '4' : `${model}`])),
      ties: isEasy ? 0.6 : 0.15,
    }
  })
  const shuffle = <Item>(items: readonly Item[]) => random.some(items, items.length)
  let open = shuffle([...prompts.keys()]).map((prompt) => ({ prompt, repeat: 0 }))
  const votes: RunVote[] = []
  return Array.from({ length: most }, (_, at) => {
    const textsAt = ({ prompt }: { prompt: number }) => prompts[prompt]?.texts ?? new Map<number, string>()
    const chosen = isTelling ? nextBallot({ modelCount, votes, open, textsAt, shuffle }) : null
    const next = chosen ?? { prompt: open[0]?.prompt ?? 0, models: random.some(models, shown) }
    const inOrder = shuffle(next.models)
    open = open.filter(({ prompt }) => prompt !== next.prompt)
    const asked = prompts[next.prompt]
    const all = [...inOrder.keys()]
    const isTie =
      uniform(random) < (asked?.ties ?? 0) ||
      new Set(inOrder.map((model) => asked?.texts.get(model))).size === 1
    const weights = inOrder.map((model) => asked?.weights[model] ?? 0)
    let left = uniform(random) * weights.reduce((sum, weight) => sum + weight, 0)
    const winner = Math.max(
      0,
      weights.findIndex((weight) => (left -= weight) < 0),
    )
    const result = isTie ? 'tie' : 'best'
    const ranked = { shown: inOrder.map(String), result, chosen: isTie ? all : [winner], at } as const
    votes.push({ prompt: next.prompt, group: null, ranked })
    return leaderOf(votes) === best
  })
}

function leaderOf(votes: readonly RunVote[]): number {
  const indexed = indexVotes(
    votes.map(({ ranked }) => ranked),
    models.map(String),
  )
  const estimates = [...fitVotes(indexed, modelCount, { prior: 'normal' }).parameters].slice(0, modelCount)
  return estimates.indexOf(Math.max(...estimates))
}

/** With as many votes as are used. */
function choosing(): Figure {
  const random = seededRandom('ballots: choosing')
  const keys = Array.from({ length: 16 }, (_, model) => String(model))
  const votes = Array.from({ length: mostVotes }, (_, at): RunVote => {
    const ranked = { shown: random.some(keys, 3), result: 'best', chosen: [random.below(3)], at } as const
    return { prompt: random.below(2_000), group: null, ranked }
  })
  const open = Array.from({ length: 2_000 }, (_, prompt) => ({ prompt, repeat: 0 }))
  const texts = new Map(keys.map((key, model) => [model, `${key} ${'answer '.repeat(300)}`]))
  const shuffle = <Item>(items: readonly Item[]) => random.some(items, items.length)
  const samplesMs = Array.from({ length: 15 }, () => {
    const before = process.threadCpuUsage()
    nextBallot({ modelCount: 16, votes, open, textsAt: () => texts, shuffle })
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  const what = `ballots: the next one, 2,000 prompts, 16 models, ${mostVotes} votes, median CPU time`
  return limitFigure(what, median(samplesMs), 20)
}
