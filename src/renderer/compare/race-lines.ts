import type { Growth } from '../state/conversation'

export interface RaceLine {
  position: number
  /** As an SVG polyline takes them. */
  points: string
  end: { x: string; y: string }
}

/** The growth of each pane's text in one frame of `width` by `height`: time to the right, characters up. */
export function raceLines(
  entries: readonly { growth: Growth | null }[],
  width: number,
  height: number,
): RaceLine[] {
  const grown = entries.map((entry) => entry.growth?.points ?? [])
  const longestMs = Math.max(1, ...grown.map((points) => points.at(-1)?.[0] ?? 0))
  const mostChars = Math.max(1, ...grown.map((points) => points.at(-1)?.[1] ?? 0))
  const topGap = 4
  return grown.flatMap((points, position) => {
    const places = points.map(([elapsedMs, chars]) => {
      const x = (elapsedMs / longestMs) * (width - topGap)
      const y = height - 1 - (chars / mostChars) * (height - 1 - topGap)
      return { x: x.toFixed(1), y: y.toFixed(1) }
    })
    const end = places.at(-1)
    if (end === undefined || places.length < 2) return []
    return [{ position, points: places.map(({ x, y }) => `${x},${y}`).join(' '), end }]
  })
}
