import {
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  type RefObject,
  Component,
  type CSSProperties,
  type PointerEvent,
} from 'react'
import { flushSync } from 'react-dom'

import type { ComparisonId } from '../../../../shared/ids'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { isUnhandledEscape } from '../../../keyboard/key-presses'
import {
  chooseLayout,
  type PaneArrangement,
  stripAcross,
  type ViewSize,
  edgesOf,
  placeInStrip,
  placesInRows,
  placeUnderStrip,
  type PanePlace,
} from './choose-layout'
import {
  saveSizes,
  savedSizes,
  evenSizes,
  type PaneEdge,
  type PaneSizes,
  partsAt,
  withEdgeCentred,
  withEdgeMoved,
} from './pane-sizes'
import { usePaneDrag } from './use-pane-drag'
import { useAnswerStarts } from './use-answer-starts'
import { useLinkedScroll } from './use-linked-scroll'
import { classNames } from '../../../ui/class-names'
import { Row } from '../../../ui/layout/layout'
import compareStyles from '../compare.module.css'
import styles from './pane-grid.module.css'

/** One pane, whatever it shows. */
interface GridPane {
  key: string
  /** Its letter and colour. */
  tag: { letter: string; color: string }
  content: ReactNode
}

interface PaneGridProps {
  /** The comparison whose sizes are stored; null until it is stored itself. */
  comparisonId: ComparisonId | null
  panes: readonly GridPane[]
  /** Follows the panes, whose order it cannot change. */
  extra?: GridPane | null
  /** The large pane when only one is large; the first pane if the key is unknown. */
  shownKey?: string | null
  /** Show only one pane large, regardless of the available space. */
  isMaximised?: boolean
  onShow?: (key: string) => void
  onMove?: (key: string, position: number) => void
  /** Escape was pressed while a pane was maximised. */
  onEscape?: () => void
  arrangement?: PaneArrangement
  /** Minimum row height in pixels; with less, only one pane is large. */
  minRowPx?: number
  /** The panes show pages, which need height. */
  showsPages?: boolean
  scrollsTogether?: boolean
  /** The keys of the panes that are answering, separated by spaces. */
  running?: string
  /** Answers that have ended wait for the others of their round. */
  isHeld?: boolean
  /** Receives whether the panes are side by side, before that is painted. */
  onArranged?: (isSideBySide: boolean) => void
}

/**
 * Arranges panes side by side in rows, or one large pane under a strip of all, by their number and the available space.
 */
