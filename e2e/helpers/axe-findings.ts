import type { AxeResults, Result } from 'axe-core'

/** The parts of axe's results that an inspection uses. */
export type RuleRun = Pick<AxeResults, 'violations' | 'incomplete'> & {
  /** The number of rules that found elements to check, and no violation. */
  passed: number
}

/** A false positive: violations of `rule` by an element whose markup contains `at`. */
export interface Excuse {
  rule: string
  at: string
  why: string
}

/** Joins all runs of an inspection. @throws Error no rule found an element to check */
export function joinRuns(runs: readonly RuleRun[]): RuleRun {
  const joined = {
    violations: runs.flatMap(({ violations }) => violations),
    incomplete: runs.flatMap(({ incomplete }) => incomplete),
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
  }
  if (joined.passed + joined.violations.length + joined.incomplete.length === 0)
    throw new Error('nothing was inspected: no rule found an element to check')
  return joined
}

/**
 * The violations with at least one element that is not excused. A violation without elements is never
 * excused.
 */
export function withoutExcused(
  violations: readonly Result[],
  excused: readonly Pick<Excuse, 'rule' | 'at'>[],
): Result[] {
  const isExcused = (rule: string, html: string) =>
    excused.some((one) => one.rule === rule && html.includes(one.at))
  return violations.filter(
    ({ id, nodes }) => nodes.length === 0 || !nodes.every(({ html }) => isExcused(id, html)),
  )
}
