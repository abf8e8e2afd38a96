import { seededRandom } from '../base/seeded-random'
import type { RankedVote } from '../../shared/ranking/ranking'
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
 * A contestant with several answers in a vote takes part once for each of them, so equally good contestants win as often
 * as by chance. A choice between answers of the same contestant carries no information and is left out.
 *
 * Ties among more than eight answers would have thousands of sets. A vote on more than eight is therefore modelled given
 * whether it ended in a tie. Without a tie, it is a Luce choice among all. With a tie, it is the choice of which t of
 * eight answers tie: those that did and others drawn at random, each with the same chance, so that the draw does not
 * bias the result (McFadden 1978). A tie of more than seven answers is left out.
 *
 * `pi_i = exp(theta_i + position x_i + length z_i)`. The place x goes in equal steps from 1/2 (first) to -1/2 (last);
 * z is the binary logarithm of the length relative to the others shown.
 *
 * A tie parameter is part of the model once such a tie has occurred; until then its best estimate is 0.
 *
 * @see https://doi.org/10.1080/01621459.1970.10481082 (Davidson 1970, ties)
 * @see https://arxiv.org/abs/1909.07123 (Firth, Kosmidis and Turner, the Davidson-Luce model)
 * @see https://doi.org/10.1007/s00180-020-00959-3 (Turner et al. 2020, the R package PlackettLuce)
 * @see https://onlinepubs.trb.org/Onlinepubs/trr/1978/673/673-012.pdf (McFadden 1978, sampling alternatives)
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

/** A circumstance of votes, such as the position of an answer, whose effect is estimated as a parameter of its own. */
export interface Covariate {
  parameter: number
  /** The number of votes with it. */
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
  weight: number
}

/** A choice among three or more answers; what was chosen is in `VoteModel.observed`. */
export interface GroupChoice {
  /** The contestant of each answer. */
  members: readonly number[]
  places: readonly number[]
  lengths: readonly number[]
  weight: number
  alternatives: Alternatives
}

/** Up to so many answers, every tie among them is an alternative. */
const mostWithTies = 8

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
  const groupTied = ties.filter(({ shown }) => shown.length > 2 && shown.length <= mostWithTies)
  const groupSizes = new Set(groupTied.map(({ chosen }) => chosen.length))

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
  const weight = vote.weight ?? 1
  const isMany = shown.length > mostWithTies
  const ofAll = { members: shown, places, lengths, weight }
  const among = (some: readonly number[]): typeof ofAll => ({
    members: some.map((place) => shown[place] ?? 0),
    places: some.map((place) => places[place] ?? 0),
    lengths: some.map((place) => lengths[place] ?? 0),
    weight,
  })
  if (vote.result === 'tie') {
    if (!isMany) choices.add({ ...ofAll, chosen, end: 'any' })
    else if (chosen.length < mostWithTies) {
      const some = eightWith(chosen, vote)
      choices.add({ ...among(some), chosen: chosen.map((place) => some.indexOf(place)), end: 'tie' })
    }
    return
  }
  choices.add({ ...ofAll, chosen: chosen.slice(0, 1), end: isMany ? 'one' : 'any' })
  if (vote.result !== 'order') return
  let rest = [...shown.keys()]
  for (const [rank, winner] of chosen.entries()) {
    if (rest.length < 2) return
    if (rank > 0) choices.add({ ...among(rest), chosen: [rest.indexOf(winner)], end: 'one' })
    rest = rest.filter((place) => place !== winner)
  }
}

/** Those that tie and others drawn at random, the same ones each time. */
function eightWith(tied: readonly number[], { at, shown }: Pick<RankedVote, 'at' | 'shown'>): number[] {
  const others = [...shown.keys()].filter((place) => !tied.includes(place))
  const random = seededRandom(`${at} ${shown.length}`)
  return [...tied, ...random.some(others, mostWithTies - tied.length)]
}

/** In doublings relative to the mean, at most three each way: an empty answer is not bad because it is short. */
function relativeLengths(lengths: readonly number[]): number[] {
  const logarithms = lengths.map((length) => Math.log2(length + 1))
  const mean = logarithms.reduce((sum, logarithm) => sum + logarithm, 0) / logarithms.length
  return logarithms.map((logarithm) => Math.min(3, Math.max(-3, logarithm - mean)))
}

/** A choice as a vote made it. */
interface MadeChoice extends Omit<GroupChoice, 'alternatives'> {
  /** Indexes into `members`. */
  chosen: readonly number[]
  /** The possible ends: one or a tie, only one, or only a tie of as many. */
  end: 'any' | 'one' | 'tie'
}

/** Collects the choices of all votes and sums up what was chosen. */
class Choices {
  readonly pairs: PairChoice[] = []
  readonly groups: GroupChoice[] = []
  readonly observed: Float64Array
  private readonly of: Pick<VoteModel, 'pairTie' | 'groupTies' | 'position' | 'length'>
  private readonly alternatives = new Map<string, Alternatives>()

