/** A question that all panes share, and its top in one of them. */
export interface TurnMark {
  key: string
  topPx: number
}

/**
 * The turn that the user is reading: the last one whose question is above `linePx`. At the end of the messages, it is
 * the newest one, wherever that starts. Null if there is none.
 */
export function turnInView(marks: readonly TurnMark[], linePx: number, isAtEnd: boolean): string | null {
  const passed = isAtEnd ? marks.at(-1) : marks.findLast(({ topPx }) => topPx <= linePx)
  return (passed ?? marks[0])?.key ?? null
}
