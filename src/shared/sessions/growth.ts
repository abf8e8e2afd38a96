/** A point of an answer's growth: milliseconds since its run started, and characters so far. */
export type GrowthPoint = readonly [elapsedMs: number, chars: number]

/** The number of points that are stored with an answer: enough for a line of a few hundred pixels. */
export const maxGrowthPoints = 60

/** Points less than this apart replace each other. */
const minStepMs = 50

/**
 * `points` with another one at the end, unless it is too close to the last one and not the last of all. At `maxPoints`,
 * every second point is dropped.
 */
export function withGrowthPoint(
  points: readonly GrowthPoint[],
  point: GrowthPoint,
  { isLast, maxPoints }: { isLast: boolean; maxPoints: number },
): readonly GrowthPoint[] {
  const last = points.at(-1)
  if (last !== undefined && !isLast && point[0] - last[0] < minStepMs) return points
  const kept = points.length < maxPoints ? points : points.filter((_, index) => index % 2 === 0)
  return [...kept, point]
}
