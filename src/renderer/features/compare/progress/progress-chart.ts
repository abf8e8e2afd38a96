import type { Growth } from '../../../state/conversations/conversation'

/** The line of one pane. */
export interface ChartLine {
  position: number
  /** In the format of an SVG polyline. */
  points: string
  end: { x: number; y: number }
}

/** A label with the letters of all lines that end at the same point. */
export interface ChartLabel {
  positions: number[]
  x: number
  y: number
}

/** Lines whose ends are closer than this share one label. */
const nearX = 12
const nearY = 14
/** Keeps equal lines from hiding each other. */
const offsetY = 2.5

/**
 * The growth of each pane's text in a frame of `width` by `height`: time to the right, characters up. A line that ends
 * where another does is moved up slightly.
 */
export function chartLines(
  entries: readonly { growth: Pick<Growth, 'points'> | null }[],
  width: number,
  height: number,
): ChartLine[] {
  const grown = entries.map((entry) => entry.growth?.points ?? [])
  const longestMs = Math.max(1, ...grown.map((points) => points.at(-1)?.[0] ?? 0))
  const mostChars = Math.max(1, ...grown.map((points) => points.at(-1)?.[1] ?? 0))
  const gap = 4
  const topGap = gap + (entries.length - 1) * offsetY
  const lines: ChartLine[] = []
  for (const [position, points] of grown.entries()) {
    const isSilent = points.at(-1)?.[1] === 0
    if (points.length < 2 || isSilent) continue
    const places = points.map(([elapsedMs, chars]) => ({
      x: (elapsedMs / longestMs) * (width - gap),
      y: height - 1 - (chars / mostChars) * (height - 1 - topGap),
    }))
    const end = places.at(-1) ?? { x: 0, y: 0 }
    const besides = lines.filter((line) => areNear(line.end, end, offsetY * lines.length)).length
    const raised = places.map(({ x, y }) => ({ x, y: y - besides * offsetY }))
    lines.push({
      position,
      points: raised.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '),
      end: raised.at(-1) ?? end,
    })
  }
  return lines
}

/** One label for each end, or for several that are too close for separate ones. */
export function chartLabels(lines: readonly ChartLine[]): ChartLabel[] {
  const labels: ChartLabel[] = []
  for (const { position, end } of lines) {
    const near = labels.find(
      (label) => Math.abs(label.x - end.x) < nearX * 4 && Math.abs(label.y - end.y) < nearY,
    )
    if (near === undefined) labels.push({ positions: [position], ...end })
    else {
      near.positions.push(position)
      near.x = Math.max(near.x, end.x)
    }
  }
  return labels
}

function areNear(one: { x: number; y: number }, other: { x: number; y: number }, moreY: number): boolean {
  return Math.abs(one.x - other.x) < nearX && Math.abs(one.y - other.y) < nearX / 2 + moreY
}
