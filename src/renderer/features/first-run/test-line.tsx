import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import type { ProviderTest } from '../../state/models/providers'
import { formatDuration } from '../../language/format'
import { keyErrorLine } from '../../state/models/key-error-line'
import { Hint } from '../../ui/layout/layout'
import styles from './first-run.module.css'

/** What a provider said when it was asked with the key. */
export function TestLine({ name, test }: { name: string; test: ProviderTest | undefined }) {
  if (test === undefined) return null
  switch (test.state) {
    case 'running':
      return (
        <Hint className={styles.note} role="status">
          {t('settings.firstRun.asking', { name })}
        </Hint>
      )
    case 'passed':
      return (
        <Hint tone="good" className={styles.passed} role="status">
          {t('settings.firstRun.works', {
            name,
            count: test.modelCount,
            duration: formatDuration(test.durationMs),
          })}
        </Hint>
      )
    case 'failed':
      return (
        <Hint tone="bad" className={styles.failed} data-slot="first-run-failed" role="status">
          {keyErrorLine(test.error)}
        </Hint>
      )
    default:
      return assertNever(test)
  }
}
