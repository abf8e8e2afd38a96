import { t } from '../../language/t'
import { Button } from '../controls/button'

interface ProgressLineProps {
  /** What is being done. */
  label: string
  /** How far it is, in figures. */
  figures: string
  /** From 0 to 1; null while that cannot be known. */
  share: number | null
  onCancel: () => void
}

/** Something that takes a while: how far it is, and a way out. */
export function ProgressLine({ label, figures, share, onCancel }: ProgressLineProps) {
  return (
    <div className="data-progress">
      <div className="data-progress-words">
        <span>{label}</span>
        <span className="data-figures">{figures}</span>
      </div>
      <progress aria-label={label} max={1} value={share ?? undefined} />
      <Button look="quiet" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}
