import type { BallotPlace } from '../../../shared/sets/ballots'
import type { Vote } from '../../../shared/votes/votes'
import { indexVotes, isSoundVote } from '../../ranking/checked-vote'
import { DirectOutcomeTable } from '../../ranking/direct-outcomes'
import { fitVotes } from '../../ranking/fit'
import { type PairGain, pairGains } from '../../ranking/next-pair'
import { fittedStrengths } from '../../ranking/strengths'
import { cellOfOrigin } from '../../store/votes/original-answers'
import { type CountedVote, weightedVotes } from '../../votes/ranked-votes'

/** Of more models, a ballot shows those that tell most. */
const mostShown = 3

/** Looking at more prompts would take longer and hardly find a better one. */
const mostLookedAt = 40

/** The newest votes say enough; fitting more would take too long. */
export const mostVotes = 400

type Place = Pick<BallotPlace, 'prompt' | 'repeat'>

/** A vote on answers of a run, with its prompt. The contestants are the indexes of models. */
export interface RunVote extends CountedVote {
  prompt: number
}

/** What the choice may know: the votes, and what their ballots show. */
interface NextBallotInput {
  modelCount: number
  /** Null for any ballot, with all answers. */
  votes: readonly RunVote[] | null
  /** The ballots whose models are hidden. */
  open: readonly Place[]
  /** The answers of a ballot that can be voted on, by model. */
  textsAt: (place: Place) => ReadonlyMap<number, string>
  /** The items in random order. */
  shuffle: <Item>(items: readonly Item[]) => Item[]
}

/**
 * The ballot whose vote is expected to tell most about which model is best, and the models to show: the pair with the
 * largest gain, on a prompt that tells models apart as far as is known. Equal answers tell nothing, and neither do
 * prompts whose votes were ties; a second vote on a prompt tells less than one on a new prompt. Null if there is none.
 *
 * What is equally good is chosen at random: a fixed order of the models would show who they are.
 */
export function nextBallot(input: NextBallotInput): (Place & { models: number[] }) | null {
  const { modelCount, votes, open, textsAt, shuffle } = input
  const telling = tellingOf(votes ?? [])
  const pairs = votes === null ? [] : pairsByGain(modelCount, votes, shuffle)
  const prompts = shuffle([...Map.groupBy(open, ({ prompt }) => prompt)])
    .map(([prompt, places]) => ({ share: telling(prompt), places }))
    .toSorted((one, other) => other.share - one.share)
  let best: { place: Place; models: number[]; value: number } | null = null
  let looked = 0
  for (const { share, places } of prompts) {
    if (looked === mostLookedAt || (best !== null && best.value >= share * (pairs[0]?.gain ?? 0))) break
    const [place = places[0]] = shuffle(places)
    if (place === undefined) continue
    const texts = textsAt(place)
    if (texts.size < 2) continue
    looked += 1
    const answered = pairs.filter(({ a, b }) => texts.has(a) && texts.has(b))
    const differing = answered.filter(({ a, b }) => plain(texts.get(a)) !== plain(texts.get(b)))
    const value = share * (differing[0]?.gain ?? 0)
    if (best !== null && value <= best.value) continue
    const shown = contenders(differing.length === 0 ? answered : differing)
    best = { place, models: shown.length === 0 ? [...texts.keys()] : shown, value }
  }
  return best === null ? null : { ...best.place, models: best.models }
}

const plain = (text = '') => text.trim().toLowerCase()

/** The models of the first pair, and those that the next pairs compare with them. */
function contenders(pairs: readonly PairGain[]): number[] {
  const chosen = new Set<number>()
  for (const { a, b } of pairs) {
    if (chosen.size > 0 && chosen.has(a) === chosen.has(b)) continue
    chosen.add(a).add(b)
    if (chosen.size >= mostShown) break
  }
  return [...chosen]
}

/** Pairs that are settled come last. */
function pairsByGain(
  modelCount: number,
  votes: readonly RunVote[],
  shuffle: NextBallotInput['shuffle'],
): PairGain[] {
  const models = Array.from({ length: modelCount }, (_, model) => model)
  const indexed = indexVotes(weightedVotes(votes).votes, models.map(String))
  const fit = fitVotes(indexed, modelCount, { prior: 'normal' })
  const strengths = fittedStrengths(fit)
  const { pairTie } = fit.model
  const ranked = shuffle(models).toSorted(
    (one, other) => rounded(strengths.strength(other)) - rounded(strengths.strength(one)),
  )
  const pairs = pairGains({
    ranked,
    strengths,
    outcomes: new DirectOutcomeTable(indexed, modelCount),
    tieParameter: pairTie === null ? 0 : Math.exp(fit.parameters[pairTie.parameter] ?? 0),
  })
  const open = pairs.filter(({ isSettled }) => !isSettled)
  return shuffle(open.length === 0 ? pairs : open).toSorted(
    (one, other) => rounded(other.gain) - rounded(one.gain),
  )
}

/** Differences by rounding must not decide. */
const rounded = (value: number) => Number(value.toPrecision(9))

/** How much a vote on a prompt tells, by its earlier votes: 1 for none, less for each one, least after ties. */
function tellingOf(votes: readonly RunVote[]): (prompt: number) => number {
  const byPrompt = Map.groupBy(votes, ({ prompt }) => prompt)
  return (prompt) => {
    const cast = byPrompt.get(prompt) ?? []
    const decided = cast.filter(({ ranked: { result } }) => result === 'best' || result === 'order')
    return (1 + decided.length) / (1 + cast.length) ** 2
  }
}

/** The votes as the choice sees them; one that contradicts itself, or is not on one prompt, is left out. */
export function runVotes(votes: readonly Vote[]): RunVote[] {
  return votes.flatMap(({ shown, result, chosen, at }): RunVote[] => {
    const cells = shown.flatMap(({ original = '' }) => cellOfOrigin(original) ?? [])
    const prompt = cells[0]?.prompt
    const ranked = { shown: cells.map(({ model }) => String(model)), result, chosen, at }
    const isWhole = cells.length === shown.length && cells.every((cell) => cell.prompt === prompt)
    if (prompt === undefined || !isWhole || !isSoundVote(ranked)) return []
    return [{ prompt, ranked, group: `${prompt} ${ranked.shown.toSorted().join()}` }]
  })
}
