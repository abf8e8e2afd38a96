import { binKeepsDays } from '../../shared/sessions'
import { chatEntry, compareEntry, type SessionEntry } from '../state/session-entry'
import type { ShelfName, ShelfState } from '../state/session-shelf'

export interface SessionGroup {
  name: string
  entries: SessionEntry[]
}

const dayMs = 86_400_000

/**
 * The chats and comparisons of a shelf, the newest first, under the day they were last touched, or in the bin the day
 * they were deleted. Of a list that is not all here, none that stands below where it ends.
 */
export function groupEntries(
  shelf: ShelfName,
  { sessions, comparisons, completeSince }: Pick<ShelfState, 'sessions' | 'comparisons' | 'completeSince'>,
  now: number,
): SessionGroup[] {
  const isPinned = (entry: SessionEntry) => shelf === 'chats' && entry.pinned
  const shown = comparisons
    .map(compareEntry)
    .filter((entry) => isPinned(entry) || timeOf(entry) >= completeSince)
  const entries: SessionEntry[] = [...sessions.map(chatEntry), ...shown].toSorted(
    (left, right) =>
      Number(isPinned(right)) - Number(isPinned(left)) ||
      timeOf(right) - timeOf(left) ||
      right.key.localeCompare(left.key),
  )
  const dayName = dayNames(now)
  const groups = new Map<string, SessionEntry[]>()
  for (const entry of entries) {
    const name = isPinned(entry) ? 'Pinned' : dayName(timeOf(entry))
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [entry])
    else group.push(entry)
  }
  return [...groups].map(([name, members]) => ({ name, entries: members }))
}

function timeOf(entry: SessionEntry): number {
  return entry.deletedAt ?? entry.updatedAt
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

/** What the day of a moment is called today. Made once for many: formatting a date is slow. */
function dayNames(now: number): (at: number) => string {
  const startOfToday = new Date(now).setHours(0, 0, 0, 0)
  const months = new Map<number, string>()
  return (at) => {
    if (at >= startOfToday) return 'Today'
    if (at >= startOfToday - dayMs) return 'Yesterday'
    if (at >= startOfToday - 7 * dayMs) return 'Previous 7 days'
    if (at >= startOfToday - 30 * dayMs) return 'Previous 30 days'
    const date = new Date(at)
    const month = date.getFullYear() * 12 + date.getMonth()
    const known = months.get(month) ?? monthFormat.format(date)
    months.set(month, known)
    return known
  }
}

/** How long ago, as short as it can be told apart: nothing for this minute, `5 min`, `14:02`, `Thu`, `12 Nov`. */
export function shortTime(at: number, now: number): string {
  const agoMs = now - at
  if (agoMs < 60_000) return ''
  if (agoMs < 3_600_000) return `${Math.floor(agoMs / 60_000)} min`
  const date = new Date(at)
  const startOfToday = new Date(now).setHours(0, 0, 0, 0)
  if (at >= startOfToday) return date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (at >= startOfToday - 6 * dayMs) return date.toLocaleDateString('en', { weekday: 'short' })
  if (date.getFullYear() === new Date(now).getFullYear()) {
    return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  }
  return date.toLocaleDateString('en-GB', { month: 'short', year: 'numeric' })
}

/** When what was deleted at `deletedAt` goes for good. */
export function goneWhen(deletedAt: number, now: number): string {
  // The clock of the list may be some seconds behind.
  const days = Math.min(Math.ceil((deletedAt + binKeepsDays * dayMs - now) / dayMs), binKeepsDays)
  if (days <= 0) return 'gone soon'
  return days === 1 ? 'gone in 1 day' : `gone in ${days} days`
}

/** `3 chats`, `1 comparison`, or both at once. */
export function countOf(entries: readonly SessionEntry[]): string {
  const chats = entries.filter(({ kind }) => kind === 'chat').length
  const comparisons = entries.length - chats
  const parts = [
    ...(chats === 0 ? [] : [chats === 1 ? '1 chat' : `${chats.toLocaleString('en')} chats`]),
    ...(comparisons === 0
      ? []
      : [comparisons === 1 ? '1 comparison' : `${comparisons.toLocaleString('en')} comparisons`]),
  ]
  return parts.join(' and ')
}
