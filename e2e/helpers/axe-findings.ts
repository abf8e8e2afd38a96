import type { AxeResults, Result } from 'axe-core'

/** What an inspection needs of one run of the rules. */
export type RuleRun = Pick<AxeResults, 'violations' | 'incomplete'> & {
  /** How many rules found something that they are about, and nothing wrong with it. */
  passed: number
}

/** A false positive: violations of `rule` by an element whose markup contains `at`. */
export interface Excuse {
  rule: string
  at: string
  why: string
}

/** All runs of an inspection as one. @throws Error no rule found anything that it is about */
export function joinRuns(runs: readonly RuleRun[]): RuleRun {
  const joined = {
    violations: runs.flatMap(({ violations }) => violations),
    incomplete: runs.flatMap(({ incomplete }) => incomplete),
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
  }
  if (joined.passed + joined.violations.length + joined.incomplete.length === 0)
    throw new Error('nothing was inspected: no rule found anything in the page that it is about')
  return joined
}

/** The violations of which at least one place is not excused; one that names no place never is. */
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
