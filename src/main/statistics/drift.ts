import { eValue } from './e-value'

/** Whether the answers to one prompt passed, in the order in which they were given. */
export type PassedAnswers = readonly boolean[]

/** What the answers since a baseline say about a change of the model. */
export interface DriftEvidence {
  /** At most 1 of 20 models that do not change ever gets 20, however often one looks. */
  eValue: number
  /** Pairs of an earlier and a later answer to the same prompt of which only the earlier one passed, and only the later one. */
  worse: number
  better: number
  /** All pairs. */
  pairs: number
}

/** The weight of the first comparison; the others share the rest. */
const firstWeight = 0.8

/**
 * Compares the answers to each prompt with those of the baseline, in pairs. As long as nothing changes, either answer of
 * a pair is as likely to be the one that passes. Each answer of the baseline is compared with one answer; when all are,
 * the comparison starts anew with the next answers. The evidence is the mean of all these comparisons, the first with the
 * weight 0.8, so it may be looked at after every answer.
 *
 * @see https://doi.org/10.1093/jrsssb/qkad103 (e-values; their mean is one, whatever they have in common)
 */
export function driftEvidence(
  prompts: readonly { baseline: PassedAnswers; later: PassedAnswers }[],
): DriftEvidence {
  const rounds: { worse: number; better: number; pairs: number }[] = []
  for (const { baseline, later } of prompts) {
    if (baseline.length === 0) continue
    for (const [index, passed] of later.entries()) {
      const round = Math.floor(index / baseline.length)
      const counts = (rounds[round] ??= { worse: 0, better: 0, pairs: 0 })
      const before = baseline[index % baseline.length] === true
      counts.pairs += 1
      if (before && !passed) counts.worse += 1
      if (!before && passed) counts.better += 1
    }
  }
  const sum = (of: (round: (typeof rounds)[number]) => number) =>
    rounds.reduce((total, round) => total + of(round), 0)
  return {
    eValue: rounds.reduce(
      // Rounds that are still to come would have 1.
      (total, { worse, better }, round) => total + weightOf(round) * (eValue(worse, better) - 1),
      1,
    ),
    worse: sum(({ worse }) => worse),
    better: sum(({ better }) => better),
    pairs: sum(({ pairs }) => pairs),
  }
}

/** All weights add up to 1. */
function weightOf(round: number): number {
  return round === 0 ? firstWeight : (1 - firstWeight) / (round * (round + 1))
}
