import { t } from '../../language/t'
import { writtenKeys } from '../../keyboard/keys'
import { Button, CloseButton } from '../../ui/controls/button'
import type { MenuItem } from '../../ui/overlays/menu'
import { keyHost } from '../../keyboard/key-host'
import { Row } from '../../ui/layout/layout'
import type { EntryKey, SessionEntry } from '../../state/session-list/session-entry'
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

/** The selected rows, and the anchor of a range. */
interface Selection {
  keys: ReadonlySet<EntryKey>
  anchor: EntryKey | null
}

/** Nothing is selected. */
export const noSelection: Selection = { keys: new Set(), anchor: null }

/** Toggles `key`. */
export function toggled(selection: Selection, key: EntryKey): Selection {
  const keys = new Set(selection.keys)
  if (!keys.delete(key)) keys.add(key)
  return keys.size === 0 ? noSelection : { keys, anchor: key }
}

/** Selects everything from the anchor, or from `start` if there is none, to `key`. */
export function extended(
  selection: Selection,
  start: EntryKey,
  key: EntryKey,
  order: readonly SessionEntry[],
): Selection {
  const indexOf = (wanted: EntryKey | null) => order.findIndex((entry) => entry.key === wanted)
  const anchorAt = indexOf(selection.anchor)
  const startAt = anchorAt === -1 ? indexOf(start) : anchorAt
  const endAt = indexOf(key)
  if (startAt === -1 || endAt === -1) return selection
  const stretch = order.slice(Math.min(startAt, endAt), Math.max(startAt, endAt) + 1)
  return { keys: new Set(stretch.map((entry) => entry.key)), anchor: order[startAt]?.key ?? key }
}

/** Selects all rows. */
export function everything(order: readonly SessionEntry[]): Selection {
  const first = order[0]
  return first === undefined ? noSelection : { keys: new Set(order.map(({ key }) => key)), anchor: first.key }
}

/** The selected rows that still exist, in order. */
export function chosen(selection: Selection, order: readonly SessionEntry[]): SessionEntry[] {
  return selection.keys.size === 0 ? [] : order.filter(({ key }) => selection.keys.has(key))
}

/** The row that gets the focus when the rows `leaving` disappear: the next one below, else the last one above. */
export function neighbourOf(
  leaving: ReadonlySet<EntryKey>,
  from: EntryKey,
  order: readonly SessionEntry[],
): EntryKey | null {
  const at = order.findIndex(({ key }) => key === from)
  if (at === -1) return null
  const stays = ({ key }: SessionEntry) => !leaving.has(key)
  return (order.slice(at).find(stays) ?? order.slice(0, at).findLast(stays))?.key ?? null
}
