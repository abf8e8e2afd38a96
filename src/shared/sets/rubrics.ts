import type { UnreadReply } from '../differences/row-judgement'
import type { Criterion } from './schema'
import type { SetRun } from './sets'

export type { Criterion }

/** Bounds of a rubric. */
export const rubricLimits = { criteria: 20, nameChars: 100, descriptionChars: 1_000, weight: 100 } as const

/** The marks of each scale, the worst first. */
export const rubricScales: Readonly<Record<Criterion['scale'], readonly number[]>> = {
  'pass-fail': [0, 1],
  'one-to-five': [1, 2, 3, 4, 5],
}

/** The user's mark for an answer of a run by a criterion, which is named by its id. */
export interface Rating {
  prompt: number
  repeat: number
  model: number
  criterion: string
  mark: number
  /** The model was hidden, and not named in the answer. */
  isBlind: boolean
}

/** What a judge's reply says about an answer. Without a mark, `unread` is the reply. */
export interface RubricMark extends Omit<Rating, 'mark' | 'isBlind'> {
  mark: number | null
  why?: string
  quote?: string
  /** The quote is in the answer. A mark without evidence does not count. */
  isQuoted?: boolean
  unread?: UnreadReply | null
}

/** A mean of marks, 1 for the best; the interval is null for a single prompt. */
export interface RubricScore {
  share: number
  interval: [number, number] | null
}

/** The marks of a judge or of the user for the answers of a run. Scores are by model. */
export interface RubricResult {
  /** The judge's own run; null for the user's marks. */
  run: SetRun | null
  /** Criteria by their weights. */
  total: (RubricScore | null)[]
  criteria: {
    name: string
    scores: (RubricScore | null)[]
    /** The number of answers with a mark of the judge that counts, and a blind one of the user. */
    common: number
    /** Null for fewer than `needed`, or if all marks are alike. */
    agreement: { kappa: number; interval: [number, number] } | null
  }[]
  /** Marks without evidence, and replies without a mark. */
  unproven: number
  unread: number
  needed: number
}
