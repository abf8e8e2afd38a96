/**
 * A vote as the ranking sees it: 2 to 16 answers, of at least two contestants. Keys are any texts that name
 * contestants, foreign ones included.
 *
 * - `best`: `chosen` is the one that won.
 * - `order`: `chosen` is best first; those left out are all worse.
 * - `tie`: `chosen` are those that tie; they are better than the others shown.
 * - `all-bad`: `chosen` is empty.
 */
export interface RankedVote {
  /** The contestant’s key of each answer, in the order in which they were shown; several answers may share one. */
  shown: readonly string[]
  result: 'best' | 'order' | 'tie' | 'all-bad'
  /** Places in `shown`. */
  chosen: readonly number[]
  /** When the vote was cast, in ms since the epoch. */
  at: number
  /** The weight of the vote, above 0; absent: 1. Votes on one prompt share the weight of one. */
  weight?: number
  /** False if the order in `shown` means nothing, as in imported votes: they say nothing about position. */
  isOrderKnown?: boolean
  /** The length of each answer in characters, in the order of `shown`. */
  lengths?: readonly number[]
  /** The cost of each answer in USD, in the order of `shown`; null if unknown. */
  costs?: readonly (number | null)[]
}

/** Options for turning votes into a ranking. */
export interface RankingOptions {
  /** `normal` suits one person’s few votes; `none` is maximum likelihood, for comparison with other programs. */
  prior: 'normal' | 'none'
}

/** Everything that the votes say about their contestants; plain data without NaN or infinities. */
export interface Ranking {
  /** Strongest first; equally strong ones by key. */
  contestants: RankedContestant[]
  /** Every pair once, in the order of `contestants`: `a` is listed before `b`. */
  pairs: RankedPair[]
  /** Davidson’s nu, the prevalence of ties between two; null if there has been none. */
  tieParameter: number | null
  /** The log-odds that the place on the screen adds to the first answer over the last one. */
  position: RankedEffect | null
  /** The log-odds that an answer gains when it is twice as long. */
  length: RankedEffect | null
  /** The number of votes that found all answers bad; they rank no contestant. */
  allBad: number
  /** The pair whose next vote is expected to tell most; null if every pair is settled. */
  next: NextPair | null
}

/** The result of the votes for one contestant. */
export interface RankedContestant {
  key: string
  /** The name to display, which the caller fills in. */
  label?: string
  /** Log strength, with mean 0 over all contestants: a difference of 1 means odds of e to 1. */
  strength: number
  /** The 95 % interval of `strength`. */
  interval: [low: number, high: number]
  /** The number of votes that ranked it, without those that found all answers bad. */
  votes: number
  /** The number of votes it won alone. */
  wins: number
  /** The cost of its answers in all votes, in USD per win; null without a win or a known cost. */
  costPerWinUsd: number | null
}

/** The result of the votes for two contestants. Their keys are `a` and `b`. */
export interface RankedPair {
  a: string
  b: string
  /** Votes that put `a` above `b`, from any number of answers. */
  wins: number
  /** Votes that put `b` above `a`. */
  losses: number
  /** Votes in which both are among those that tie. */
  ties: number
  /** The probability that `a` is better than `b`, 0 to 1, by all votes together. */
  probabilityBetter: number
  /** Whom these votes favour, by their weight; null if neither. */
  favours: 'a' | 'b' | null
  /** Evidence against “equally good” from `wins` and `losses`, by their weight; at most 1e300. */
  eValue: number
  /** True from an e-value of 20 on: false in less than 5 % of cases however often it is looked at. */
  isSettled: boolean
  /**
   * The number of further decisive votes that settle the pair if they fall as before; 0 if settled, null if not
   * foreseeable.
   */
  moreVotes: number | null
}

/** An effect other than the contestants’ strengths, in log-odds. */
export interface RankedEffect {
  coefficient: number
  /** The 95 % interval of `coefficient`. */
  interval: [low: number, high: number]
  /** False below 50 votes, which say too little about it. */
  isShown: boolean
}

/** The two contestants about which another vote would say most. Their keys are `a` and `b`. */
export interface NextPair {
  a: string
  b: string
  reason: 'never-compared' | 'not-settled'
  /** The standard deviation of the difference in strength now, and after one more vote. */
  standardDeviation: number
  expectedStandardDeviation: number
  /** The expected cost of both answers in USD, the mean of their earlier ones; null if unknown. */
  costUsd: number | null
}
