import { useRef, type KeyboardEvent, type PointerEvent } from 'react'

import { t } from '../../../language/t'
import type { PanePlace } from './pane-places'
import { partsAt, withEdgeCentred, withEdgeMoved, type PaneEdge, type PaneSizes } from './pane-sizes'
import { classNames } from '../../../ui/class-names'
import styles from './pane-grid.module.css'

interface PaneEdgeProps {
  edge: PaneEdge
  place: PanePlace
  sizes: PaneSizes
  /** What it divides, for screen readers. */
  label: string
  onSizes: (sizes: PaneSizes) => void
}

const stepPart = 0.02

/** The divider between two panes or rows. Drag it or use the arrow keys; a double click makes both sides equal. */
export function PaneEdgeLine({ edge, place, sizes, label, onSizes }: PaneEdgeProps) {
  const drag = useRef<{ from: number; roomPx: number; sizes: PaneSizes } | null>(null)
  const isColumn = edge.kind === 'column'
  const { before, after } = partsAt(sizes, edge)
  const alongPx = (event: PointerEvent) => (isColumn ? event.clientX : event.clientY)

  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const room = event.currentTarget.parentElement?.getBoundingClientRect()
    if (room === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: alongPx(event), roomPx: isColumn ? room.width : room.height, sizes }
  }
  const move = (event: PointerEvent) => {
    if (drag.current === null) return
    const by = (alongPx(event) - drag.current.from) / Math.max(1, drag.current.roomPx)
    onSizes(withEdgeMoved(drag.current.sizes, edge, by))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [back, forth] = isColumn ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    const next =
      event.key === back
        ? withEdgeMoved(sizes, edge, -stepPart)
        : event.key === forth
          ? withEdgeMoved(sizes, edge, stepPart)
          : event.key === 'Enter'
            ? withEdgeCentred(sizes, edge)
            : null
    if (next === null) return
    event.preventDefault()
    onSizes(next)
  }

  return (
    <div
      className={classNames(
        styles.paneEdge,
        isColumn && styles.paneEdgeColumn,
        !isColumn && styles.paneEdgeRow,
      )}
      style={place}
      role="separator"
      aria-orientation={isColumn ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuenow={Math.round((100 * before) / (before + after))}
      title={t('compare.edge.hint')}
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={move}
      onLostPointerCapture={() => {
        drag.current = null
      }}
      onDoubleClick={() => onSizes(withEdgeCentred(sizes, edge))}
      onKeyDown={onKeyDown}
    />
  )
}
