import { t } from '../../../language/t'
import { Row, Text } from '../../../ui/layout/layout'
import styles from './pass-bar.module.css'

interface PassBarProps {
  passed: number
  judged: number
}

/** The share of answers that passed their checks. */
export function PassBar({ passed, judged }: PassBarProps) {
  const words = t('sets.passedOf', { passed, count: judged })
  return (
    <Row as="span" gap={1.5} className={styles.bar} role="img" aria-label={words} title={words}>
      <span className={styles.track}>
        <span
          className={styles.passed}
          data-share={passed === judged ? 'all' : passed === 0 ? 'none' : 'some'}
          style={{ width: `${(passed / judged) * 100}%` }}
        />
      </span>
      <Text tone="soft" size="xs" aria-hidden="true">
        {passed}/{judged}
      </Text>
    </Row>
  )
}