  constructor(parameterCount: number, of: Pick<VoteModel, 'pairTie' | 'groupTies' | 'position' | 'length'>) {
    this.observed = new Float64Array(parameterCount)
    this.of = of
  }

  add(choice: MadeChoice): void {
    const { members, chosen, weight } = choice
    if (members.every((member) => member === members[0])) return
    for (const winner of chosen) this.observe(members[winner], weight / chosen.length)
    if (members.length === 2) this.addPair(choice)
    else this.addGroup(choice)
  }

  private addPair({ members, places, lengths, weight, chosen, end }: MadeChoice): void {
    const [one = 0, other = 0] = members
    const place = (places[0] ?? 0) - (places[1] ?? 0)
    const length = (lengths[0] ?? 0) - (lengths[1] ?? 0)
    this.pairs.push({ one, other, place, length, canTie: end === 'any', weight })
    if (chosen.length === 2) {
      this.observe(this.of.pairTie?.parameter, weight)
      return
    }
    const half = chosen[0] === 0 ? weight / 2 : -weight / 2
    this.observe(this.of.position?.parameter, half * place)
    this.observe(this.of.length?.parameter, half * length)
  }

  private addGroup({ members, places, lengths, weight, chosen, end }: MadeChoice): void {
    const alternatives = this.alternativesOf(members.length, end, chosen.length)
    this.groups.push({ members, places, lengths, weight, alternatives })
    const share = weight / chosen.length
    for (const winner of chosen) {
      this.observe(this.of.position?.parameter, (places[winner] ?? 0) * share)
      this.observe(this.of.length?.parameter, (lengths[winner] ?? 0) * share)
    }
    if (chosen.length < 2 || end !== 'any') return
    this.observe(this.of.groupTies.find(({ size }) => size === chosen.length)?.parameter, weight)
  }

  private observe(parameter: number | undefined, amount: number): void {
    if (parameter !== undefined) this.observed[parameter] = (this.observed[parameter] ?? 0) + amount
  }

  private alternativesOf(size: number, end: MadeChoice['end'], tieSize: number): Alternatives {
    const kind = end === 'tie' ? `${size} ${tieSize}` : `${size} ${end}`
    let alternatives = this.alternatives.get(kind)
    if (alternatives === undefined) {
      alternatives =
        end === 'tie' ? tiesOf(size, tieSize) : alternativesOf(size, end === 'any' ? this.of.groupTies : [])
      this.alternatives.set(kind, alternatives)
    }
    return alternatives
  }
}

/**
 * The possible ends of a choice: one answer, or several that tie. Answers are numbered by their place in the choice.
 * All of it is stored in flat arrays, because the likelihood reads it thousands of times.
 */
interface Alternatives {
  count: number
  /** The number of answers in each alternative. */
  sizes: Int32Array
  /** The answers of all alternatives, one alternative after another. */
  members: Int32Array
  /** The index in `tieParameters` of each alternative; -1 for none. */
  tieSlots: Int32Array
  /** The indices of the tie parameters among all parameters of the model. */
  tieParameters: Int32Array
}

/** A tie parameter of the model: the prevalence of ties of `size` answers. */
interface TieParameter {
  size: number
  /** Its index among all parameters of the model. */
  parameter: number
}

/** A choice of one among `choiceSize` answers, or of several in a tie of one of these sizes. */
function alternativesOf(choiceSize: number, ties: readonly TieParameter[]): Alternatives {
  const possible = ties.filter(({ size }) => size <= choiceSize)
  const sets = [1, ...possible.map(({ size }) => size)].map((size) => subsetsOf(choiceSize, size))
  return {
    ...flattened(sets.flat()),
    tieSlots: Int32Array.from(sets.flatMap((ofSize, index) => ofSize.map(() => index - 1))),
    tieParameters: Int32Array.from(possible, ({ parameter }) => parameter),
  }
}

/** A choice of which `tieSize` of `choiceSize` answers tie, given that this many do. */
function tiesOf(choiceSize: number, tieSize: number): Alternatives {
  const sets = subsetsOf(choiceSize, tieSize)
  return {
    ...flattened(sets),
    tieSlots: Int32Array.from(sets, () => -1),
    tieParameters: new Int32Array(),
  }
}

function flattened(sets: readonly (readonly number[])[]): Pick<Alternatives, 'count' | 'sizes' | 'members'> {
  return {
    count: sets.length,
    sizes: Int32Array.from(sets, ({ length }) => length),
    members: Int32Array.from(sets.flat()),
  }
}

/** Every set of `size` numbers below `count`, each in ascending order. */
function subsetsOf(count: number, size: number): number[][] {
  if (size === 0) return [[]]
  return Array.from({ length: count }, (_, last) => last).flatMap((last) =>
    subsetsOf(last, size - 1).map((set) => [...set, last]),
  )
}
