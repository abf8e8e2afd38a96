import type { RankedVote } from '../../shared/ranking/ranking'
import { telling } from '../../shared/ranking/ranking-text'
import type {
  Aside,
  Decided,
  Estimate,
  PairNeed,
  WhichFigures,
  WhichVerdict,
} from '../../shared/which-model/which-model'
import { contestantsOf, indexVotes } from '../ranking/checked-vote'
import { DirectOutcomeTable } from '../ranking/direct-outcomes'
import { isSettled, moreVotes } from '../statistics/e-value'
import { increase } from '../ranking/likelihood'
import type { Item } from './evidence'

/** What is worth saying of another model: it is that many times as fast, or as cheap. */
const worthSaying = 1.5
/** Seven votes that all fall the same way give an e-value of 16: that many settle nothing. */
const tooFew = 7

type FiguresOf = (model: string) => WhichFigures

/**
 * What votes and checks say about all pairs of models; judges do not count, because they are models themselves. A prompt
 * that one of two models passes more often is evidence like a decisive vote.
 */
export function verdictOf(
  votes: readonly RankedVote[],
  items: readonly Item[],
  figuresOf: FiguresOf,
): WhichVerdict {
  const checked = checkedPrompts(items)
  const keys = [...new Set([...contestantsOf(votes), ...checked.flatMap((rates) => [...rates.keys()])])]
  if (keys.length < 2) return { kind: 'nothing' }
  const pairs = new Pairs(keys, votes, checked)
  const all = [...keys.keys()]
  const better = all.map((one) => pairs.worseThan(one))
  const unbeaten = all.filter((one) => !better.some((worse) => worse.has(one)))
  const leads = all.map((one) => pairs.lead(one))
  // Settled pairs can go round in a circle, so that each is beaten.
  const [leader = 0] = (unbeaten.length > 0 ? unbeaten : all).toSorted(
    (one, other) =>
      (better[other]?.size ?? 0) - (better[one]?.size ?? 0) || (leads[other] ?? 0) - (leads[one] ?? 0),
  )
  const over = unbeaten.length === 0 ? new Set<number>() : (better[leader] ?? new Set())
  const unsettled = all.filter((one) => one !== leader && !over.has(one))
  const [rival = leader] = (unsettled.length > 0 ? unsettled : [...over]).toSorted(
    (one, other) => pairs.decided(leader, other) - pairs.decided(leader, one),
  )
  const nameOf = (index: number) => keys[index] ?? ''
  const model = nameOf(leader)
  if (unsettled.length > 0) {
    return {
      kind: over.size > 0 ? 'ahead' : 'open',
      model,
      rival: nameOf(rival),
      others: unsettled.filter((one) => one !== rival).map(nameOf),
      over: [...over].map(nameOf),
      // What settles one pair does not settle the others.
      need: unsettled.length === 1 ? pairs.need(leader, rival) : pairs.early(leader, rival),
    }
  }
  const asides = asidesOf(model, [...over].map(nameOf), { figuresOf, items })
  return { kind: 'best', model, against: nameOf(rival), ...pairs.counts(leader, rival), asides }
}

/** For each prompt that several models were asked: the share of its answers that passed, by model. */
function checkedPrompts(items: readonly Item[]): Map<string, number>[] {
  const checked = items.filter(({ values }) => values.checks !== undefined)
  return [...Map.groupBy(checked, ({ prompt }) => prompt).values()].flatMap((same) => {
    const byModel = Map.groupBy(same, ({ model }) => model)
    if (byModel.size < 2) return []
    return new Map(
      [...byModel].map(([model, own]) => [
        model,
        own.reduce((sum, { values }) => sum + (values.checks ?? 0), 0) / own.length,
      ]),
    )
  })
}

/** The direct evidence about each pair of models, by their indexes. */
class Pairs {
  readonly #count: number
  readonly #votes: DirectOutcomeTable
  /** How many prompts the one of the row passes more often than the one of the column. */
  readonly #checks: Float64Array
  /** For each model, those that it is settled to be better than directly. */
  readonly #better: number[][]

  constructor(
    keys: readonly string[],
    votes: readonly RankedVote[],
    checked: readonly ReadonlyMap<string, number>[],
  ) {
    this.#count = keys.length
    this.#votes = new DirectOutcomeTable(indexVotes(votes, keys), keys.length)
    this.#checks = new Float64Array(keys.length ** 2)
    const indexes = new Map(keys.map((key, index) => [key, index]))
    for (const rates of checked) {
      for (const [one, rate] of rates) {
        for (const [other, otherRate] of rates) {
          if (rate <= otherRate) continue
          increase(this.#checks, (indexes.get(one) ?? 0) * keys.length + (indexes.get(other) ?? 0), 1)
        }
      }
    }
    const all = [...keys.keys()]
    this.#better = all.map((one) => all.filter((other) => this.#isBetter(one, other)))
  }

  /** The models that it is settled to be better than, directly or through others. */
  worseThan(start: number): ReadonlySet<number> {
    const worse = new Set<number>()
    const next = [start]
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      for (const other of this.#better[one] ?? []) {
        if (!worse.has(other)) next.push(other)
        worse.add(other)
      }
    }
    return worse
  }

