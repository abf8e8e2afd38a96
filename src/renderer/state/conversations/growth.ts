import type { RunId } from '../../../shared/ids'
import type { Growth } from './conversation'

/** Enough for a smooth line a few hundred pixels wide; beyond it, every second point is dropped. */
const maxPoints = 240
const minStepMs = 50

/** `growth` with another point; a new run starts a new line. Points less than 50 ms apart replace each other. */
export function growthAfter(
  growth: Growth | null,
  runId: RunId,
  elapsedMs: number,
  chars: number,
  isLast: boolean,
): Growth {
  const points = growth?.runId === runId ? growth.points : []
  const last = points.at(-1)
  if (last !== undefined && !isLast && elapsedMs - last[0] < minStepMs && growth !== null) return growth
  const kept = points.length < maxPoints ? points : points.filter((_, index) => index % 2 === 0)
  return { runId, points: [...kept, [elapsedMs, chars]] }
}
