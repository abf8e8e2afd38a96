import { useId, useState } from 'react'
import { useStore } from 'zustand'

import type { HealthProblem } from '../../../shared/app/health'
import { assertNever } from '../../../shared/invariant'
import { formatLocale, t } from '../../language/t'
import { isErrorInWindow } from '../../state/notices/health-notice'
import { useApp } from '../../state/app/use-app'
import { Button, CloseButton } from '../../ui/controls/button'
import { focusComposer } from '../../keyboard/focus-targets'
import { errorLine } from '../../errors/error-text'
import { RestartButton, restartConsequence } from '../error-card/error-card'
import { BannerLine, BannerSection, type BannerText, DetailsButton } from './banner-line'
import styles from './banner.module.css'
import { CopyButton } from '../../ui/controls/copy-button'
import { Row } from '../../ui/layout/layout'

/** Broken parts: the most severe problem on one line, all of them when expanded. */
export function ProblemNotice({ problems }: { problems: readonly HealthProblem[] }) {
  const { environment, health, restart, sessionList } = useApp()
  const { error } = useStore(restart.store)
  const isAnswering = useStore(sessionList.store, ({ sessions, comparisons }) =>
    [...sessions, ...comparisons].some(({ running }) => running),
  )
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  const [gravest] = problems
  if (gravest === undefined) return null
  const canRestart = canRestartFix(problems)
  return (
    <BannerSection label={t('notices.banner.problem')}>
      <BannerLine {...problemText(gravest)}>
        <DetailsButton isOpen={isOpen} detailsId={detailsId} onToggle={() => setIsOpen(!isOpen)} />
        {problems.every(isErrorInWindow) && (
          <Button onClick={() => environment.reloadPage()}>{t('common.reload')}</Button>
        )}
        {canRestart && <RestartButton />}
        <CloseButton
          label={t('common.hide')}
          title={t('notices.banner.hideHint')}
          onClick={() => {
            // The banner disappears; focus the composer.
            focusComposer()
            health.hide()
          }}
        />
      </BannerLine>
      {error !== null && (
        <p className={styles.refusal} role="alert">
          {errorLine(error)}
        </p>
      )}
      <div id={detailsId} hidden={!isOpen}>
        {isOpen && problems.map((problem, index) => <ProblemDetails key={index} problem={problem} />)}
      </div>
      {canRestart && (isOpen || isAnswering) && <p className={styles.note}>{restartConsequence()}</p>}
    </BannerSection>
  )
}

/** A problem's first error, when it began, and how many more followed. */
function ProblemDetails({ problem }: { problem: HealthProblem }) {
  const { error, sinceMs, followedCount, detail } = problem
  const { what, rest } = problemText(problem)
  const time = new Date(sinceMs).toLocaleTimeString(formatLocale(), { timeStyle: 'medium' })
  return (
    <div className={styles.details}>
      <pre>{error.name === 'Check' ? error.message : `${error.name}: ${error.message}`}</pre>
      <Row wrap className={styles.detailsFoot}>
        <span>
          {followedCount === 0
            ? t('notices.problem.since', { time })
            : t('notices.problem.sinceAndMore', { time, number: followedCount })}
        </span>
        <CopyButton
          text={() => {
            const since = t('notices.problem.since', { time: new Date(sinceMs).toISOString() })
            return `${what} ${rest}\n${since}\n\n${detail}`
          }}
          label={t('common.copyDetails')}
          variant="link"
        >
          {t('common.copyDetails')}
        </CopyButton>
      </Row>
    </div>
  )
}

/** A plain sentence about what is broken and what still works. */
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

/** True if a restart would fix a problem. With a full disk, Parley would not even start. */
export function canRestartFix(problems: readonly HealthProblem[]): boolean {
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
