import { t } from '../../language/t'
import { Button } from '../controls/button'
import styles from './progress-bar.module.css'

interface ProgressLineProps {
  /** The operation. */
  label: string
  /** Progress as text. */
  figures: string
  /** From 0 to 1; null while unknown. */
  share: number | null
  onCancel: () => void
}

/** Progress of a longer operation, with a Cancel button. */
export function ProgressLine({ label, figures, share, onCancel }: ProgressLineProps) {
  return (
    <div className={styles.dataProgress} data-slot="data-progress">
      <div className={styles.dataProgressWords}>
        <span>{label}</span>
        <span className={styles.dataFigures}>{figures}</span>
      </div>
      <progress aria-label={label} max={1} value={share ?? undefined} />
      <Button variant="quiet" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}
