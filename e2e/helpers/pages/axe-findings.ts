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

/** @throws Error no rule found an element to check */
export function assertInspected({ passed, violations, incomplete }: RuleRun): void {
  if (passed + violations.length + incomplete.length === 0)
    throw new Error('nothing was inspected: no rule found an element to check')
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
