import type { ComparisonId, SessionId } from '../../shared/ids'
import type { ComparisonSummary, SessionSummary } from '../../shared/sessions'

/** One row of the sidebar: a chat or a comparison. */
export type SessionEntry =
  | { kind: 'chat'; id: SessionId; title: string; updatedAt: number; session: SessionSummary }
  | { kind: 'compare'; id: ComparisonId; title: string; updatedAt: number; comparison: ComparisonSummary }

export interface SessionGroup {
  name: string
  entries: SessionEntry[]
}

const dayMs = 86_400_000

/** Chats and comparisons whose title contains `query`, newest first, under the day they were last touched. */
export function groupEntries(
  sessions: readonly SessionSummary[],
  comparisons: readonly ComparisonSummary[],
  query: string,
  now: number,
): SessionGroup[] {
  const wanted = query.trim().toLowerCase()
  const entries: SessionEntry[] = [
    ...sessions.map((session) => ({
      kind: 'chat' as const,
      id: session.id,
      title: session.title,
      updatedAt: session.updatedAt,
      session,
    })),
    ...comparisons.map((comparison) => ({
      kind: 'compare' as const,
      id: comparison.id,
      title: comparison.title,
      updatedAt: comparison.updatedAt,
      comparison,
    })),
  ]
  const groups = new Map<string, SessionEntry[]>()
  const found = entries
    .filter((entry) => entry.title.toLowerCase().includes(wanted))
    .toSorted(
      (left, right) => Number(isPinned(right)) - Number(isPinned(left)) || right.updatedAt - left.updatedAt,
    )
  for (const entry of found) {
    const name = isPinned(entry) ? 'Pinned' : dayName(entry.updatedAt, now)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [entry])
    else group.push(entry)
  }
  return [...groups].map(([name, members]) => ({ name, entries: members }))
}

function isPinned(entry: SessionEntry): boolean {
  return entry.kind === 'chat' && entry.session.pinned
}

function dayName(at: number, now: number): string {
  const startOfToday = new Date(now).setHours(0, 0, 0, 0)
  if (at >= startOfToday) return 'Today'
  if (at >= startOfToday - dayMs) return 'Yesterday'
  if (at >= startOfToday - 7 * dayMs) return 'Previous 7 days'
  if (at >= startOfToday - 30 * dayMs) return 'Previous 30 days'
  return new Date(at).toLocaleDateString('en', { month: 'long', year: 'numeric' })
}

/** How long ago, as short as it can be told apart: `now`, `5 min`, `14:02`, `Thu`, `12 Nov`. */
export function shortTime(at: number, now: number): string {
  const agoMs = now - at
  if (agoMs < 60_000) return 'now'
  if (agoMs < 3_600_000) return `${Math.floor(agoMs / 60_000)} min`
  const date = new Date(at)
  const startOfToday = new Date(now).setHours(0, 0, 0, 0)
  if (at >= startOfToday) return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (at >= startOfToday - 6 * dayMs) return date.toLocaleDateString('en', { weekday: 'short' })
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}
