import { t } from '../../language/t'
import { Button } from '../controls/button'
import { Row, Text } from '../layout/layout'
import styles from './progress-bar.module.css'

interface ProgressBarProps {
  /** The operation. */
  label: string
  /** Progress as text. */
  detail: string
  /** From 0 to 1; null while unknown. */
  share: number | null
  onCancel?: () => void
}

/** Progress of a longer operation, with a Cancel button if it can be cancelled. */
export function ProgressBar({ label, detail, share, onCancel }: ProgressBarProps) {
  return (
    <div className={styles.dataProgress} data-slot="data-progress">
      <Row align="stretch" justify="between" wrap tone="soft" size="s" className={styles.dataProgressWords}>
        <span>{label}</span>
        <Text tabular>{detail}</Text>
      </Row>
      <progress className={styles.bar} aria-label={label} max={1} value={share ?? undefined} />
      {onCancel !== undefined && (
        <Button variant="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  )
}
