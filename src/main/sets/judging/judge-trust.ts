import type { Agreement, JudgedShare, Judgement, JudgeTrust, PoweredRank } from '../../../shared/sets/judging'
import type { SetRunId } from '../../../shared/ids'
import type { LineUpModel } from '../../../shared/sets/sets'
import type { Vote } from '../../../shared/votes/votes'
import { cohensKappa, type RatedPair } from '../../statistics/agreement'
import { poweredShare } from '../../statistics/powered-share'
import { shareOf } from '../../statistics/shares'
import { cellOfOrigin } from '../../store/votes/original-answers'
import { isBlindThroughout } from '../../votes/ranked-votes'
import type { CellPlace } from '../running/cell-numbers'

/** Less that both a judge and the user have judged measures nothing. */
export const measuredFrom = 20

/** A pair of answers that a judge decided, and what the user’s blind vote says about it. */
interface JudgedPair extends Pick<Judgement, 'prompt' | 'models' | 'firstShown'> {
  /** 1 for the first of `models`, 0 for the second, 0.5 for neither. */
  judged: number
  isContradiction: boolean
  /** Like `judged`; null without a vote on both. */
  voted: number | null
  tags: readonly string[]
  /** The lengths of both answers, in characters. */
  lengths: readonly [number, number]
}

interface TrustInput {
  runId: SetRunId
  models: readonly LineUpModel[]
  judge: LineUpModel | undefined
  judgements: readonly Judgement[]
  votes: readonly Vote[]
  lengthOf: (place: CellPlace) => number
}

/** How far the verdicts of a judge can be trusted: agreement with blind votes, preferences, and both together. */
export function judgeTrust(input: TrustInput): JudgeTrust {
  const pairs = judgedPairs(input)
  const common = pairs.filter(({ voted }) => voted !== null)
  const tags = [...new Set(common.flatMap((pair) => pair.tags))].toSorted()
  const isMeasured = common.length >= measuredFrom
  const family = familyOf(input.judge)
  const ownFamily = input.models.map((model) => family !== '' && familyOf(model) === family)
  return {
    common: common.length,
    needed: measuredFrom,
    agreement: isMeasured ? agreementOf(common) : null,
    byTag: tags.flatMap((tag) => {
      const tagged = common.filter((pair) => pair.tags.includes(tag))
      return tagged.length < measuredFrom ? [] : [{ tag, ...agreementOf(tagged) }]
    }),
    contradictions: judgedShare(pairs, ({ isContradiction }) => Number(isContradiction)),
    first: readingShare(pairs),
    longer: preferenceOf(pairs, ({ lengths: [one, other] }) => Math.sign(one - other)),
    ownFamily: preferenceOf(pairs, ({ models: [one, other] }) =>
      Math.sign(Number(ownFamily[one]) - Number(ownFamily[other])),
    ),
    ranking: isMeasured ? poweredRanking(pairs, input.models.length) : [],
  }
}

function judgedPairs({ runId, judgements, votes, lengthOf }: TrustInput): JudgedPair[] {
  const ranks = votedRanks(votes, runId)
  return judgements.flatMap(({ prompt, repeat, models, verdict, firstShown }): JudgedPair[] => {
    if (verdict === 'unreadable') return []
    const [one, other] = models.map((model) => ranks.get(keyOf({ prompt, repeat, model })))
    return [
      {
        prompt,
        models,
        firstShown,
        judged: verdict === 'first' ? 1 : verdict === 'second' ? 0 : 0.5,
        isContradiction: verdict === 'contradiction',
        voted:
          one === undefined || other === undefined || one.vote !== other.vote ? null : scoreOf(one, other),
        tags: one?.vote.tags ?? [],
        lengths: [
          lengthOf({ prompt, repeat, model: models[0] }),
          lengthOf({ prompt, repeat, model: models[1] }),
        ],
      },
    ]
  })
}

interface VotedRank {
  vote: Vote
  /** From 0 for the best; infinite for an answer that was not chosen. */
  rank: number
}

/** Where blind votes put the answers of a run. */
function votedRanks(votes: readonly Vote[], runId: SetRunId): Map<string, VotedRank> {
  const ranks = new Map<string, VotedRank>()
  for (const vote of votes) {
    if (!isBlindThroughout(vote) || vote.result === 'all-bad') continue
    for (const [index, { original }] of vote.shown.entries()) {
      const place = cellOfOrigin(original ?? '')
      if (place?.runId !== runId) continue
      const chosen = vote.chosen.indexOf(index)
      const rank = chosen === -1 ? Number.POSITIVE_INFINITY : vote.result === 'tie' ? 0 : chosen
      ranks.set(keyOf(place), { vote, rank })
    }
  }
  return ranks
}