  /** Decisive votes and prompts. */
  counts(one: number, other: number): { votes: Decided; checks: Decided } {
    const { wins, losses } = this.#votes.of(one, other)
    return { votes: { wins, losses }, checks: this.#checksOf(one, other) }
  }

  decided(one: number, other: number): number {
    const { votes, checks } = this.counts(one, other)
    return votes.wins + votes.losses + checks.wins + checks.losses
  }

  /** How many more votes and prompts it has won than lost. */
  lead(one: number): number {
    let lead = 0
    for (let other = 0; other < this.#count; other += 1) {
      const { votes, checks } = this.counts(one, other)
      lead += votes.wins - votes.losses + checks.wins - checks.losses
    }
    return lead
  }

  need(one: number, other: number): PairNeed {
    // The pair is settled, but contradicts others.
    if (this.#isBetter(one, other) || this.#isBetter(other, one)) return 'unclear'
    const moreOfVotes = settledBy(this.#votes.evidence(one, other))
    if (moreOfVotes > 0) return { votes: moreOfVotes }
    const moreOfChecks = settledBy(this.#checksOf(one, other))
    if (moreOfChecks > 0) return { prompts: moreOfChecks }
    return this.early(one, other)
  }

  /** Many votes on one prompt are little evidence. */
  early(one: number, other: number): 'early' | 'unclear' {
    const all = [this.#votes.evidence(one, other), this.#checksOf(one, other)]
    const areFew = all.every(({ wins, losses }) => wins + losses < telling && !isSettled(wins, losses))
    return areFew ? 'early' : 'unclear'
  }

  #checksOf(one: number, other: number): Decided {
    const at = (row: number, column: number) => this.#checks[row * this.#count + column] ?? 0
    return { wins: at(one, other), losses: at(other, one) }
  }

  /** Settled by votes or checks, and not the other way by the others. */
  #isBetter(one: number, other: number): boolean {
    const settled = [this.#votes.evidence(one, other), this.#checksOf(one, other)].filter(
      ({ wins, losses }) => wins + losses > tooFew && isSettled(wins, losses),
    )
    return settled.length > 0 && settled.every(({ wins, losses }) => wins > losses)
  }
}

/** How many more of them settle it; 0 if it is settled, not foreseeable, or too early to say. */
function settledBy({ wins, losses }: Decided): number {
  return wins + losses < telling ? 0 : (moreVotes(wins, losses) ?? 0)
}

/** What others do better than the best model where the intervals do not overlap, and the only check that these fail. */
function asidesOf(
  best: string,
  others: readonly string[],
  { figuresOf, items }: { figuresOf: FiguresOf; items: readonly Item[] },
): Aside[] {
  const own = figuresOf(best)
  const most = (kind: 'faster' | 'cheaper', timesOf: (figures: WhichFigures) => number) =>
    others
      .map((model) => ({ kind, model, times: timesOf(figuresOf(model)) }))
      .toSorted((one, other) => other.times - one.times)
      .slice(0, 1)
      .filter(({ times }) => times >= worthSaying)
  const found = [
    ...most('faster', ({ speed }) => timesAs(speed, own.speed)),
    ...most('cheaper', ({ cost }) => timesAs(own.cost, cost)),
  ]
  return [
    ...found,
    ...[...new Set(found.map(({ model }) => model))].flatMap((model) => failsOnly(model, items)),
  ]
}

/** How many times as large the first is; 0 if the intervals overlap or are unknown. */
function timesAs(large: Estimate | undefined, small: Estimate | undefined): number {
  if (!large?.interval || !small?.interval || large.interval[0] <= small.interval[1]) return 0
  return small.value > 0 ? large.value / small.value : 0
}

function failsOnly(model: string, items: readonly Item[]): Aside[] {
  const checked = items.filter((item) => item.model === model && item.values.checks !== undefined)
  const failed = checked.filter(({ values }) => values.checks === 0)
  const [check, ...more] = new Set(failed.flatMap(({ failedChecks = [] }) => failedChecks))
  // An error fails all checks, and none in particular.
  const hasErrors = failed.some(({ values }) => values.failures === 1)
  // Of a model that fails most, it would be no praise.
  if (check === undefined || more.length > 0 || hasErrors || 2 * failed.length > checked.length) return []
  return [{ kind: 'fails-only', model, check, failed: failed.length, of: checked.length }]
}
