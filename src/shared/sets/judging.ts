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
