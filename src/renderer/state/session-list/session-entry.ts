import type { ComparisonId, ProjectId, SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { ComparisonSummary, SessionSummary } from '../../../shared/sessions/sessions'
import type { ExportSubject, View } from '../navigation/navigation'

/** Identifies a chat or a comparison in a list of both. */
export type EntryKey = `${'chat' | 'compare'}-${string}`

interface EntryFields {
  key: EntryKey
  title: string
  pinned: boolean
  running: boolean
  /** A run in it waits for a decision by the user. */
  needsDecision: boolean
  updatedAt: number
  /** The time at which it was moved to the trash. */
  deletedAt: number | null
}

/** A chat in the lists of the sidebar. */
export type ChatEntry = EntryFields & { kind: 'chat'; id: SessionId; session: SessionSummary }
export type CompareEntry = EntryFields & { kind: 'compare'; id: ComparisonId; comparison: ComparisonSummary }
/** A chat or comparison in the lists of the sidebar. */
export type SessionEntry = ChatEntry | CompareEntry

const ofSession = new WeakMap<SessionSummary, ChatEntry>()
const ofComparison = new WeakMap<ComparisonSummary, CompareEntry>()

/** Returns the same object for the same summary, so that an unchanged row does not re-render. */
export function chatEntry(session: SessionSummary): ChatEntry {
  const known = ofSession.get(session)
  if (known !== undefined) return known
  const entry: ChatEntry = {
    kind: 'chat',
    key: `chat-${session.id}`,
    id: session.id,
    session,
    ...fieldsOf(session),
  }
  ofSession.set(session, entry)
  return entry
}

/** The entry of a comparison; always the same one for the same summary. */
export function compareEntry(comparison: ComparisonSummary): CompareEntry {
  const known = ofComparison.get(comparison)
  if (known !== undefined) return known
  const entry: CompareEntry = {
    kind: 'compare',
    key: `compare-${comparison.id}`,
    id: comparison.id,
    comparison,
    ...fieldsOf(comparison),
  }
  ofComparison.set(comparison, entry)
  return entry
}

function fieldsOf(summary: SessionSummary | ComparisonSummary): Omit<EntryFields, 'key'> {
  const { title, pinned, running, needsDecision = false, updatedAt, deletedAt = null } = summary
  return { title, pinned, running, needsDecision, updatedAt, deletedAt }
}

/** The project that it belongs to; null if none. */
export function projectOf(entry: SessionEntry): ProjectId | null {
  const { projectId = null } = entry.kind === 'chat' ? entry.session : entry.comparison
  return projectId
}

/** True if it is kept on this machine. */
export function isLocal(entry: SessionEntry): boolean {
  return (entry.kind === 'chat' ? entry.session : entry.comparison).isLocal === true
}

/** The view that an entry opens. */
export function viewOfEntry(entry: SessionEntry): View {
  switch (entry.kind) {
    case 'chat':
      return { kind: 'chat', sessionId: entry.id }
    case 'compare':
      return { kind: 'compare', comparisonId: entry.id }
    default:
      return assertNever(entry)
  }
}

/** The subject of an export of these entries: the chats among them, or one comparison. Null for several comparisons. */
export function exportSubject(entries: readonly SessionEntry[]): ExportSubject | null {
  const sessionIds = entries.flatMap((entry) => (entry.kind === 'chat' ? [entry.id] : []))
  if (sessionIds.length > 0) return { kind: 'chats', sessionIds }
  const [only, ...others] = entries
  if (only?.kind !== 'compare' || others.length > 0) return null
  return { kind: 'comparison', comparisonId: only.id }
}

/** True if a view shows the entry, at any message. */
export function isShownIn(view: View, entry: SessionEntry): boolean {
  if (view.kind === 'chat') return entry.kind === 'chat' && entry.id === view.sessionId
  return view.kind === 'compare' && entry.kind === 'compare' && entry.id === view.comparisonId
}
