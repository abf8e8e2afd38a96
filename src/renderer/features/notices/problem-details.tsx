import type { HealthProblem } from '../../../shared/app/health'
import { formatLocale, t } from '../../language/t'
import { CopyButton } from '../../ui/controls/copy-button'
import { problemText } from './problem-text'
import styles from './banner.module.css'

/** The first error of a problem, since when, and how many followed. */
export function ProblemDetails({ problem }: { problem: HealthProblem }) {
  const { error, sinceMs, followedCount, detail } = problem
  const { what, rest } = problemText(problem)
  const time = new Date(sinceMs).toLocaleTimeString(formatLocale(), { timeStyle: 'medium' })
  return (
    <div className={styles.details}>
      <pre>{error.name === 'Check' ? error.message : `${error.name}: ${error.message}`}</pre>
      <div className={styles.detailsFoot}>
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
          look="link"
        >
          {t('common.copyDetails')}
        </CopyButton>
      </div>
    </div>
  )
}
