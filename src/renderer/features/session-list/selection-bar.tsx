import { t } from '../../language/t'
import { writtenKeys } from '../../keyboard/keys'
import { Button, CloseButton } from '../../ui/controls/button'
import type { MenuItem } from '../../ui/overlays/menu'
import { keyHost } from '../../keyboard/key-host'
import { Row } from '../../ui/layout/layout'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  count: number
  items: readonly MenuItem[]
  onClear: () => void
}

/** The number of selected rows, and the actions for all of them. */
export function SelectionBar({ count, items, onClear }: SelectionBarProps) {
  return (
    <div
      className={styles.selectionBar}
      role="group"
      aria-label={t('sessions.selection.name')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClear()
      }}
    >
      <Row gap={0} justify="between" weight="medium" className={styles.selectionHead}>
        <span role="status">{t('sessions.selection.count', { count })}</span>
        <CloseButton
          className={styles.selectionClear}
          title={writtenKeys('Escape', keyHost)}
          label={t('sessions.selection.clear')}
          onClick={onClear}
        />
      </Row>
      <Row align="stretch" gap={0} wrap className={styles.selectionSteps}>
        {items.map(({ label, isDanger, refusal, onChoose }) => (
          <Button
            key={label}
            variant="quiet"
            className={isDanger === true ? styles.selectionDanger : undefined}
            aria-disabled={refusal != null}
            title={refusal ?? undefined}
            onClick={() => {
              if (refusal == null) onChoose()
            }}
          >
            {label}
          </Button>
        ))}
      </Row>
    </div>
  )
}
