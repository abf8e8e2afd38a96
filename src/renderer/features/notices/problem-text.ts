import type { HealthProblem } from '../../../shared/app/health'
import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { isErrorInWindow } from '../../state/notices/health-notice'
import type { BannerText } from './banner-line'

/** What is broken, in plain words, and what still works. */
export function problemText(problem: HealthProblem): BannerText {
  switch (problem.part) {
    case 'store':
      return storeText(problem)
    case 'runs':
      return { what: t('notices.problem.runs'), rest: t('notices.problem.runsRest') }
    case 'disk':
      return { what: t('notices.problem.disk'), rest: t('notices.problem.diskRest') }
    case 'window':
      return isErrorInWindow(problem)
        ? { what: t('notices.problem.inWindow'), rest: t('notices.problem.restWorks') }
        : { what: t('notices.problem.otherWindow'), rest: t('notices.problem.otherWindowRest') }
    case 'app':
      return { what: t('notices.problem.app'), rest: t('notices.problem.restWorks') }
    default:
      return assertNever(problem.part)
  }
}

/** Whether a restart would fix some of it. With a full disk, Parley would not even start. */
export function isFixedByRestart(problems: readonly HealthProblem[]): boolean {
  if (problems.some(({ error }) => error.code === 'STORE_FULL')) return false
  return problems.some(({ part }) => part === 'runs' || part === 'app' || part === 'store')
}

function storeText({ error }: HealthProblem): BannerText {
  const rest = t('notices.problem.copyingWorks')
  if (error.code === 'STORE_DAMAGED') return { what: t('notices.problem.storeDamaged'), rest }
  if (error.code !== 'STORE_FULL') return { what: t('notices.problem.store'), rest }
  if (error.reason === 'busy') return { what: t('notices.problem.storeBusy'), rest }
  return error.reason === 'disk'
    ? { what: t('notices.problem.storeDisk'), rest }
    : { what: t('notices.problem.storeFull'), rest: t('notices.problem.storeFullRest') }
}