export function PaneGrid(props: PaneGridProps) {
  const { comparisonId, extra, shownKey, isMaximised = false, onShow = () => {}, onMove } = props
  const { storage } = useApp().environment
  const room = useRef<HTMLDivElement>(null)
  const view = useViewSize(room)
  const movableKeys = props.panes.map(({ key }) => key)
  const panes = extra == null ? props.panes : [...props.panes, extra]
  const paneKeys = panes.map(({ key }) => key)
  const layout = chooseLayout(panes.length, view, {
    arrangement: isMaximised ? 'single' : props.arrangement,
    minRowPx: props.minRowPx,
    showsPages: props.showsPages,
  })
  const rows = layout.kind === 'rows' ? layout.rows : []
  const [sizes, setSizes] = useSizes(comparisonId, rows, storage)
  const drag = usePaneDrag(room, movableKeys, layout.kind === 'rows' ? onMove : undefined)
  useLinkedScroll(room, props.scrollsTogether === true)
  useAnswerStarts(room, { running: props.running ?? '', isHeld: props.isHeld === true })

  const isStrip = layout.kind === 'strip'
  const { onArranged } = props
  useLayoutEffect(() => onArranged?.(!isStrip), [onArranged, isStrip])
  const across = stripAcross(panes.length, view.width)
  const shown = Math.max(0, paneKeys.indexOf(shownKey ?? ''))
  const places = isStrip
    ? panes.map((_, position) =>
        position === shown
          ? placeUnderStrip(panes.length, across)
          : placeInStrip(position, panes.length, across),
      )
    : placesInRows(sizes)

  const show = (position: number) => {
    const key = paneKeys[position]
    if (key === undefined) return
    // The clicked element disappears with the thumbnail; focus the pane that it opened before the next key press.
    flushSync(() => onShow(key))
    focusMessages(room.current, key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isMaximised && isUnhandledEscape(event)) {
      event.preventDefault()
      props.onEscape?.()
    }
    if (!isStrip || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // React events also bubble out of dialogs.
    if (!(event.target instanceof HTMLElement) || event.target.closest('dialog') !== null) return
    if (event.target.matches('input, textarea, select')) return
    const digit = /^[1-8]$/.test(event.key) ? Number(event.key) - 1 : null
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (digit !== null && digit < panes.length) show(digit)
    else if (
      step === 0 ||
      !event.target.matches('[data-slot="pane-show"], [data-slot="follow-scroll"], [data-slot="merge-pane"]')
    )
      return
    else show((shown + step + panes.length) % panes.length)
    event.preventDefault()
  }

  return (
    <div
      ref={room}
      className={classNames(styles.paneGrid, drag.draggedKey !== null && styles.dragging)}
      data-slot="pane-grid"
      style={{ '--grid-width': `${view.width}px` } as CSSProperties}
      onKeyDown={onKeyDown}
      {...drag.handlers}
    >
      <PaneScrollAnchor
        arrangement={`${layout.kind} ${rows.join()} ${isStrip ? shown : ''} ${paneKeys.join()}`}
        room={room}
      >
        {panes.map(({ key, tag, content }, position) => {
          const isThumb = isStrip && position !== shown
          return (
            <div
              key={key}
              className={slotClass({ isThumb, isDragged: drag.draggedKey === key })}
              data-slot={key === extra?.key ? 'extra-slot' : 'pane-slot'}
              data-thumb={isThumb ? true : undefined}
              data-key={key}
              style={places[position]}
              onFocus={(event: FocusEvent) => {
                // Focusing a field of a thumbnail with the keyboard opens the pane.
                if (
                  isThumb &&
                  event.target.closest(
                    '[data-slot="pane-show"], [data-slot="pane-stop"], [data-slot="pane-rerun"]',
                  ) === null
                )
                  onShow(key)
              }}
            >
              {content}
              {isThumb && (
                <button
                  type="button"
                  className={styles.paneShow}
                  data-slot="pane-show"
                  aria-label={t('compare.pane.show', tag)}
                  onClick={() => show(position)}
                />
              )}
            </div>
          )
        })}
      </PaneScrollAnchor>
      {isStrip && (
        <Row
          gap={1.5}
          pad={[0, 2]}
          tone="faint"
          size="xs"
          className={styles.paneThumbShown}
          style={placeInStrip(shown, panes.length, across)}
          aria-hidden="true"
        >
          <span
            className={compareStyles.paneTag}
            data-slot="pane-tag"
            style={{ background: panes[shown]?.tag.color }}
          >
            {panes[shown]?.tag.letter}
          </span>
          {t('compare.pane.shownBelow')}
        </Row>
      )}
      {!isStrip &&
        edgesOf(sizes).map(({ edge, place }) => (
          <PaneEdgeLine
            key={JSON.stringify(edge)}
            edge={edge}
            place={place}
            sizes={sizes}
            label={edgeName(edge, rows, panes)}
            onSizes={setSizes}
          />
        ))}
      {drag.line !== null && (
        <div className={styles.paneDropLine} data-slot="pane-drop-line" style={drag.line} />
      )}
    </div>
  )
}

/** The stored sizes of these rows, until the user changes them. */
function useSizes(
  comparisonId: ComparisonId | null,
  rows: readonly number[],
  storage: Parameters<typeof savedSizes>[0],
): [PaneSizes, (sizes: PaneSizes) => void] {
  const [chosen, setChosen] = useState<{ shape: string; sizes: PaneSizes } | null>(null)
  const shape = rows.join()
  const kept = () => (comparisonId === null ? evenSizes(rows) : savedSizes(storage, comparisonId, rows))
  const sizes = chosen?.shape === shape ? chosen.sizes : kept()
  return [
    sizes,
    (changed) => {
      setChosen({ shape, sizes: changed })
      if (comparisonId !== null) saveSizes(storage, comparisonId, rows, changed)
    },
  ]
}

function slotClass({ isThumb, isDragged }: { isThumb: boolean; isDragged: boolean }): string {
  return classNames(styles.paneSlot, isThumb && styles.paneSlotThumb, isDragged && styles.paneSlotDragged)
}

function edgeName(edge: PaneEdge, rows: readonly number[], panes: readonly GridPane[]): string {
  if (edge.kind === 'row') {
    return t('compare.edge.betweenRows', { before: edge.row + 1, after: edge.row + 2 })
  }
  const before = rows.slice(0, edge.row).reduce((total, count) => total + count, 0) + edge.column
  const letterAt = (position: number) => panes[position]?.tag.letter ?? '?'
  return t('compare.edge.betweenPanes', { before: letterAt(before), after: letterAt(before + 1) })
}

function focusMessages(room: HTMLElement | null, key: string): void {
  const slot = [...(room?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].find(
    (candidate) => candidate.dataset['key'] === key,
  )
  if (slot === undefined || slot.contains(document.activeElement)) return
  slot
    .querySelector<HTMLElement>('[data-slot="follow-scroll"], [data-slot="merge-pane"], textarea')
    ?.focus({ preventScroll: true })
}

/** The current size of the view around `part`, whatever its content. */
function useViewSize(part: RefObject<HTMLElement | null>): ViewSize {
  const [size, setSize] = useState<ViewSize>(() => ({ width: window.innerWidth, height: window.innerHeight }))
  useLayoutEffect(() => {
    const view = part.current?.parentElement
    if (view == null) return undefined
    const measure = () => {
      const { width, height } = sizeOf(view)
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(view)
    return () => observer.disconnect()
  }, [part])
  return size
}

function sizeOf(view: Element): ViewSize {
  return { width: view.clientWidth, height: (view.closest('main') ?? view).clientHeight }
}

/** The size of the view that is shown now. */
export function shownViewSize(): ViewSize {
  return sizeOf(document.querySelector('[data-slot="pane-grid"]')?.parentElement ?? document.body)
}

interface PaneScrollAnchorProps {
  /** A different string means that panes have moved. */
  arrangement: string
  room: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Keeps scroll positions while panes move or resize. React itself keeps the focus. */
class PaneScrollAnchor extends Component<PaneScrollAnchorProps> {
  /** Pixels from the top of a pane's content; null for a pane at its end, which keeps following. */
  readonly #read = new WeakMap<Element, number | null>()

  override getSnapshotBeforeUpdate(before: Readonly<PaneScrollAnchorProps>): null {
    const { arrangement, room } = this.props
    if (arrangement === before.arrangement || room.current === null) return null
    for (const scroller of scrollersIn(room.current)) {
      const { scrollTop } = scroller
      this.#read.set(scroller, scrollTop > -1 ? null : mostPx(scroller) + scrollTop)
    }
    return null
  }

  // A scroller that was moved in the document, or was hidden, restarts at its end.
  override componentDidUpdate(before: Readonly<PaneScrollAnchorProps>): void {
    const { arrangement, room } = this.props
    if (arrangement === before.arrangement || room.current === null) return
    for (const scroller of scrollersIn(room.current)) {
      const readPx = this.#read.get(scroller)
      if (readPx != null) scroller.scrollTop = readPx - mostPx(scroller)
    }
  }

  override render(): ReactNode {
    return this.props.children
  }
}

/** The scrollers of the large panes; thumbnails show no messages. */
function scrollersIn(room: HTMLElement): Element[] {
  return [...room.querySelectorAll('[data-slot="pane-slot"]:not([data-thumb]) [data-slot="follow-scroll"]')]
}

function mostPx(scroller: Element): number {
  return scroller.scrollHeight - scroller.clientHeight
}

interface PaneEdgeProps {
  edge: PaneEdge
  place: PanePlace
  sizes: PaneSizes
  /** The accessible name: the panes on both sides. */
  label: string
  onSizes: (sizes: PaneSizes) => void
}

const stepPart = 0.02

/** The divider between two panes or rows. Drag it or use the arrow keys; a double click makes both sides equal. */
function PaneEdgeLine({ edge, place, sizes, label, onSizes }: PaneEdgeProps) {
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
