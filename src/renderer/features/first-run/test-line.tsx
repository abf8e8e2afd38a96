import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import type { ProviderTest } from '../../state/models/providers'
import { formatDuration } from '../../language/format'
import { keyErrorLine } from '../../state/models/key-error-line'
import styles from './first-run.module.css'

/** What a provider said when it was asked with the key. */
export function TestLine({ name, test }: { name: string; test: ProviderTest | undefined }) {
  if (test === undefined) return null
  switch (test.state) {
    case 'running':
      return (
        <p className={styles.note} role="status">
          {t('settings.firstRun.asking', { name })}
        </p>
      )
    case 'passed':
      return (
        <p className={styles.passed} role="status">
          {t('settings.firstRun.works', {
            name,
            count: test.modelCount,
            duration: formatDuration(test.durationMs),
          })}
        </p>
      )
    case 'failed':
      return (
        <p className={styles.failed} data-slot="first-run-failed" role="status">
          {keyErrorLine(test.error)}
        </p>
      )
    default:
      return assertNever(test)
  }
}
