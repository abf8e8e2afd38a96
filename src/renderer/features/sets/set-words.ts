import { assertNever } from '../../../shared/invariant'
import type { Check, CheckResult } from '../../../shared/sets/checks'
import type { SetRun } from '../../../shared/sets/sets'
import { errorLine } from '../../errors/error-text'
import { formatCost, formatCount, formatSeconds, formatTimeOfDay } from '../../language/format'
import { t } from '../../language/t'

/** A check in a few words. */
export function checkName(check: Check): string {
  const named = 'not' in check && check.not ? t(`sets.notKinds.${check.kind}`) : t(`sets.kinds.${check.kind}`)
  switch (check.kind) {
    case 'contains':
    case 'equals':
      return `${named}: ${check.value}`
    case 'matches':
      return `${named}: /${check.pattern}/${check.flags ?? ''}`
    case 'length':
      return `${named}: ${check.min ?? 0}–${check.max ?? '∞'}`
    case 'time':
      return `${named}: ≤ ${formatSeconds(check.maxMs)}`
    case 'cost':
      return `${named}: ≤ ${formatCost(check.maxUsd)}`
    case 'json':
    case 'json-schema':
      return named
    default:
      return assertNever(check)
  }
}

/** Why a check failed, where its name does not say it. */
export function checkProblem({ problem, detail }: CheckResult): string {
  return [problem === undefined ? '' : t(`sets.problems.${problem}`), detail ?? '']
    .filter((part) => part !== '')
    .join(' ')
}

/** How far a run is, and what ended or delays it. */
export function runStateText({ state, done, cells, waitingUntil, error }: SetRun): string {
  const share = `${formatCount(done)} / ${formatCount(cells)}`
  if (state === 'running' && waitingUntil !== null) {
    return `${share} · ${t('sets.waiting', { time: formatTimeOfDay(waitingUntil) })}`
  }
  const reason = error === null || state === 'done' ? '' : ` · ${errorLine(error)}`
  return `${share} · ${t(`sets.states.${state}`)}${reason}`
}
