/** A question in a pane and where it begins, in pixels from the beginning of what the pane holds. */
export interface Turn {
  /** The same in each pane where the same was asked. */
  key: string
  topPx: number
}

/** What a pane holds, and how far it can be scrolled. */
export interface ScrolledPane {
  /** In their order; empty where nothing was asked. */
  turns: readonly Turn[]
  /** How far from its beginning the view can be at most; 0 where all of it is in view. */
  mostPx: number
}

/**
 * Where `follower` belongs when the view of `leader` stands `atPx` from its beginning: as far into the same turn, so
 * that a long and a short answer to one question begin and end together. Where no turn is in both, as far into the
 * whole. In pixels from its beginning.
 */
export function followedPx(leader: ScrolledPane, follower: ScrolledPane, atPx: number): number {
  const shared = sharedTurns(leader.turns, follower.turns)
  // What stands before the first shared turn, and after the last, is a stretch like the others.
  const stretches = [{ own: 0, other: 0 }, ...shared, { own: leader.mostPx, other: follower.mostPx }]
  const capped = stretches.map(({ own, other }) => ({
    own: Math.min(own, leader.mostPx),
    other: Math.min(other, follower.mostPx),
  }))
  const next = capped.findIndex(({ own }) => own > atPx)
  if (next === -1) return follower.mostPx
  const from = capped[next - 1] ?? { own: 0, other: 0 }
  const to = capped[next] ?? from
  const share = (atPx - from.own) / Math.max(1, to.own - from.own)
  return from.other + Math.max(0, Math.min(1, share)) * (to.other - from.other)
}

/** The turns that both have, in the order of both: a question that one pane was asked alone is passed over. */
function sharedTurns(own: readonly Turn[], other: readonly Turn[]): { own: number; other: number }[] {
  const shared: { own: number; other: number }[] = []
  let from = 0
  for (const turn of own) {
    const at = other.findIndex((candidate, index) => index >= from && candidate.key === turn.key)
    const found = other[at]
    if (found === undefined) continue
    shared.push({ own: turn.topPx, other: found.topPx })
    from = at + 1
  }
  return shared
}
