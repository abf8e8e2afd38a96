import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  type Rect,
  useVirtualizer,
} from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** As many rows above and below those in view are drawn, so that scrolling shows no empty place. */
const usualOverscan = 12

/** One row of a long list. */
interface VirtualRow {
  key: string
  /** The height is known, never measured. */
  heightPx: number
}

interface VirtualRowsOptions<Row extends VirtualRow> {
  scroller: RefObject<HTMLElement | null>
  /** In their order; another array where anything in it is another one. */
  rows: readonly Row[]
  /** Rows that are drawn wherever the list is scrolled to, by index: one with the focus has to stay. */
  always?: readonly number[]
  /** A list of up to so many rows is drawn whole. */
  wholeUpTo?: number
  /** How many rows are drawn above and below those in view. */
  overscan?: number
  /** The list, if something above it scrolls with it. */
  list?: RefObject<HTMLElement | null>
  /** How much stays visible above and below a row that `show` scrolls into view. */
  contextPx?: { above: number; below: number }
}

/** A row that is drawn, and its position. */
export interface DrawnRow<Row extends VirtualRow> {
  row: Row
  topPx: number
}

/** The rows to draw, and where they are. */
export interface VirtualRows<Row extends VirtualRow> {
  drawn: readonly DrawnRow<Row>[]
  /** Of all rows. */
  heightPx: number
  /** Index of the last row in view; -1 before anything is. */
  lastInView: number
  isInView: (index: number) => boolean
  /** Scrolls just enough to show the row, or puts it in the middle. There is nothing to show at -1. */
  show: (index: number, align?: 'center') => void
}

/** Of a list of thousands of rows, those that are in view or near it. */
export function useVirtualRows<Row extends VirtualRow>(options: VirtualRowsOptions<Row>): VirtualRows<Row> {
  const { scroller, rows, always = [], wholeUpTo = 0, overscan = usualOverscan, list } = options
  const { contextPx = { above: 0, below: 0 } } = options
  const [abovePx, setAbovePx] = useState(0)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- anything that is drawn may move the list; an equal number ends the chain
  useLayoutEffect(() => setAbovePx(list?.current?.offsetTop ?? 0))
  // oxlint-disable-next-line react-hooks/incompatible-library -- what it returns is used while rendering, never kept
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // Recomputes the heights when this function changes.
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => rows[index]?.heightPx ?? 0,
    overscan,
    scrollMargin: abovePx,
    scrollPaddingStart: contextPx.above,
    scrollPaddingEnd: contextPx.below,
    // Until the list has been laid out: measuring or scrolling it before would lay out the page twice.
    initialRect: { width: 0, height: window.innerHeight },
    scrollToFn: (offset, scrolling, instance) => {
      if (instance.scrollRect?.width !== 0 || offset !== 0) elementScroll(offset, scrolling, instance)
    },
    observeElementRect: ({ scrollElement }, onRect) => observeRect(scrollElement, onRect),
    rangeExtractor: (range) => drawnIndexes(range, { always, wholeUpTo }),
    useFlushSync: false,
  })
  const drawn = virtualizer.getVirtualItems().flatMap(({ index, start }): DrawnRow<Row>[] => {
    const row = rows[index]
    return row === undefined ? [] : [{ row, topPx: start - abovePx }]
  })
  return {
    drawn,
    heightPx: virtualizer.getTotalSize(),
    lastInView: virtualizer.range?.endIndex ?? -1,
    isInView: (index) => {
      const { range } = virtualizer
      return range !== null && index >= range.startIndex && index <= range.endIndex
    },
    show: (index, align) => {
      if (index < 0) return
      // The list may just have been drawn.
      if (scroller.current !== null) virtualizer.scrollRect = rectOf(scroller.current)
      virtualizer.scrollToIndex(index, { align: align ?? 'auto' })
    },
  }
}

/** Reports the size of the list whenever it has been laid out. */
function observeRect(scroller: HTMLElement | null, onRect: (rect: Rect) => void): (() => void) | undefined {
  if (scroller === null) return undefined
  const observer = new ResizeObserver(() => onRect(rectOf(scroller)))
  observer.observe(scroller)
  return () => observer.disconnect()
}

/** A list that is hidden has its first rows, too: the keyboard may go there as soon as it is shown. */
function rectOf({ offsetWidth, offsetHeight }: HTMLElement): Rect {
  return { width: offsetWidth, height: Math.max(offsetHeight, 1) }
}

interface AlsoDrawn {
  /** Rows that are drawn wherever the list is scrolled to. */
  always: readonly number[]
  /** A list of up to so many rows is drawn whole. */
  wholeUpTo: number
}

/** The rows that are drawn while those of `range` are in view, in their order. */
export function drawnIndexes(range: Range, { always, wholeUpTo }: AlsoDrawn): number[] {
  if (range.count <= wholeUpTo) return Array.from({ length: range.count }, (_, index) => index)
  const isThere = (index: number) => index >= 0 && index < range.count
  const drawn = new Set([...defaultRangeExtractor(range), ...always.filter(isThere)])
  return [...drawn].toSorted((left, right) => left - right)
}