/** Of two answers that were not chosen, neither is known to be better. */
function scoreOf(one: VotedRank, other: VotedRank): number | null {
  if (one.rank === other.rank) return Number.isFinite(one.rank) ? 0.5 : null
  return one.rank < other.rank ? 1 : 0
}

const keyOf = ({ prompt, repeat, model }: CellPlace) => `${prompt} ${repeat} ${model}`

function agreementOf(pairs: readonly JudgedPair[]): Agreement {
  const rated = pairs.map(({ judged, voted }): RatedPair => [2 * judged, 2 * (voted ?? 0)])
  const { share, interval, of } = judgedShare(pairs, ({ judged, voted }) => Number(judged === voted)) ?? {
    share: 0,
    interval: [0, 1],
    of: 0,
  }
  return { share, interval, of, kappa: cohensKappa(rated, 3) }
}

/** The share of pairs that `valueOf` gives 1; those with null do not count. Pairs on one prompt are not independent. */
function judgedShare(
  pairs: readonly JudgedPair[],
  valueOf: (pair: JudgedPair) => number | null,
): JudgedShare | null {
  const values = pairs.flatMap((pair) => {
    const value = valueOf(pair)
    return value === null ? [] : [{ prompt: pair.prompt, value }]
  })
  const counts = [...Map.groupBy(values, ({ prompt }) => prompt).values()].map((same) => ({
    judged: same.length,
    passed: same.reduce((sum, { value }) => sum + value, 0),
  }))
  const found = shareOf(counts)
  return found === null ? null : { ...found, of: values.length }
}

/** How often a reading preferred the answer that it saw first: half of the time if the order does not matter. */
function readingShare(pairs: readonly JudgedPair[]): JudgedShare | null {
  return judgedShare(
    pairs.flatMap((pair) =>
      pair.firstShown === undefined
        ? []
        : [
            ...Array.from({ length: pair.firstShown[0] }, () => ({ ...pair, judged: 1 })),
            ...Array.from({ length: pair.firstShown[1] }, () => ({ ...pair, judged: 0 })),
          ],
    ),
    ({ judged }) => judged,
  )
}

/**
 * How often the judge prefers what `sideOf` favours (1: the first, -1: the second, 0: neither), and how often the votes
 * on the same pairs do.
 */
function preferenceOf(
  pairs: readonly JudgedPair[],
  sideOf: (pair: JudgedPair) => number,
): (JudgedShare & { votes: JudgedShare | null }) | null {
  const favoured = (score: number | null, pair: JudgedPair) => {
    const side = sideOf(pair)
    if (side === 0 || score === null || score === 0.5) return null
    return Number(side > 0 === score > 0.5)
  }
  const judged = judgedShare(pairs, (pair) => favoured(pair.judged, pair))
  const votes = judgedShare(pairs, (pair) => favoured(pair.voted, pair))
  return judged === null ? null : { ...judged, votes }
}

/** The share of pairs that each model wins: by the votes, with the help of the verdicts on the other prompts. */
function poweredRanking(pairs: readonly JudgedPair[], modelCount: number): PoweredRank[] {
  return Array.from({ length: modelCount }, (_, model) => model)
    .flatMap((model): PoweredRank[] => {
      const own = pairs.filter(({ models }) => models.includes(model))
      const scored = own.map((pair) => {
        const isFirst = pair.models[0] === model
        const of = (score: number) => (isFirst ? score : 1 - score)
        return {
          prompt: pair.prompt,
          judged: of(pair.judged),
          voted: pair.voted === null ? null : of(pair.voted),
        }
      })
      const labelled: { label: number; judged: number }[] = []
      const onlyJudged: number[] = []
      for (const same of Map.groupBy(scored, ({ prompt }) => prompt).values()) {
        const voted = same.filter(({ voted: vote }) => vote !== null)
        if (voted.length === 0) onlyJudged.push(meanOf(same.map(({ judged }) => judged)))
        else {
          labelled.push({
            label: meanOf(voted.map(({ voted: vote }) => vote ?? 0)),
            judged: meanOf(voted.map(({ judged }) => judged)),
          })
        }
      }
      const powered = poweredShare(labelled, onlyJudged)
      return powered === null ? [] : [{ model, prompts: labelled.length, ...powered }]
    })
    .toSorted((one, other) => other.share - one.share)
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Models of one family have names that begin alike, such as `claude`; empty for an unknown model. */
function familyOf(model: LineUpModel | undefined): string {
  const name = model?.model.split('/').at(-1)?.toLowerCase() ?? ''
  return /^(?:chatgpt|o\d)/.test(name) ? 'gpt' : (/^[a-z]+/.exec(name)?.[0] ?? '')
}
