import { type Alternatives, alternativesOf, type TieParameter } from './alternatives'
import type { IndexedVote } from './checked-vote'

/**
 * The statistical model of the votes, an exponential family, so that it is concave and the observed outcomes enter
 * only by their sums.
 *
 * A vote is a sequence of choices, and the chance of each alternative of a choice is proportional to its weight:
 *
 * - One of two shown: Davidson’s model, with the weights `pi_i`, `pi_j` and `nu sqrt(pi_i pi_j)` for a tie.
 * - One of more than two: a Luce choice, `pi_i / sum(pi)`. As soon as there are ties of t among more than two shown,
 *   each set T of t has a weight too, `delta_t` times the geometric mean of its `pi`: the Davidson-Luce model, with
 *   prevalences of its own, because people tie differently among many. One vote is one observation, and given that
 *   one was chosen, the choice remains that of Luce. A tie of all that were shown draws them together, as in pairs.
 * - An order is a sequence of choices, each among the rest (Plackett-Luce); only the first one could have been a tie.
 *
 * `pi_i = exp(theta_i + position x_i + length z_i)`. The place x goes in equal steps from 1/2 (first) to -1/2 (last);
 * z is the binary logarithm of the length relative to the others shown.
 *
 * A tie parameter is part of the model once such a tie has occurred; until then its best estimate is 0.
 *
 * @see https://doi.org/10.1080/01621459.1970.10481082 (Davidson 1970, ties)
 * @see https://arxiv.org/abs/1909.07123 (Firth, Kosmidis and Turner, the Davidson-Luce model)
 * @see https://doi.org/10.1007/s00180-020-00959-3 (Turner et al. 2020, the R package PlackettLuce)
 */
export interface VoteModel {
  contestantCount: number
  /** The order of the parameters: contestants, tie parameters (as logarithms), position, length. */
  parameterCount: number
  /** The tie parameter of two shown, and those of more than two. */
  pairTie: TieParameter | null
  groupTies: readonly TieParameter[]
  position: Covariate | null
  length: Covariate | null
  pairs: readonly PairChoice[]
  groups: readonly GroupChoice[]
  /** For each parameter, the sum over all alternatives that were chosen. */
  observed: Float64Array
}

export interface Covariate {
  parameter: number
  /** How many votes have it. */
  votes: number
}

/** A choice between two; what was chosen is in `VoteModel.observed`. */
export interface PairChoice {
  one: number
  other: number
  /** Place and length of `one` minus those of `other`. */
  place: number
  length: number
  canTie: boolean
}

/** A choice among three or more; what was chosen is in `VoteModel.observed`. */
export interface GroupChoice {
  members: readonly number[]
  places: readonly number[]
  lengths: readonly number[]
  alternatives: Alternatives
}

/** Builds the model of the votes; votes that found all bad are ignored. */
export function voteModel(
  votes: readonly IndexedVote[],
  contestantCount: number,
  { hasCovariates }: { hasCovariates: boolean },
): VoteModel {
  const ranking = votes.filter(({ vote }) => vote.result !== 'all-bad')
  const withPlaces = hasCovariates ? ranking.filter(({ vote }) => vote.isOrderKnown !== false).length : 0
  const withLengths = hasCovariates ? ranking.filter(({ vote }) => vote.lengths !== undefined).length : 0
  const ties = ranking.filter(({ vote }) => vote.result === 'tie')
  const groupSizes = new Set(ties.filter(({ shown }) => shown.length > 2).map(({ chosen }) => chosen.length))

  let parameterCount = contestantCount
  const hasPairTie = ties.some(({ shown }) => shown.length === 2)
  const pairTie = hasPairTie ? { size: 2, parameter: parameterCount++ } : null
  const groupTies = [...groupSizes]
    .toSorted((one, other) => one - other)
    .map((size) => ({ size, parameter: parameterCount++ }))
  const position = withPlaces > 0 ? { parameter: parameterCount++, votes: withPlaces } : null
  const length = withLengths > 0 ? { parameter: parameterCount++, votes: withLengths } : null

  const choices = new Choices(parameterCount, { pairTie, groupTies, position, length })
  for (const vote of ranking) addChoices(vote, choices)
  const { pairs, groups, observed } = choices
  return {
    contestantCount,
    parameterCount,
    pairTie,
    groupTies,
    position,
    length,
    pairs,
    groups,
    observed,
  }
}

