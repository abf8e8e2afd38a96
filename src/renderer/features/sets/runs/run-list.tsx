import type { SetRunId } from '../../../../shared/ids'
import type { SetRun } from '../../../../shared/sets/sets'
import { formatMoment } from '../../../language/format'
import { t } from '../../../language/t'
import { useListedNames } from '../common/use-model-names'
import { runStateText, spentText } from '../common/set-words'
import styles from '../common/sets.module.css'

interface RunListProps {
  runs: readonly SetRun[]
  onOpen: (runId: SetRunId) => void
}

/** The runs of a set, newest first. */
export function RunList({ runs, onOpen }: RunListProps) {
  const namesOf = useListedNames()
  if (runs.length === 0) return null
  return (
    <details className={styles.runs} open={runs.length <= 3}>
      <summary>{t('sets.runCount', { count: runs.length })}</summary>
      <ul className={styles.list}>
        {runs.map((run) => (
          <li key={run.id} className={styles.item}>
            <button type="button" className={styles.itemName} onClick={() => onOpen(run.id)}>
              <span>
                {formatMoment(run.startedAt)} · {namesOf(run)}
              </span>
              <span className={styles.facts}>
                {runStateText(run)} ·{' '}
                {run.judged > 0 && `${t('sets.passedOf', { passed: run.passed, count: run.judged })} · `}
                {spentText(run)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
