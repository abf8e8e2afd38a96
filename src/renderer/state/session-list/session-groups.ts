import { trashRetentionDays } from '../../../shared/sessions/sessions'
import { formatLocale, t } from '../../language/t'
import { chatEntry, compareEntry, type SessionEntry } from './session-entry'
import type { SessionFolderName, SessionFolderState } from './session-folder'

/** Entries of the sidebar under one heading. */
export interface SessionGroup {
  name: string
  entries: SessionEntry[]
}

const dayMs = 86_400_000

/**
 * The chats and comparisons of a list, newest first, grouped by the day of their last change, or in the trash of their
 * deletion. In a partly loaded list, entries older than the loaded part are left out.
 */
export function groupEntries(
  folder: SessionFolderName,
  {
    sessions,
    comparisons,
    completeSince,
  }: Pick<SessionFolderState, 'sessions' | 'comparisons' | 'completeSince'>,
  now: number,
): SessionGroup[] {
  const isPinned = (entry: SessionEntry) => (folder === 'chats' || folder === 'project') && entry.pinned
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
  const pinnedName = t('common.pinned')
  const groups = new Map<string, SessionEntry[]>()
  for (const entry of entries) {
    const name = isPinned(entry) ? pinnedName : dayName(timeOf(entry))
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [entry])
    else group.push(entry)
  }
  return [...groups].map(([name, members]) => ({ name, entries: members }))
}

function timeOf(entry: SessionEntry): number {
  return entry.deletedAt ?? entry.updatedAt
}

/** Returns a function that names a day relative to today. Created once, because formatting dates is slow. */
function dayNames(now: number): (at: number) => string {
  const startOfToday = new Date(now).setHours(0, 0, 0, 0)
  const [today, yesterday] = [t('common.today'), t('common.yesterday')]
  const [week, thirtyDays] = [t('sessions.time.week'), t('sessions.time.month')]
  const months = new Map<number, string>()
  return (at) => {
    if (at >= startOfToday) return today
    if (at >= startOfToday - dayMs) return yesterday
    if (at >= startOfToday - 7 * dayMs) return week
    if (at >= startOfToday - 30 * dayMs) return thirtyDays
    const date = new Date(at)
    const month = date.getFullYear() * 12 + date.getMonth()
    const known =
      months.get(month) ?? date.toLocaleDateString(formatLocale(), { month: 'long', year: 'numeric' })
    months.set(month, known)
    return known
  }
}

/** A past time in the shortest form: empty for this minute, `5 min`, `14:02`, `Thu`, `12 Nov`. */
export function shortTime(at: number, now: number): string {
  const agoMs = now - at
  if (agoMs < 60_000) return ''
  if (agoMs < 3_600_000) return t('sessions.time.minutes', { minutes: Math.floor(agoMs / 60_000) })
  const date = new Date(at)
  const locale = formatLocale()
  const startOfToday = new Date(now).setHours(0, 0, 0, 0)
  if (at >= startOfToday) return date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
  if (at >= startOfToday - 6 * dayMs) return date.toLocaleDateString(locale, { weekday: 'short' })
  if (date.getFullYear() === new Date(now).getFullYear()) {
    return date.toLocaleDateString(locale, { day: 'numeric', month: 'short' })
  }
  return date.toLocaleDateString(locale, { month: 'short', year: 'numeric' })
}

/** The time until something deleted at `deletedAt` is erased. */
export function goneWhen(deletedAt: number, now: number): string {
  // The list's clock may be some seconds behind.
  const days = Math.min(Math.ceil((deletedAt + trashRetentionDays * dayMs - now) / dayMs), trashRetentionDays)
  return days <= 0 ? t('sessions.time.goneSoon') : t('sessions.time.goneInDays', { count: days })
}

/** `3 chats`, `1 comparison`, or both at once. */
export function countOf(entries: readonly SessionEntry[]): string {
  const chatCount = entries.filter(({ kind }) => kind === 'chat').length
  const comparisonCount = entries.length - chatCount
  const chats = t('common.chats', { count: chatCount })
  const comparisons = t('sessions.count.comparisons', { count: comparisonCount })
  if (comparisonCount === 0) return chats
  return chatCount === 0 ? comparisons : t('sessions.count.both', { chats, comparisons })
}
