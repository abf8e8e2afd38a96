/** Whole numbers from `from` to `to`, both included. */
export interface NumberRange {
  readonly from: number
  readonly to: number
}

/** Adds a range to others. The result is sorted, and neighbours are joined. */
export function withRange(ranges: readonly NumberRange[], added: NumberRange): NumberRange[] {
  const joined: NumberRange[] = []
  for (const range of [...ranges, added].toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last === undefined || range.from > last.to + 1) joined.push({ from: range.from, to: range.to })
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
  }
  return joined
}

/** What `ranges` has and `removed` does not. */
export function withoutRanges(
  ranges: readonly NumberRange[],
  removed: readonly NumberRange[],
): NumberRange[] {
  let left = [...ranges]
  for (const gone of removed) {
    left = left.flatMap(({ from, to }) =>
      [
        { from, to: Math.min(to, gone.from - 1) },
        { from: Math.max(from, gone.to + 1), to },
      ].filter((part) => part.from <= part.to),
    )
  }
  return left.reduce<NumberRange[]>(withRange, [])
}

/** True if `ranges` has all of `range`. */
export function hasRange(ranges: readonly NumberRange[], range: NumberRange): boolean {
  return withoutRanges([range], ranges).length === 0
}
