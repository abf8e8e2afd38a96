import type { SetRunId } from '../../../../shared/ids'
import type { SetRun } from '../../../../shared/sets/sets'
import { formatMoment } from '../../../language/format'
import { t } from '../../../language/t'
import { useListedNames } from '../common/use-model-names'
import { runStateText, spentText } from '../common/set-words'
import { Hint, PlainList, Row, Stack } from '../../../ui/layout/layout'
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
      <PlainList>
        {runs.map((run) => (
          <Row as="li" line="below" key={run.id}>
            <Stack
              as="button"
              gap={1}
              grow
              pad={[2, 0]}
              tone="ink"
              type="button"
              className={styles.itemName}
              onClick={() => onOpen(run.id)}
            >
              <span>
                {formatMoment(run.startedAt)} · {namesOf(run)}
              </span>
              <Hint as="span" tone="soft" className={styles.facts}>
                {runStateText(run)} ·{' '}
                {run.judged > 0 && `${t('sets.passedOf', { passed: run.passed, count: run.judged })} · `}
                {spentText(run)}
              </Hint>
            </Stack>
          </Row>
        ))}
      </PlainList>
    </details>
  )
}
