import type { ComparisonId, SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { ComparisonSummary, SessionSummary } from '../../../shared/sessions/sessions'
import type { View } from '../navigation/navigation'

/** Names a chat or a comparison within one list of both. */
export type EntryKey = `${'chat' | 'compare'}-${string}`

interface EntryFields {
  key: EntryKey
  title: string
  pinned: boolean
  running: boolean
  /** A run of it waits for the user to decide something. */
  needsDecision: boolean
  updatedAt: number
  /** When it was put into the bin. */
  deletedAt: number | null
}

export type ChatEntry = EntryFields & { kind: 'chat'; id: SessionId; session: SessionSummary }
export type CompareEntry = EntryFields & { kind: 'compare'; id: ComparisonId; comparison: ComparisonSummary }
/** A chat or a comparison, as the lists of the sidebar have it. */
export type SessionEntry = ChatEntry | CompareEntry

const ofSession = new WeakMap<SessionSummary, ChatEntry>()
const ofComparison = new WeakMap<ComparisonSummary, CompareEntry>()

/** The same object for the same summary: a row whose entry is the same need not be drawn again. */
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

/** Where an entry leads. */
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

/** Whether it is what a view shows, at whatever message. */
export function isShownIn(view: View, entry: SessionEntry): boolean {
  return view.kind === 'chat'
    ? entry.kind === 'chat' && entry.id === view.sessionId
    : entry.kind === 'compare' && entry.id === view.comparisonId
}