function addChoices({ vote, shown, chosen }: IndexedVote, choices: Choices): void {
  const step = 1 / (shown.length - 1)
  const isPlaced = vote.isOrderKnown !== false
  const places = shown.map((_, place) => (isPlaced ? 0.5 - place * step : 0))
  const lengths = vote.lengths === undefined ? shown.map(() => 0) : relativeLengths(vote.lengths)
  const [best] = chosen
  if (vote.result !== 'order' || shown.length === 2) {
    const winners = vote.result === 'tie' || best === undefined ? chosen : [best]
    choices.add({ members: shown, places, lengths, chosen: winners, canTie: true })
    return
  }
  let rest = shown.map((_, place) => place)
  for (const winner of chosen) {
    if (rest.length < 2) return
    choices.add({
      members: rest.map((place) => shown[place] ?? 0),
      places: rest.map((place) => places[place] ?? 0),
      lengths: rest.map((place) => lengths[place] ?? 0),
      chosen: [winner],
      canTie: rest.length === shown.length,
    })
    rest = rest.filter((place) => shown[place] !== winner)
  }
}

/** In doublings relative to the mean, at most three each way: an empty answer is not bad because it is short. */
function relativeLengths(lengths: readonly number[]): number[] {
  const logarithms = lengths.map((length) => Math.log2(length + 1))
  const mean = logarithms.reduce((sum, logarithm) => sum + logarithm, 0) / logarithms.length
  return logarithms.map((logarithm) => Math.min(3, Math.max(-3, logarithm - mean)))
}

/** A choice as a vote made it. */
interface MadeChoice extends Omit<GroupChoice, 'alternatives'> {
  chosen: readonly number[]
  canTie: boolean
}

/** Collects the choices of all votes and sums up what was chosen. */
class Choices {
  readonly pairs: PairChoice[] = []
  readonly groups: GroupChoice[] = []
  readonly observed: Float64Array
  private readonly of: Pick<VoteModel, 'pairTie' | 'groupTies' | 'position' | 'length'>
  private readonly withTies = new Map<number, Alternatives>()
  private readonly withoutTies = new Map<number, Alternatives>()

  constructor(parameterCount: number, of: Pick<VoteModel, 'pairTie' | 'groupTies' | 'position' | 'length'>) {
    this.observed = new Float64Array(parameterCount)
    this.of = of
  }

  add(choice: MadeChoice): void {
    for (const winner of choice.chosen) this.observe(winner, 1 / choice.chosen.length)
    const { members } = choice
    if (members.length === 2) this.addPair(choice)
    else this.addGroup(choice)
  }

  private addPair({ members, places, lengths, chosen, canTie }: MadeChoice): void {
    const [one = 0, other = 0] = members
    const place = (places[0] ?? 0) - (places[1] ?? 0)
    const length = (lengths[0] ?? 0) - (lengths[1] ?? 0)
    this.pairs.push({ one, other, place, length, canTie })
    if (chosen.length === 2) {
      this.observe(this.of.pairTie?.parameter, 1)
      return
    }
    const half = chosen[0] === one ? 0.5 : -0.5
    this.observe(this.of.position?.parameter, half * place)
    this.observe(this.of.length?.parameter, half * length)
  }

  private addGroup({ members, places, lengths, chosen, canTie }: MadeChoice): void {
    this.groups.push({ members, places, lengths, alternatives: this.alternativesOf(members.length, canTie) })
    for (const winner of chosen) {
      const place = members.indexOf(winner)
      this.observe(this.of.position?.parameter, (places[place] ?? 0) / chosen.length)
      this.observe(this.of.length?.parameter, (lengths[place] ?? 0) / chosen.length)
    }
    if (chosen.length < 2) return
    this.observe(this.of.groupTies.find(({ size }) => size === chosen.length)?.parameter, 1)
  }

  private observe(parameter: number | undefined, amount: number): void {
    if (parameter !== undefined) this.observed[parameter] = (this.observed[parameter] ?? 0) + amount
  }

  private alternativesOf(size: number, canTie: boolean): Alternatives {
    const known = canTie ? this.withTies : this.withoutTies
    let alternatives = known.get(size)
    if (alternatives === undefined) {
      alternatives = alternativesOf(size, canTie ? this.of.groupTies : [])
      known.set(size, alternatives)
    }
    return alternatives
  }
}
