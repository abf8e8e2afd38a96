import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

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
