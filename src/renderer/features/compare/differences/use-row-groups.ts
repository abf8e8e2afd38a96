import { useEffect, useMemo, useState } from 'react'

/** How much of the texts is drawn in one frame, in characters, and in how many rows at most. */
const frameChars = 3_000
const frameRows = 24

interface RowGroups<Row> {
  /** The rows to draw now. Groups that have been drawn stay the same. */
  groups: readonly (readonly Row[])[]
  /** More rows follow in the next frames. */
  isGrowing: boolean
  /** The number of rows that are never drawn. */
  leftOut: number
}

/** Longer comparisons are shown in part, because each row costs layout. */
const mostRows = 1_500

/** Rows in groups, one more in each frame: drawing a long comparison at once would block the window. */
export function useRowGroups<Row>(rows: readonly Row[], charsOf: (row: Row) => number): RowGroups<Row> {
  const all = useMemo(() => inGroups(rows.slice(0, mostRows), charsOf), [rows, charsOf])
  const [count, setCount] = useState(1)
  const isGrowing = count < all.length
  useEffect(() => {
    if (!isGrowing) return undefined
    const frame = requestAnimationFrame(() => setCount(count + 1))
    return () => cancelAnimationFrame(frame)
  }, [count, isGrowing])
  return { groups: all.slice(0, count), isGrowing, leftOut: Math.max(0, rows.length - mostRows) }
}

/** Splits rows into groups that each take about a frame to draw. */
function inGroups<Row>(rows: readonly Row[], charsOf: (row: Row) => number): Row[][] {
  const groups: Row[][] = []
  let group: Row[] = []
  let chars = 0
  for (const row of rows) {
    const more = charsOf(row)
    if (group.length > 0 && (group.length === frameRows || chars + more > frameChars)) {
      groups.push(group)
      group = []
      chars = 0
    }
    group.push(row)
    chars += more
  }
  return group.length === 0 ? groups : [...groups, group]
}
