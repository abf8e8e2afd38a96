import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { median } from '../e2e/helpers/figures.ts'
import type { Figure } from './figure.ts'

/** How much worse than the baseline a ratio may be. */
const tolerance = 1.1
/** How often a row is measured if its first ratios are worse; then the medians count. */
const attempts = 3

const file = join(import.meta.dirname, 'baseline.json')

/** The ratios of a run by row, then by figure. Ratios to a yardstick of the same run hold on any machine. */
export type Baseline = Record<string, Record<string, number>>

/** A ratio beside that of the baseline; `null` where only one of them exists. */
export interface Comparison {
  row: string
  what: string
  before: number | null
  now: number | null
  isWorse: boolean
}

/** The stored baseline; empty if there is none. */
export function readBaseline(path: string = file): Baseline {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Baseline) : {}
}

/** Stores the ratios of the rows that were measured, and keeps those of other rows. */
export function saveBaseline(measured: ReadonlyMap<string, readonly Figure[]>, path: string = file): void {
  const stored = readBaseline(path)
  for (const [row, figures] of measured) {
    const ratios = [...ratiosOf(figures)].map(([what, ratio]) => [what, Number(ratio.toFixed(3))] as const)
    if (ratios.length > 0) stored[row] = Object.fromEntries(ratios)
  }
  writeFileSync(path, `${JSON.stringify(stored, null, 2)}\n`)
}

/** Measures a row and compares its ratios with the baseline: again if one is worse, because one run proves little. */
export async function measureBeside(
  row: string,
  measure: () => Promise<Figure[]>,
  baseline: Baseline,
): Promise<{ figures: Figure[]; comparisons: Comparison[] }> {
  const runs = [await measure()]
  let comparisons = compare(row, runs, baseline)
  while (runs.length < attempts && comparisons.some(({ isWorse }) => isWorse)) {
    runs.push(await measure())
    if (runs.length === attempts) comparisons = compare(row, runs, baseline)
  }
  return { figures: runs.at(-1) ?? [], comparisons }
}

function compare(row: string, runs: readonly (readonly Figure[])[], baseline: Baseline): Comparison[] {
  const before = new Map(Object.entries(baseline[row] ?? {}))
  const measured = runs.map(ratiosOf)
  const names = new Set([...before.keys(), ...measured.flatMap((ratios) => [...ratios.keys()])])
  return [...names].map((what) => {
    const was = before.get(what) ?? null
    const ratios = measured.flatMap((each) => each.get(what) ?? [])
    const now = ratios.length === 0 ? null : median(ratios)
    // A figure that is no longer measured hides whatever happens to it; a new one has nothing to be compared with.
    const isWorse = was !== null && !(now !== null && now <= was * tolerance)
    return { row, what, before: was, now, isWorse }
  })
}

function ratiosOf(figures: readonly Figure[]): Map<string, number> {
  return new Map(
    figures.flatMap(({ what, values: { ratio } }) => (ratio === undefined ? [] : [[what, ratio] as const])),
  )
}
