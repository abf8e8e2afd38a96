/** A question in a pane and its offset in pixels from the start of the content. */
export interface QuestionOffset {
  /** Equal in each pane for the same question. */
  key: string
  topPx: number
}

/** The content of a pane, and how far it can scroll. */
export interface ScrolledPane {
  /** In order; empty when nothing was asked. */
  turns: readonly QuestionOffset[]
  /** The maximum scroll offset; 0 when everything is in view. */
  mostPx: number
}

/**
 * The offset for `follower`, in pixels from its start, when `leader` is at `atPx`: equally far into the same turn, so
 * that long and short answers to one question start and end together. Without a common turn, equally far into the whole.
 */
export function followedPx(leader: ScrolledPane, follower: ScrolledPane, atPx: number): number {
  const shared = sharedTurns(leader.turns, follower.turns)
  // The parts before the first and after the last shared turn are handled like the others.
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

/** The turns that both panes have, in order; a question that only one was asked is skipped. */
function sharedTurns(
  own: readonly QuestionOffset[],
  other: readonly QuestionOffset[],
): { own: number; other: number }[] {
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
