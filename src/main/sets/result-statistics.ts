import type { ModelDifference, PassDifference, SetResultCell } from '../../shared/sets/sets'
import {
  fisherTest,
  holm,
  type PairedDifference,
  pairedDifference,
  promptsToFind,
  rateOf,
  significance,
  varianceOf,
} from '../statistics/differences'
import type { PassCount } from '../statistics/shares'
import type { CellSummary } from '../store/sets/stored-answers'
import { cellsByPlace, type RunShape } from './running/cell-numbers'

/** The cells of a row, by model. */
type CellsOfRow = readonly SetResultCell[]

/** The counts of a run, by prompt and model. */
export function passCounts(cells: readonly CellSummary[], shape: RunShape): PassCount[][] {
  return cellsByPlace(cells, shape).map((row) =>
    row.map((same) => ({
      judged: same.filter(({ passed }) => passed !== null).length,
      passed: same.filter(({ passed }) => passed === true).length,
    })),
  )
}

/** Fewer prompts do not show how much results vary. */
const varianceFrom = 10

/** How much the difference between two models varies from prompt to prompt; null if too little is known. */
export function resultVariance(rows: readonly (readonly PassCount[])[], modelCount: number): number | null {
  const variances = Array.from({ length: modelCount - 1 }, (_, model) => {
    const differences = rows.flatMap((counts) => {
      const [one, other] = [counts[model], counts[model + 1]]
      return one === undefined || other === undefined || one.judged === 0 || other.judged === 0
        ? []
        : [rateOf(one) - rateOf(other)]
    })
    return differences.length < varianceFrom ? null : varianceOf(differences)
  }).filter((variance) => variance !== null)
  return variances.length === 0 ? null : variances.reduce((sum, each) => sum + each, 0) / variances.length
}

/** The difference that a hint about more prompts is about. */
const shownDifference = 0.1
/** A forecast from fewer prompts says nothing. */
const forecastFrom = 5

/**
 * All pairs of models of a run on the prompts that both have answered, the better one first; corrected for their number.
 * The clearest difference comes first.
 */
export function modelDifferences(rows: readonly CellsOfRow[], modelCount: number): ModelDifference[] {
  // A large run has a million pairs, and cells differ in shape, which would make reading them slow.
  const counts = Array.from({ length: modelCount }, (_, model) =>
    rows.map((cells): PassCount => ({
      passed: cells[model]?.passed ?? 0,
      judged: cells[model]?.judged ?? 0,
    })),
  )
  const found = counts.flatMap((firsts, one) =>
    counts.slice(one + 1).flatMap((seconds, after) => {
      const pairs = firsts.flatMap((first, row) => {
        const second = seconds[row]
        return second === undefined ? [] : [{ one: first, other: second }]
      })
      const paired = pairedDifference(pairs)
      return paired === null ? [] : [{ one, other: one + 1 + after, paired }]
    }),
  )
  const pValues = holm(found.map(({ paired }) => paired.pValue))
  return found
    .map(({ one, other, paired }, index): ModelDifference => {
      const shown = shownAs(paired, pValues[index] ?? 1)
      const { difference, interval } = shown
      return difference >= 0
        ? { ...shown, better: one, worse: other }
        : {
            ...shown,
            better: other,
            worse: one,
            difference: -difference,
            interval: [-interval[1], -interval[0]],
          }
    })
    .toSorted((one, other) => one.pValue - other.pValue || other.difference - one.difference)
}

/** How each model did compared with the earlier run, on the prompts of both; null where nothing can be compared. */
export function differencesFromBaseline(
  rows: readonly CellsOfRow[],
  modelCount: number,
): (PassDifference | null)[] {
  const found = Array.from({ length: modelCount }, (_, model) =>
    pairedDifference(
      rows.flatMap((cells) => {
        const cell = cells[model]
        return cell?.baseline === undefined ? [] : [{ one: cell, other: cell.baseline }]
      }),
    ),
  )
  const pValues = holm(found.flatMap((paired) => paired?.pValue ?? []))
  let next = 0
  return found.map((paired) => {
    if (paired === null) return null
    next += 1
    return shownAs(paired, pValues[next - 1] ?? 1)
  })
}

function shownAs({ variance, ...paired }: PairedDifference, pValue: number): PassDifference {
  const { prompts } = paired
  return {
    difference: paired.difference,
    interval: paired.interval,
    pValue,
    prompts,
    isSettled: pValue < significance,
    morePrompts:
      prompts < forecastFrom || variance === 0
        ? null
        : Math.max(0, promptsToFind(variance, shownDifference) - prompts),
  }
}

/**
 * What changed since the earlier run, by row and model. Chance explains most changes of single prompts: `regressed` and
 * `improved` remain after Fisher’s exact test, corrected for the number of cells.
 */
export function changesOf(rows: readonly CellsOfRow[]): SetResultCell['change'][][] {
  const compared = rows.flatMap((cells) =>
    cells.flatMap((cell) =>
      cell.baseline === undefined || cell.judged === 0 ? [] : [fisherOf(cell, cell.baseline)],
    ),
  )
  const pValues = holm(compared)
  let next = 0
  return rows.map((cells) =>
    cells.map((cell) => {
      if (cell.baseline === undefined || cell.judged === 0) return undefined
      const pValue = pValues[next] ?? 1
      next += 1
      return changeOf(cell, cell.baseline, pValue < significance)
    }),
  )
}

// Most cells of a run have the same counts.
const fisherOf = (one: PassCount, other: PassCount) =>
  one.passed * other.judged === other.passed * one.judged ? 1 : fisherTest(one, other)

function changeOf(cell: PassCount, before: PassCount, isSettled: boolean): SetResultCell['change'] {
  const difference = cell.passed * before.judged - before.passed * cell.judged
  if (difference === 0) return 'same'
  if (!isSettled) return 'within-noise'
  return difference < 0 ? 'regressed' : 'improved'
}
