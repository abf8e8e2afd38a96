import type { PaneId, SetRunId } from '../ids'
import type { PastTurn } from './past'
import type { Rating } from './rubrics'
import type { Vote } from '../votes/votes'

/** The answers of a run that are voted on together: those of all models to one prompt in one repeat. */
export interface BallotPlace {
  runId: SetRunId
  /** Index in the run. */
  prompt: number
  /** From 0. */
  repeat: number
}

/** In which order a run is voted on: what tells most about which model is best, as listed, or at random. */
export const ballotOrders = ['telling', 'listed', 'random'] as const
export type BallotOrder = (typeof ballotOrders)[number]

/** The ballot to vote on next. */
export interface NextBallot extends Omit<BallotPlace, 'runId'> {
  /** The answers to show. */
  only: PaneId[]
}

/** One of the answers of a ballot. */
export interface BallotAnswer {
  /** Identifies the answer in a vote, and reveals nothing about its model. */
  answerId: PaneId
  text: string
  /** Its model's answers to the earlier turns of a conversation. */
  earlier?: string[]
  /** It names a model of the run, or its maker: a vote does not count as blind. */
  namesContestant?: true
  /** The model with its settings; absent while hidden. */
  key?: string
}

/** The answers to one prompt of a run in one repeat, in random order, for a vote. */
export interface SetBallot {
  /** The prompt with its values. */
  question: string
  /** The turns before it. */
  turns?: PastTurn[]
  /** Empty while they cannot be voted on. */
  answers: BallotAnswer[]
  /** Why there is nothing to vote on: answers are missing, or fewer than two models gave one. */
  problem?: 'answering' | 'too-few'
  /** The models are hidden: until a vote, or until the user shows them. */
  isHidden: boolean
  vote: Vote | null
  /** The user's marks by the criteria of the run. */
  ratings: BallotRating[]
}

/** The user's mark for an answer of a ballot. */
export type BallotRating = Pick<BallotAnswer, 'answerId'> & Pick<Rating, 'criterion' | 'mark'>
