import type { UnreadReply } from '../differences/row-judgement'

/**
 * A judge's verdict on two answers after reading them in both orders. `contradiction`: its verdicts differ, which
 * counts as a tie; `unreadable`: a reply was an error or contained no verdict, so the pair does not count.
 */
export type Verdict = 'first' | 'second' | 'tie' | 'contradiction' | 'unreadable'

/** A judge's comparison of the answers of two models to one prompt in one repeat. */
export interface Judgement {
  prompt: number
  repeat: number
  /** Indexes in the line-up. */
  models: [first: number, second: number]
  verdict: Verdict
  /** The judge's reasons, one for each order. */
  whys: string[]
  /** How many of the two readings preferred the answer that they saw first, and how many the other one. */
  firstShown: [first: number, second: number]
  /** The replies without a verdict, for people to read; absent if both had one. */
  unread?: UnreadReply[]
}

/** The number of pairs of answers that a judge decided, in all and by result. */
export interface JudgeCount {
  /** Pairs with a verdict. */
  pairs: number
  /** By model, in the order of the line-up. */
  wins: number[]
  /** By model: its pairs with a verdict. */
  compared: number[]
  /** Includes pairs in which the judge contradicts itself. */
  ties: number
  contradictions: number
  /** Pairs without a readable verdict. */
  unreadable: number
}

/** A share of pairs with the interval that is right in 95 % of cases. */
export interface JudgedShare {
  share: number
  interval: [number, number]
  /** The number of pairs, or of readings. */
  of: number
}

/** How often a judge and the user's blind votes say the same about two answers. */
export interface Agreement extends JudgedShare {
  /** Cohen's: 1 for always, 0 for what chance would do; null if chance explains everything. */
  kappa: number | null
}

/** The share of pairs that a model wins by the votes and, where there are none, by the verdicts. */
export interface PoweredRank {
  /** Its index in the line-up. */
  model: number
  share: number
  interval: [number, number]
  fromLabels: { share: number; interval: [number, number] }
  /** The number of prompts with votes. */
  prompts: number
  /** How many more of them the judge makes up for. */
  savedLabels: number
}

/** How far a judge can be trusted, measured on the answers that the user has voted on blind. */
export interface JudgeTrust {
  /** Pairs with a verdict and a vote. */
  common: number
  /** Below this number of common pairs, nothing is measured. */
  needed: number
  /** Null below `needed`. */
  agreement: Agreement | null
  /** The same for tags of votes with enough pairs. */
  byTag: (Agreement & { tag: string })[]
  /** Pairs in which the two orders contradict each other. */
  contradictions: JudgedShare | null
  /** Readings that prefer what they saw first. */
  first: JudgedShare | null
  /** Pairs in which the longer answer wins, by the judge and by the votes. */
  longer: (JudgedShare & { votes: JudgedShare | null }) | null
  /** The same for models of the judge's family against others. */
  ownFamily: (JudgedShare & { votes: JudgedShare | null }) | null
  /** Votes and verdicts together, best first; empty below `needed`. */
  ranking: PoweredRank[]
}
